import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { feed } from './b1-feed.js';
import { growth } from './b2-growth.js';
import { likes } from './b3-likes.js';
import { broadcast } from './b4-broadcast.js';
import { held } from './b5-sockets.js';
import { fanOut } from './b6-fan-out.js';
import { trending } from './b7-trending.js';
import { firstVisit } from './b8-first-visit.js';
import { restart } from './b9-start.js';
import { two } from './b10-two.js';
import { reads } from './b11-reads.js';
import { writes } from './b12-writes.js';
import { feedRoom } from './b13-feed-room.js';
import { rendered } from './b14-rendered.js';
import type { BenchOptions, Measurement } from './measure.js';
import { type ReadWorldName, readWorlds } from './reads-world.js';
import { type MeasurementResult, saveResults } from './results.js';
import { tableOf } from './table.js';

/**
 * `npm run bench [-- B3 …] [--rounds 5] [--seconds 8] [--posts 100000] [--world middle] [--calls searchAll,…] [--connections 1]
 * [--save]`: the figures of docs/quality.md, each beside its bare baseline. A complete run is saved in
 * `bench/results.json` and drawn; `--save` saves the rows of another run in their places there.
 */

const measurements: readonly Measurement[] = [
  feed,
  growth,
  likes,
  broadcast,
  held,
  fanOut,
  trending,
  firstVisit,
  restart,
  two,
  reads,
  writes,
  feedRoom,
  rendered,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    posts: { type: 'string', default: '100000' },
    divisor: { type: 'string', default: '1' },
    world: { type: 'string', default: 'small' },
    calls: { type: 'string', default: '' },
    connections: { type: 'string', default: '20' },
    out: { type: 'string', default: 'bench/results.json' },
    chart: { type: 'string', default: 'docs/bench.svg' },
    save: { type: 'boolean', default: false },
  },
});
const isWorld = (name: string): name is ReadWorldName => Object.hasOwn(readWorlds, name);
if (!isWorld(values.world)) throw new Error(`There is no world ${values.world}; there are ${Object.keys(readWorlds).join(', ')}.`);
const options: BenchOptions = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  posts: Number(values.posts),
  divisor: Number(values.divisor),
  world: values.world,
  calls: values.calls.split(',').filter((name) => name !== ''),
  connections: Number(values.connections),
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function measure({ id, title, run }: Measurement): Promise<MeasurementResult> {
  const begun = Date.now();
  say(`${id}, ${title}`);
  try {
    const figures = await run(options, (line) => say(`  ${String(Math.round((Date.now() - begun) / 1000)).padStart(4)} s  ${line}`));
    return { id, title, figures, ...(id === reads.id && { world: options.world }) };
  } catch (fault) {
    say(`  failed: ${fault instanceof Error ? fault.stack : fault}`);
    return { id, title, figures: [], fault: String(fault) };
  }
}

async function main(): Promise<number> {
  const asked = positionals.map((id) => id.toUpperCase());
  const unknown = asked.filter((id) => !measurements.some((each) => each.id === id));
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(', ')}; there are ${measurements.map(({ id }) => id).join(', ')}.`);
    return 1;
  }
  const results: MeasurementResult[] = [];
  for (const each of measurements) if (asked.length === 0 || asked.includes(each.id)) results.push(await measure(each));
  say(`\n${tableOf(results)}`);
  if (asked.length === 0 || values.save) {
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
    const files = { out: values.out, chart: values.chart, readsChart: 'docs/bench-reads.svg', page: 'docs/performance.md' };
    saveResults(results, { at: new Date().toISOString(), machine, options }, asked.length === 0, files);
  }
  return results.some(({ fault }) => fault !== undefined) ? 1 : 0;
}

process.exit(await main());
