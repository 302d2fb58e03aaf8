import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { email as emailSchema } from '#models/contract/auth';
import { isCleanLine } from '#models/contract/characters';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { lengths } from '#models/contract/limits';
import {
  type Affiliation,
  affiliations,
  mostListed,
  mostRosterLines,
  type RosterColumn,
  type RosterFault,
  rosterColumns,
  type WrongRosterLine,
} from '#models/contract/roster';
import { foldEmail } from '#models/db/text';

/** One line of a roster file. A column that the file lacks is absent. */
export interface RosterRow {
  line: number;
  key: string;
  number: string;
  isActive: boolean;
  name?: string;
  email?: string;
  affiliation?: Affiliation | '';
  faculty?: string;
  year?: number | null;
}

/** Lines of a roster file; none is to be imported if one is wrong. */
export interface RosterFile {
  rows: RosterRow[];
  /** The first wrong lines, and the number of all. */
  wrongLines: WrongRosterLine[];
  wrong: number;
  ignoredColumns: string[];
}

type Cells = Partial<Record<RosterColumn, string>>;
interface Fault {
  column: RosterColumn | null;
  fault: RosterFault;
}

const chunkSize = 1 << 16;
const longestLine = 100_000;
const longestCells: Partial<Record<RosterColumn, number>> = {
  name: lengths.name,
  email: lengths.email,
  faculty: lengths.title,
};

/** Folds a student or staff number for comparison: case and wide letters make no difference. */
export const keyOf = (number: string): string => number.normalize('NFKC').toLowerCase();
/** Western digits for Arabic ones. */
export const westernDigits = (text: string): string => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));

/** The parts of a file, each in a turn of its own, so that other work of the process goes on. */
async function* chunksOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) {
    yield bytes.subarray(at, at + chunkSize);
    await nextTurn();
  }
}

/** The sign between cells, by the first line: a comma or a semicolon. */
function delimiterOf(bytes: Uint8Array): string {
  const [first = ''] = Buffer.from(bytes.subarray(0, longestLine))
    .toString()
    .split(/[\r\n]/, 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

/** Position of each column by its name, in any case, and the names that are no columns of ours. */
function readHeader(names: readonly string[]): { columns: Map<RosterColumn, number>; ignoredColumns: string[] } {
  const columns = new Map<RosterColumn, number>();
  const ignoredColumns: string[] = [];
  for (const [at, name] of names.entries()) {
    const column = rosterColumns.find((each) => each === name.trim().toLowerCase());
    if (column === undefined) ignoredColumns.push(name.trim().slice(0, lengths.name));
    else if (columns.has(column)) fail('validation_failed', { roster: fieldTexts.roster_columns });
    else columns.set(column, at);
  }
  if (!columns.has('id')) fail('validation_failed', { roster: fieldTexts.roster_columns });
  return { columns, ignoredColumns };
}

/**
 * The first fault of a line.
 *
 * @param longestNumber maximum length of the number
 */
export function faultOf(cells: Cells, longestNumber: number = lengths.studentId): Fault | null {
  if (!cells.id) return { column: 'id', fault: 'required' };
  for (const [column, text] of Object.entries(cells) as [RosterColumn, string][]) {
    const longest = column === 'id' ? longestNumber : (longestCells[column] ?? lengths.name);
    if (text.length > longest) return { column, fault: 'too_long' };
    if (!isCleanLine(text)) return { column, fault: 'bad_characters' };
  }
  const { email = '', affiliation = '', year = '', status = '' } = cells;
  if (email !== '' && !emailSchema.safeParse(email).success) return { column: 'email', fault: 'bad_email' };
  if (!['', ...affiliations].includes(affiliation.toLowerCase())) return { column: 'affiliation', fault: 'unknown_choice' };
  if (!/^$|^[1-9]\d{0,3}$/.test(westernDigits(year))) return { column: 'year', fault: 'bad_number' };
  return ['', 'active', 'left'].includes(status.toLowerCase()) ? null : { column: 'status', fault: 'unknown_choice' };
}

const rowOf = (line: number, { id: number = '', name, email, affiliation, faculty, year, status = '' }: Cells): RosterRow => ({
  line,
  key: keyOf(number),
  number,
  isActive: status.toLowerCase() !== 'left',
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
  ...(affiliation === undefined ? {} : { affiliation: affiliation.toLowerCase() as Affiliation | '' }),
  ...(faculty === undefined ? {} : { faculty }),
  ...(year === undefined ? {} : { year: year === '' ? null : Number(westernDigits(year)) }),
});

/** Collects the lines of a file. */
class Lines {
  readonly file: RosterFile = { rows: [], wrongLines: [], wrong: 0, ignoredColumns: [] };
  #columns: Map<RosterColumn, number> | null = null;
  readonly #numbers = new Set<string>();
  readonly #addresses = new Set<string>();

  add(line: number, cells: readonly string[]): void {
    if (this.#columns === null) {
      const { columns, ignoredColumns } = readHeader(cells);
      this.#columns = columns;
      this.file.ignoredColumns = ignoredColumns;
      return;
    }
    if (this.file.rows.length + this.file.wrong >= mostRosterLines) fail('validation_failed', { roster: fieldTexts.roster_lines });
    const named: Cells = Object.fromEntries([...this.#columns].map(([column, at]) => [column, cells[at] ?? '']));
    const fault = faultOf(named) ?? this.#repeated(named);
    if (fault) this.addWrong(line, fault);
    else this.file.rows.push(rowOf(line, named));
  }

  addWrong(line: number, { column, fault }: Fault): void {
    this.file.wrong += 1;
    if (this.file.wrongLines.length < mostListed) this.file.wrongLines.push({ Line: line, Column: column, Fault: fault });
  }

  /** Ends a file, which must have had a header. */
  end(): RosterFile {
    return this.#columns === null ? fail('validation_failed', { roster: fieldTexts.roster_columns }) : this.file;
  }

  /** A number and an address belong to one person. */
  #repeated({ id = '', email = '' }: Cells): Fault | null {
    if (this.#numbers.has(keyOf(id))) return { column: 'id', fault: 'repeated' };
    if (email !== '' && this.#addresses.has(foldEmail(email))) return { column: 'email', fault: 'repeated' };
    this.#numbers.add(keyOf(id));
    if (email !== '') this.#addresses.add(foldEmail(email));
    return null;
  }
}

/**
 * Reads a roster file: CSV in UTF-8, with a comma or a semicolon between the cells. Fails with `validation_failed` for a file that
 * is none.
 */
export async function readRosterFile(bytes: Uint8Array): Promise<RosterFile> {
  if (!isUtf8(bytes)) fail('validation_failed', { roster: fieldTexts.roster_encoding });
  const lines = new Lines();
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    max_record_size: longestLine,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    // Take each line at once: those before a malformed one are lost otherwise.
    on_record: (cells: string[], { lines: line }) => {
      lines.add(line, cells);
      return null;
    },
  });
  try {
    await pipeline(Readable.from(chunksOf(bytes)), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    lines.addWrong(Number(error.lines ?? 1), { column: null, fault: 'malformed' });
  }
  return lines.end();
}
