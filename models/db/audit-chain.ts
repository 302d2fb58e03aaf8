import { createHash } from 'node:crypto';
import { AuditEntries, type AuditEntryDoc } from './audit-entries.js';
import { Meta } from './meta.js';
import { transaction } from './transaction.js';

/** End of a chain of entries: the last one's position and hash. */
export interface ChainLink {
  seq: number;
  hash: string;
}

const emptyChain: ChainLink = { seq: 0, hash: '' };

const headId = 'auditHead';
const baseId = 'auditBase';
const batchSize = 500;

/** Entry as it is hashed, and exported: fields in a fixed order, texts only. */
export const auditFields = [
  'at',
  'call',
  'actor',
  'staff',
  'society',
  'subjectKind',
  'subject',
  'details',
  'address',
  'device',
  'outcome',
] as const;
export type AuditRow = Record<(typeof auditFields)[number], string>;

export function auditRowOf(entry: AuditEntryDoc): AuditRow {
  const details = Object.entries(entry.details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    at: entry.at.toISOString(),
    call: entry.call,
    actor: String(entry.actor ?? ''),
    staff: String(entry.staff),
    society: String(entry.society ?? ''),
    subjectKind: entry.subjectKind ?? '',
    subject: entry.subject ?? '',
    details: JSON.stringify(Object.fromEntries(details)),
    address: entry.address,
    device: entry.device,
    outcome: entry.outcome,
  };
}

/** Hash of an entry at a position, over the hash of the entry before. */
const hashAuditRow = (row: AuditRow, seq: number, before: string): string =>
  createHash('sha256')
    .update(JSON.stringify([before, seq, ...auditFields.map((field) => row[field])]))
    .digest('hex');

const readLink = async (id: string, session: Parameters<Parameters<typeof transaction>[0]>[0] | null = null): Promise<ChainLink> =>
  ((await Meta.findById(id).session(session).lean())?.value as ChainLink | undefined) ?? emptyChain;

/** Head of the chain: the last sealed entry. */
export const auditHead = (): Promise<ChainLink> => readLink(headId);
/** Entry before the first that is still stored: retention deletes the older ones. */
const auditBase = (): Promise<ChainLink> => readLink(baseId);

/**
 * Seals a batch of entries: appends them to the chain, the oldest first. Concurrent workers conflict on the head, so one of them
 * seals and the other, retried, finds what is left.
 *
 * @returns number of entries sealed, and the head afterwards
 */
export const sealBatch = (): Promise<{ sealed: number; head: ChainLink }> =>
  transaction(async (session) => {
    const found = await AuditEntries.find({ unsealed: true }).sort({ at: 1, _id: 1 }).limit(batchSize).session(session).lean();
    let head = await readLink(headId, session);
    if (found.length === 0) return { sealed: 0, head };
    const writes = found.map((entry) => {
      const [seq, before] = [head.seq + 1, head.hash];
      head = { seq, hash: hashAuditRow(auditRowOf(entry), seq, before) };
      return { updateOne: { filter: { _id: entry._id }, update: { $set: { ...head, before }, $unset: { unsealed: 1 } } } };
    });
    await AuditEntries.bulkWrite(writes as never, { session });
    await Meta.updateOne({ _id: headId }, { $set: { value: head } }, { upsert: true, session });
    return { sealed: found.length, head };
  });

/** Deletes sealed entries from before this time, and keeps the last one's link as the base of the chain. Returns their number. */
export async function deleteAuditBefore(before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const from = (await auditBase()).seq;
    const found = await AuditEntries.find({ seq: { $gt: from } }, { seq: 1, hash: 1, at: 1 })
      .sort({ seq: 1 })
      .limit(batchSize)
      .lean();
    const firstRecent = found.findIndex(({ at }) => at >= before);
    const old = firstRecent < 0 ? found : found.slice(0, firstRecent);
    const last = old.at(-1);
    if (last?.seq === undefined || last.hash === undefined) return deleted;
    const base: ChainLink = { seq: last.seq, hash: last.hash };
    await transaction(async (session) => {
      await Meta.updateOne({ _id: baseId }, { $set: { value: base } }, { upsert: true, session });
      await AuditEntries.deleteMany({ seq: { $lte: base.seq } }, { session });
    });
    deleted += old.length;
    if (old.length < batchSize) return deleted;
  }
}

/** First fault of a chain. */
export interface ChainFault {
  /** Day of the first entry that does not fit, YYYY-MM-DD in UTC; of the last one where entries are missing at the end. */
  day: string;
  seq: number;
  reason: 'changed' | 'missing' | 'cut off';
}

/** Entry as it is checked: its row, and its place in the chain. */
export interface ChainedRow extends ChainLink {
  row: AuditRow;
  before: string;
}

/** Result of a check: entries checked, gaps between them, the last link, and the first fault if any. */
export interface ChainCheck {
  checked: number;
  gaps: number;
  last: ChainLink;
  fault: ChainFault | null;
}

export interface VerifierOptions {
  /** Link before the first entry; without it the first entry begins the check. */
  base?: ChainLink;
  /** Links that are known from elsewhere, such as the daily heads in the log. */
  heads?: readonly ChainLink[];
  /** Entries may be missing in between, as in an export with filters. */
  hasGaps?: boolean;
}

/** Checks sealed entries in their order against their hashes. */
export class ChainVerifier {
  readonly #heads: readonly ChainLink[];
  readonly #hasGaps: boolean;
  #last: ChainLink | undefined;
  #day = '';
  #checked = 0;
  #gaps = 0;
  #fault: ChainFault | null = null;

  constructor({ base, heads = [], hasGaps = false }: VerifierOptions = {}) {
    this.#last = base;
    this.#hasGaps = hasGaps;
    this.#heads = heads;
  }

  /** Checks the next entry; false from the first fault on. */
  add(entry: ChainedRow): boolean {
    this.#fault ??= this.#faultOf(entry);
    if (this.#fault) return false;
    const { seq, hash, row } = entry;
    this.#last = { seq, hash };
    this.#day = row.at.slice(0, 10);
    this.#checked += 1;
    return true;
  }

  #faultOf({ row, seq, before, hash }: ChainedRow): ChainFault | null {
    const day = row.at.slice(0, 10);
    const last = this.#last;
    const isNext = last === undefined || seq === last.seq + 1;
    if (!isNext && !(this.#hasGaps && seq > last.seq)) return { day, seq: last.seq + 1, reason: 'missing' };
    if (!isNext) this.#gaps += 1;
    const follows = !isNext || last === undefined || before === last.hash;
    const fitsHeads = this.#heads.every((link) => link.seq !== seq || link.hash === hash);
    return follows && fitsHeads && hashAuditRow(row, seq, before) === hash ? null : { day, seq, reason: 'changed' };
  }

  /** Ends the check. */
  end(): ChainCheck {
    const last = this.#last ?? emptyChain;
    const isCut = this.#heads.some(({ seq }) => seq > last.seq);
    const fault = this.#fault ?? (isCut ? { day: this.#day, seq: last.seq + 1, reason: 'cut off' as const } : null);
    return { checked: this.#checked, gaps: this.#gaps, last, fault };
  }
}

/**
 * Checks every sealed entry of the store.
 *
 * @param heads links from elsewhere, such as the daily heads in the log; without them somebody who can write to the store could
 *   make a new chain
 */
export async function verifyAuditChain(heads: readonly ChainLink[] = []): Promise<ChainCheck> {
  const [head, base] = [await auditHead(), await auditBase()];
  const verifier = new ChainVerifier({ base, heads: [...heads.filter(({ seq }) => seq > base.seq), ...(head.seq > 0 ? [head] : [])] });
  for await (const entry of AuditEntries.find({ seq: { $exists: true, $lte: head.seq } })
    .sort({ seq: 1 })
    .lean()
    .cursor()) {
    const { seq = 0, hash = '', before = '' } = entry;
    if (!verifier.add({ row: auditRowOf(entry), seq, before, hash })) break;
  }
  return verifier.end();
}
