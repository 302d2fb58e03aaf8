import { ObjectId } from 'bson';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testProperty } from '#models/testing/properties';
import { Collection, decode, documentOf, encode, type IndexSpec } from './collection.js';
import { compileFilter } from './match.js';
import { find } from './planner.js';
import { compileSort, compileSortKeys, type Doc } from './values.js';

const scalar = fc.oneof(
  { weight: 25, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 4, arbitrary: fc.constant<unknown>(null) },
  fc.constantFrom<unknown>(-0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 31, 2 ** 53),
  fc.constantFrom<unknown>('', 'a', 'ab', 'abc', 'a\0', 'a\0b', 'b', '\uffee', '😀', 'مرحبا', '1'),
  fc.constantFrom<unknown>(true, false, new Date(0), new Date(-5), new Date(1e12)),
  fc.constantFrom<unknown>(new ObjectId('0'.repeat(24)), new ObjectId('f'.repeat(24))),
);
const embedded = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] });
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  embedded,
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  fc.array(fc.oneof(scalar, embedded, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
);
const doc = fc.record({ a: value, b: scalar, c: value }, { requiredKeys: [] });
const path = fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'c.x', 'c.x', 'a.x', 'a.0', 'c.0.x');
const limits = fc.record({ $gt: scalar, $gte: scalar, $lt: scalar, $lte: scalar }, { requiredKeys: [] });
const condition: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  value,
  { weight: 2, arbitrary: fc.record({ $gte: scalar, $lte: scalar }) },
  limits.filter((it) => Object.keys(it).length > 0),
  fc.array(scalar, { maxLength: 4 }).map(($in) => ({ $in })),
  scalar.map(($ne) => ({ $ne })),
  fc.boolean().map(($exists) => ({ $exists })),
);
const simple = fc.dictionary(path, condition, { minKeys: 0, maxKeys: 3, noNullPrototype: true });
const filter: fc.Arbitrary<Doc> = fc.oneof(
  { weight: 4, arbitrary: simple },
  fc.array(simple, { minLength: 1, maxLength: 3 }).map(($and) => ({ $and })),
  fc.tuple(simple, fc.array(simple, { minLength: 1, maxLength: 3 })).map(([rest, $or]) => ({ ...rest, $or })),
);
const sort = fc.dictionary(path, fc.constantFrom(1, -1), { minKeys: 1, maxKeys: 2, noNullPrototype: true });

const indexes: IndexSpec[] = [
  { name: 'a', key: { a: 1 } },
  { name: 'ab', key: { a: 1, b: -1 } },
  { name: 'ba', key: { b: -1, a: -1 } },
  { name: 'bcx', key: { b: 1, 'c.x': 1 } },
  { name: 'cxa', key: { 'c.x': -1, b: 1 } },
  { name: 'partialA', key: { a: -1, b: 1 }, partialFilterExpression: { b: 1 } },
  { name: 'partialC', key: { b: 1, c: 1 }, partialFilterExpression: { b: { $exists: true } } },
  { name: 'partialB', key: { b: 1 }, partialFilterExpression: { b: { $gt: 0 } } },
];

function filled(docs: readonly Doc[], specs: readonly IndexSpec[]): Collection {
  const collection = new Collection(1, 'test', 'fuzz');
  collection.addIndexes(specs);
  for (const [_id, one] of docs.entries()) collection.apply(collection.plan(undefined, encode({ _id, ...one })));
  return collection;
}

const ids = (collection: Collection, query: Parameters<typeof find>[1]): unknown[] =>
  find(collection, query).records.map((it) => documentOf(it)._id);

/** Result of a full scan. */
const scanned = (collection: Collection, asked: Doc): unknown[] =>
  [...collection.records.values()]
    .map(documentOf)
    .filter(compileFilter(asked))
    .map(({ _id }) => _id);
const runs = { seed: 20_261_121, quick: 200, all: 2000 };

const sameFound = fc.property(
  fc.array(doc, { minLength: 6, maxLength: 12 }),
  fc.subarray(indexes, { minLength: 1 }),
  filter,
  (docs, specs, asked) => {
    for (const some of [specs, ...specs.map((spec) => [spec])]) {
      const collection = filled(docs, some);
      const expected = scanned(collection, asked);
      expect(ids(collection, { filter: asked }).sort()).toEqual([...expected].sort());
    }
  },
);
testProperty('an index and a scan find the same', sameFound, runs);

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

const sameOrder = fc.property(
  fc.array(doc, { minLength: 6, maxLength: 12 }),
  fc.subarray(indexes, { minLength: 1 }),
  filter,
  sort,
  fc.nat(5),
  (docs, specs, asked, order, limit) => {
    const collection = filled(docs, specs);
    const compareDocs = compileSort(order);
    const { keyOf } = compileSortKeys(order);
    const isRefused = scanned(collection, asked).length > 0 && docs.some((one) => throws(() => keyOf(one)));
    if (isRefused) return;
    const planned = find(collection, { filter: asked, sort: order }).records.map(documentOf);
    expect(planned.map((it) => it._id).sort()).toEqual(scanned(collection, asked).sort());
    for (let i = 1; i < planned.length; i++) expect(compareDocs(planned[i - 1]!, planned[i]!)).toBeLessThanOrEqual(0);
    const first = ids(collection, { filter: asked, sort: order, limit });
    expect(first).toEqual(planned.map((it) => it._id).slice(0, limit || undefined));
  },
);
testProperty('an index gives the order of a sort', sameOrder, runs);

const change = fc.record({ at: fc.nat(11), to: fc.option(doc) });
const sameAfterChanges = fc.property(
  fc.array(doc, { maxLength: 12 }),
  fc.array(change, { maxLength: 12 }),
  filter,
  (docs, changes, asked) => {
    const before = filled(
      docs,
      indexes.filter(({ partialFilterExpression: it }) => it),
    );
    const found = ids(before, { filter: asked });
    const collection = before.clone(1);
    for (const { at, to } of changes) {
      const stored = [...collection.records.values()][at];
      if (stored) collection.apply(collection.plan(stored, to ? encode({ _id: documentOf(stored)._id, ...to }) : undefined));
    }
    expect(ids(collection, { filter: asked }).sort()).toEqual(scanned(collection, asked).sort());
    expect(ids(before, { filter: asked })).toEqual(found);
    const built = new Collection(1, 'test', 'fuzz', collection.specs);
    for (const { id, raw } of collection.records.values()) built.load(id, raw);
    for (const [i, index] of collection.indexes.entries()) expect([...index.tree.entries()]).toEqual([...built.indexes[i]!.tree.entries()]);
  },
);
testProperty('an index follows what is changed and removed, and a version that was left keeps its own', sameAfterChanges, runs);

test('values are ordered in an index as MongoDB orders them', () => {
  const docs = [null, -5, 0, 3.5, 'a', 'b', { x: 1 }, new ObjectId(), false, true, new Date(0)].map((a) => ({ a }));
  const collection = filled([...docs].reverse(), [{ name: 'a', key: { a: 1 } }]);
  const inOrder = find(collection, { filter: {}, sort: { a: 1 } });
  expect(inOrder.index?.spec.name).toBe('a');
  expect(inOrder.records.map((it) => decode(it.raw).a)).toEqual(docs.map(({ a }) => a));
});

test('what an index answers whole is not decoded', () => {
  const written = filled([{ a: 1, b: 1 }, { a: 2 }], [{ name: 'ab', key: { a: 1, b: 1 } }]);
  const collection = new Collection(1, 'test', 'fuzz', written.specs);
  for (const { id, raw } of written.records.values()) collection.load(id, raw);
  const decodedOf = (filter: Doc) => find(collection, { filter }).records.map((it) => it.doc !== undefined);
  expect([decodedOf({ a: { $gte: 1 } }), decodedOf({ a: 1, b: 1 }), decodedOf({ _id: 1 })]).toEqual([[false, false], [false], [false]]);
  expect(decodedOf({ a: 1, c: null })).toEqual([true]);
});

test('a long query without an index is reported, one with an index is not', () => {
  const docs = Array.from({ length: 1001 }, (_, i) => ({ a: i % 2, b: i }));
  const collection = filled(docs, [{ name: 'ab', key: { a: 1, b: 1 } }]);
  expect(find(collection, { filter: { b: 5 } })).toMatchObject({ scan: true, docsExamined: 1001, index: undefined });
  expect(find(collection, { filter: { a: 1, b: { $gt: 500 } }, sort: { b: -1 }, limit: 5 })).toMatchObject({
    scan: false,
    docsExamined: 5,
  });
  expect(find(collection, { filter: { a: { $in: [0, 1] } }, sort: { b: 1 }, limit: 5 })).toMatchObject({ scan: false, docsExamined: 5 });
});

test('alternatives are in the order of the sort, also where each could be read from an index', () => {
  const docs = Array.from({ length: 10 }, (_, i) => ({ a: i % 2, b: (i * 7) % 10 }));
  const collection = filled(docs, [
    { name: 'a', key: { a: 1 } },
    { name: 'b', key: { b: 1 } },
  ]);
  const inOrder = find(collection, { filter: { $or: [{ a: 1 }] }, sort: { b: 1 } }).records.map((it) => documentOf(it).b);
  expect(inOrder).toEqual([1, 3, 5, 7, 9]);
});

test('a partial index is all that is read for its own condition', () => {
  const docs = Array.from({ length: 3000 }, (_, i) => (i < 1100 ? { due: i, open: i % 2 === 0 } : { open: true }));
  const collection = filled(docs, [{ name: 'due', key: { due: 1 }, partialFilterExpression: { due: { $exists: true } } }]);
  const filter = { due: { $exists: true } };
  expect(find(collection, { filter })).toMatchObject({ index: { spec: { name: 'due' } }, docsExamined: 1100, scan: false });
  expect(find(collection, { filter: { ...filter, open: true } })).toMatchObject({ docsExamined: 1100, scan: false });
  expect(find(collection, { filter, sort: { due: -1 }, limit: 2 }).records.map((it) => documentOf(it).due)).toEqual([1099, 1098]);
  expect(find(collection, { filter: { due: { $exists: false } } })).toMatchObject({ index: undefined, scan: true });
});

test('an answer of the index alone is right also where a condition is asked twice, and differently', () => {
  const collection = filled([{ open: true, a: 1 }], [{ name: 'a', key: { a: 1 }, partialFilterExpression: { open: true } }]);
  expect(find(collection, { filter: { a: 1, open: true } }).records).toHaveLength(1);
  expect(find(collection, { filter: { a: 1, open: true, $and: [{ open: false }] } }).records).toEqual([]);
});

test('a filter is checked before the collection is found to be missing', () => {
  expect(() => find(undefined, { filter: { a: { $foo: 1 } } })).toThrow(expect.objectContaining({ code: 2 }));
  expect(() => find(undefined, { filter: {}, sort: { a: 2 } })).toThrow(expect.objectContaining({ code: 15975 }));
  expect(find(undefined, { filter: { a: 1 } }).records).toEqual([]);
});
