import { Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Collection, decode, documentOf, encode, type IndexSpec } from './collection.js';
import { count, find } from './planner.js';
import { compileSort } from './sort.js';
import type { Doc } from './values.js';

const scalar = fc.oneof(
  { weight: 25, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 4, arbitrary: fc.constant<unknown>(null) },
  fc.constantFrom<unknown>(-0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 2 ** 31, 2 ** 53),
  fc.constantFrom<unknown>(Long.fromString('9007199254740993'), Long.fromString('-9007199254740995')),
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
  limits.filter((it) => Object.keys(it).length > 0).map(($elemMatch) => ({ $elemMatch })),
  fc.constantFrom(/^a/, /^ab?/, /^a\0/, /b/),
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
  for (const spec of specs) collection.addIndex(spec);
  for (const [_id, one] of docs.entries()) collection.write(undefined, encode({ _id, ...one }));
  return collection;
}

const ids = (collection: Collection, query: Parameters<typeof find>[1]): unknown[] =>
  find(collection, query).records.map((it) => documentOf(it)._id);
const some = { numRuns: 2000, seed: 20_261_121 };

test('an index and a scan find the same', () => {
  const property = fc.property(
    fc.array(doc, { minLength: 6, maxLength: 12 }),
    fc.subarray(indexes, { minLength: 1 }),
    filter,
    (docs, specs, asked) => {
      const collection = filled(docs, specs);
      const scanned = ids(collection, { filter: asked, hint: { $natural: 1 } });
      expect(ids(collection, { filter: asked }).sort()).toEqual([...scanned].sort());
      expect(count(collection, { filter: asked }).n).toBe(scanned.length);
      for (const spec of specs) {
        if (!spec.partialFilterExpression) expect(ids(collection, { filter: asked, hint: spec.name }).sort()).toEqual([...scanned].sort());
      }
    },
  );
  fc.assert(property, some);
});

test('an index gives the order of a sort', () => {
  const property = fc.property(
    fc.array(doc, { minLength: 6, maxLength: 12 }),
    fc.subarray(indexes, { minLength: 1 }),
    filter,
    sort,
    fc.nat(5),
    (docs, specs, asked, order, limit) => {
      const collection = filled(docs, specs);
      const compareDocs = compileSort(order);
      const planned = find(collection, { filter: asked, sort: order }).records.map(documentOf);
      const scanned = ids(collection, { filter: asked, sort: order, hint: { $natural: 1 } });
      expect(planned.map((it) => it._id).sort()).toEqual([...scanned].sort());
      for (let i = 1; i < planned.length; i++) expect(compareDocs(planned[i - 1]!, planned[i]!)).toBeLessThanOrEqual(0);
      const first = ids(collection, { filter: asked, sort: order, limit });
      expect(first).toEqual(planned.map((it) => it._id).slice(0, limit || undefined));
    },
  );
  fc.assert(property, some);
});

test('an index follows what is changed and removed, and a version that was left keeps its own', () => {
  const change = fc.record({ at: fc.nat(11), to: fc.option(doc) });
  const property = fc.property(fc.array(doc, { maxLength: 12 }), fc.array(change, { maxLength: 12 }), filter, (docs, changes, asked) => {
    const before = filled(
      docs,
      indexes.filter(({ partialFilterExpression: it }) => it),
    );
    const found = ids(before, { filter: asked });
    const collection = before.clone(1);
    for (const { at, to } of changes) {
      const stored = [...collection.records.values()][at];
      if (stored) collection.write(stored, to ? encode({ _id: documentOf(stored)._id, ...to }) : undefined);
    }
    expect(ids(collection, { filter: asked }).sort()).toEqual(ids(collection, { filter: asked, hint: { $natural: 1 } }).sort());
    expect(ids(before, { filter: asked })).toEqual(found);
    const built = filled([], indexes);
    for (const { id, raw } of collection.records.values()) built.load(id, raw);
    built.loaded(collection.indexes.map(({ spec }) => spec));
    for (const [i, index] of collection.indexes.entries()) expect([...index.tree.entries()]).toEqual([...built.indexes[i]!.tree.entries()]);
  });
  fc.assert(property, some);
});

test('values are ordered in an index as MongoDB orders them', () => {
  const docs = [null, -5, 0, 3.5, 'a', 'b', { x: 1 }, new ObjectId(), false, true, new Date(0)].map((a) => ({ a }));
  const collection = filled([...docs].reverse(), [{ name: 'a', key: { a: 1 } }]);
  const inOrder = find(collection, { filter: {}, sort: { a: 1 } });
  expect(inOrder.indexes[0]?.spec.name).toBe('a');
  expect(inOrder.records.map((it) => decode(it.raw).a)).toEqual(docs.map(({ a }) => a));
});

test('a long query without an index is told, one with an index is not', () => {
  const docs = Array.from({ length: 1001 }, (_, i) => ({ a: i % 2, b: i }));
  const collection = filled(docs, [{ name: 'ab', key: { a: 1, b: 1 } }]);
  expect(find(collection, { filter: { b: 5 } })).toMatchObject({ scan: true, docsExamined: 1001, indexes: [] });
  expect(find(collection, { filter: { a: 1, b: { $gt: 500 } }, sort: { b: -1 }, limit: 5 })).toMatchObject({
    scan: false,
    docsExamined: 5,
  });
  expect(find(collection, { filter: { a: { $in: [0, 1] } }, sort: { b: 1 }, limit: 5 })).toMatchObject({ scan: false, docsExamined: 5 });
  expect(count(collection, { filter: { a: 1 } })).toEqual({ n: 500, found: undefined });
});
