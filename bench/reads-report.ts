import { colours, safe } from './chart.js';
import type { Figure } from './measure.js';
import { feedRead } from './reads.js';
import { type ReadWorldName, readWorlds } from './reads-world.js';
import type { MeasurementResult } from './results.js';

const worlds = Object.keys(readWorlds) as ReadWorldName[];
const [tableBegins, tableEnds] = ['<!-- reads -->', '<!-- /reads -->'];

type Details = Record<string, number>;

/** A read in each world in which it was measured. */
interface Row {
  name: string;
  of: Partial<Record<ReadWorldName, Figure>>;
}

const detailsOf = (figure: Figure | undefined): Details => (figure?.details ?? {}) as Details;
const costOf = (details: Details): number => (details['ms of gateway'] ?? 0) + (details['ms of store'] ?? 0);

function rowsOf(reads: readonly MeasurementResult[]): Row[] {
  const names = [...new Set(reads.flatMap(({ figures }) => figures.map(({ what }) => what)))].sort();
  return names.map((name) => ({
    name,
    of: Object.fromEntries(reads.map(({ world, figures }) => [world, figures.find(({ what }) => what === name)])),
  }));
}

/** How much more processor time of gateway and store a read takes in the largest world than in the middle one. */
function growthOf({ of: { middle, large } }: Row): number | undefined {
  return middle && large ? costOf(detailsOf(large)) / costOf(detailsOf(middle)) : undefined;
}

/** The values of a row in each world, as `1 · 2 · 3`; a dash where it was not measured. */
const inWorlds = (row: Row, textOf: (figure: Figure) => string, names = worlds): string =>
  names.map((name) => (row.of[name] ? textOf(row.of[name]) : '–')).join(' · ');

const detail =
  (what: string, digits: number) =>
  (figure: Figure): string =>
    (detailsOf(figure)[what] ?? 0).toFixed(digits);

/** The page with the table of the reads between its two marks. Throws without the marks. */
export function withReadsTable(page: string, reads: readonly MeasurementResult[]): string {
  const [begin, end] = [page.indexOf(tableBegins), page.indexOf(tableEnds)];
  if (begin < 0 || end < begin) throw new Error(`The page has no ${tableBegins} with ${tableEnds} after it.`);
  const rows = rowsOf(reads);
  const ofFeed = (figure: Figure, world: ReadWorldName): string => {
    const perSecond = detailsOf(rows.find(({ name }) => name === feedRead)?.of[world])['a second'] ?? Number.NaN;
    return ((detailsOf(figure)['a second'] ?? 0) / perSecond).toFixed(2);
  };
  const last: ReadWorldName[] = ['middle', 'large'];
  const lines = rows.map((row) => {
    const cells = [
      row.name,
      inWorlds(row, detail('a second', 0)),
      inWorlds(row, detail('p50', 0)),
      inWorlds(row, detail('p99', 0)),
      inWorlds(row, detail('ms of gateway', 2), last),
      inWorlds(row, detail('ms of store', 2), last),
      growthOf(row)?.toFixed(2) ?? '–',
      inWorlds(row, detail('commands', 1), last),
      inWorlds(row, detail('documents', 0), last),
      inWorlds(row, ({ value }) => value.toFixed(2)),
      worlds.map((world) => (row.of[world] ? ofFeed(row.of[world], world) : '–')).join(' · '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const heads = [
    'read',
    'requests/s',
    'p50, ms',
    'p99, ms',
    'gateway, ms',
    'store, ms',
    'growth',
    'commands',
    'documents',
    'of bare',
    'of the feed',
  ];
  const table = [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...lines].join('\n');
  return `${page.slice(0, begin + tableBegins.length)}\n${table}\n${page.slice(end)}`;
}

const [rowHeight, barHeight, left, width, top] = [30, 7, 200, 420, 76];
const pageWidth = left + width + 210;
const tints: Record<ReadWorldName, string> = { small: '#A9CDBF', middle: '#4E8F78', large: '#0E5A44' };

/** Requests a second of each read as bars, one for each world, with the growth of its cost from the middle world to the largest. */
export function readsChartOf(reads: readonly MeasurementResult[]): string {
  const rows = rowsOf(reads).sort((a, b) => (detailsOf(b.of.small)['a second'] ?? 0) - (detailsOf(a.of.small)['a second'] ?? 0));
  const most = Math.max(...rows.flatMap(({ of }) => worlds.map((world) => detailsOf(of[world])['a second'] ?? 0)));
  const height = top + rows.length * rowHeight + 12;
  const bars = rows.map((row, n) => {
    const y = top + n * rowHeight;
    const each = worlds.map((world, at) => {
      const wide = ((detailsOf(row.of[world])['a second'] ?? 0) / most) * width;
      return `<rect x="${left}" y="${y + at * (barHeight + 1)}" width="${wide.toFixed(1)}" height="${barHeight}" rx="2" fill="${tints[world]}"/>`;
    });
    const growth = growthOf(row);
    const words = `${inWorlds(row, detail('a second', 0))}${growth === undefined ? '' : `, × ${growth.toFixed(2)}`}`;
    return `<text x="16" y="${y + 15}">${safe(row.name)}</text>${each.join('')}<text x="${left + width + 12}" y="${y + 15}">${safe(words)}</text>`;
  });
  const legend = worlds.map(
    (world, n) =>
      `<rect x="${16 + n * 90}" y="52" width="12" height="12" rx="2" fill="${tints[world]}"/><text x="${34 + n * 90}" y="62">${world}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pageWidth} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${colours.ink}">` +
    `<title>Reads by size of the community</title><rect width="${pageWidth}" height="${height}" fill="${colours.paper}"/>` +
    `<text x="16" y="24" font-size="15" font-weight="600">Reads by size of the community</text>` +
    `<text x="16" y="42" fill="${colours.quiet}">requests a second, and how much more processor time a request takes in the largest community than in the middle one</text>` +
    `${legend.join('')}${bars.join('')}</svg>\n`
  );
}
