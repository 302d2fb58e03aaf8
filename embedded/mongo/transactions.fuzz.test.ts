import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf, encode } from './collection.js';
import { find } from './planner.js';
import { Store } from './store.js';
import type { Collections, TransactionUnit, Unit } from './unit.js';
import { type Doc, MongoError } from './values.js';

/** A document of the model; each version is an object of its own. */
type Row = { record: number; _id: number; key: number; n: number };
type Rows = Map<number, Row>;
type Wanted = { _id: number; key: number; n: number } | undefined;

/** A transaction of the model: what it sees, and what it has written. */
interface Model {
  unit: TransactionUnit;
  rows: Rows;
  written: Set<number>;
}

/** Gives numbers from 0 to below the limit, the same for the same seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Reference model of the write rules of snapshot isolation. */
class Rules {
  committed: Rows = new Map();
  readonly claims = new Map<string, Model>();
  private lastRecord = 0;

  private isClaimed(name: string, by: Model | undefined): boolean {
    const holder = this.claims.get(name);
    return holder !== undefined && holder !== by;
  }

  /** Writes a row, or says with which code it is refused: 112 in a transaction, 50 where a plain write would wait. */
  write(rows: Rows, id: number, wanted: Wanted, by?: Model): number | undefined {
    const refused = by ? 112 : 50;
    const old = rows.get(id);
    if (old && this.isClaimed(`record ${old.record}`, by)) return refused;
    if (old && by && !by.written.has(old.record) && this.committed.get(id) !== old) return refused;
    const record = old?.record ?? ++this.lastRecord;
    const others = (some: Rows) => [...some.values()].filter((each) => each.record !== record);
    const isDuplicate = (each: Row) => wanted !== undefined && (each.key === wanted.key || each._id === wanted._id);
    if (others(rows).some(isDuplicate)) return 11000;
    const names = wanted ? [...(old ? [] : [`_id ${id}`]), ...(old?.key === wanted.key ? [] : [`key ${wanted.key}`])] : [];
    if (names.some((name) => this.isClaimed(name, by))) return refused;
    const isTaken = (each: Row) =>
      !by?.written.has(each.record) && names.some((name) => name === `_id ${each._id}` || name === `key ${each.key}`);
    if (by && others(this.committed).some(isTaken)) return refused;
    if (by) for (const name of [...names, `record ${record}`]) this.claims.set(name, by);
    by?.written.add(record);
    if (wanted) rows.set(id, { record, ...wanted });
    else rows.delete(id);
  }

  end(model: Model, isCommitted: boolean): void {
    for (const [name, holder] of this.claims) if (holder === model) this.claims.delete(name);
    if (!isCommitted) return;
    const own = [...model.rows.values()].filter(({ record }) => model.written.has(record));
    const rest = [...this.committed.values()].filter(({ record }) => !model.written.has(record));
    this.committed = new Map([...rest, ...own].map((row) => [row._id, row]));
  }
}

const plain = (rows: Rows): Wanted[] => [...rows.values()].map(({ _id, key, n }) => ({ _id, key, n })).sort((a, b) => a._id - b._id);

/** Expects every index, and a scan, to give just these rows. */
function checkRows(collections: Collections, rows: Rows): void {
  const collection = collections.get('test.things');
  const read = (filter: Doc) => find(collection, { filter, sort: { _id: 1 } }).records.map(documentOf);
  expect(read({})).toEqual(plain(rows));
  expect(read({ key: { $gte: 0 } })).toEqual(plain(rows));
  expect(read({ n: { $in: [0, 1, 2, 3] } })).toEqual(plain(rows));
  expect(collection?.indexes.map(({ tree }) => tree.size)).toEqual([rows.size, rows.size, rows.size]);
}

function writeTo(unit: Unit, id: number, wanted: Wanted): Doc {
  const [old] = find(unit.collections.get('test.things'), { filter: { _id: id } }).records;
  unit.write(unit.edit('test', 'things'), old, wanted && encode(wanted));
  return {};
}

async function codeOf(work: () => unknown): Promise<number | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MongoError) return error.code;
    throw error;
  }
}

async function play(store: Store, seed: number): Promise<Record<string, number>> {
  const random = randomOf(seed);
  const rules = new Rules();
  const open: Model[] = [];
  const outcomes: Record<string, number> = {};
  let number = 0;
  await store.once((unit) => {
    const collection = unit.edit('test', 'things');
    collection.addIndexes([
      { name: 'key', key: { key: 1 }, unique: true },
      { name: 'n', key: { n: 1 } },
    ]);
    return {};
  });
  const end = async (model: Model, isCommitted: boolean) => {
    open.splice(open.indexOf(model), 1);
    rules.end(model, isCommitted);
    if (!isCommitted) return model.unit.end('aborted');
    await store.commitTransaction(model.unit, { id: String(seed).padStart(8, '0'), txnNumber: number++, reply: null });
  };
  for (let step = 0; step < 1500; step++) {
    const model = open[random(open.length + 2)];
    const action = random(12);
    if (!model && open.length < 4 && action === 0) {
      open.push({ unit: store.beginTransaction(), rows: new Map(rules.committed), written: new Set() });
    } else if (model && action < 2) await end(model, action === 0);
    else {
      const id = random(12);
      const wanted = random(4) === 0 ? undefined : { _id: id, key: random(14), n: random(4) };
      const rows = model?.rows ?? rules.committed;
      if (!wanted && !rows.has(id)) continue;
      const expected = rules.write(rows, id, wanted, model);
      const work = (unit: Unit) => writeTo(unit, id, wanted);
      const code = await codeOf(() => (model ? work(model.unit) : store.once(work, undefined, 0)));
      expect({ step, code }).toEqual({ step, code: expected });
      const name = `${model ? 'in a transaction' : 'plain'} ${code ?? 'done'}`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
      if (model && code !== undefined) await end(model, false);
    }
    checkRows(store.durable, rules.committed);
    for (const { unit, rows } of open) checkRows(unit.collections, rows);
  }
  for (const model of [...open]) await end(model, true);
  checkRows(store.durable, rules.committed);
  expect([store.claims.size, store.open.size]).toEqual([0, 0]);
  return outcomes;
}

async function expectSnapshots(seed: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'store-model-'));
  const store = new Store(folder, 0);
  const outcomes = await play(store, seed);
  await store.close();
  rmSync(folder, { recursive: true });
  const kinds = ['in a transaction done', 'in a transaction 112', 'in a transaction 11000', 'plain done', 'plain 50', 'plain 11000'];
  for (const kind of kinds) expect(outcomes[kind], kind).toBeGreaterThan(10);
}

const snapshots = 'random transactions side by side do what a plain model of snapshots does (seed %i)';
test.each([1, 2, 3, 4])(snapshots, { tags: ['long'] }, expectSnapshots);
