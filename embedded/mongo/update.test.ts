import { describe, expect, it, test } from 'vitest';
import { compileUpdate, upsertSeed } from './update.js';
import type { Doc } from './values.js';

interface Options {
  inserting?: boolean;
}
type Row = [update: Doc, before: Doc, after: Doc | number, options?: Options];

const now = new Date('2024-05-01T10:00:00Z');

/** A number is the code of the error. */
const tables: Record<string, Row[]> = {
  $set: [
    [{ $set: { a: 1 } }, {}, { a: 1 }],
    [{ $set: { a: 1 } }, { a: 'x' }, { a: 1 }],
    [{ $set: { a: null } }, { a: 1 }, { a: null }],
    [{ $set: { 'a.b': 1 } }, {}, { a: { b: 1 } }],
    [{ $set: { 'a.b.c': 1 } }, { a: { x: 1 } }, { a: { x: 1, b: { c: 1 } } }],
    [{ $set: { 'a.b': 1 } }, { a: 5 }, 28],
    [{ $set: { 'a.b': 1 } }, { a: null }, 28],
    [{ $set: { 'a.b': 1 } }, { a: [1] }, 28],
    [{ $set: { 'a.0': 9 } }, { a: [1, 2] }, 238],
    [{ $set: { 'a.0.b': 9 } }, { a: [{ b: 1, c: 2 }] }, 238],
    [{ $set: { 'a.0': 9 } }, { a: {} }, { a: { 0: 9 } }],
    [{ $set: { 'a.0': 9 } }, {}, { a: { 0: 9 } }],
    [{ $set: { a: { y: 2, x: 1 } } }, { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    [{ $set: {} }, { a: 1 }, { a: 1 }],
    [{ $set: { a: [1, { b: 2 }] } }, {}, { a: [1, { b: 2 }] }],
  ],
  $unset: [
    [{ $unset: { a: '' } }, { a: 1, b: 2 }, { b: 2 }],
    [{ $unset: { a: '' } }, {}, {}],
    [{ $unset: { 'a.b': 1 } }, { a: { b: 1, c: 2 } }, { a: { c: 2 } }],
    [{ $unset: { 'a.b': 1 } }, { a: 5 }, { a: 5 }],
    [{ $unset: { 'a.b': 1 } }, {}, {}],
    [{ $unset: { 'a.0': 1 } }, { a: [1, 2] }, 238],
    [{ $unset: { 'a.b': 1 } }, { a: [{ b: 1 }] }, 28],
  ],
  $inc: [
    [{ $inc: { a: 2 } }, {}, { a: 2 }],
    [{ $inc: { a: 2 } }, { a: 1 }, { a: 3 }],
    [{ $inc: { a: -1.5 } }, { a: 1 }, { a: -0.5 }],
    [{ $inc: { a: 1 } }, { a: null }, 14],
    [{ $inc: { a: 1 } }, { a: '1' }, 14],
    [{ $inc: { a: 1 } }, { a: [1] }, 14],
    [{ $inc: { a: '1' } }, { a: 1 }, 14],
    [{ $inc: { a: null } }, {}, 14],
    [{ $inc: { 'a.b': 1 } }, { a: {} }, { a: { b: 1 } }],
    [{ $inc: { 'a.b': 1 } }, { a: 1 }, 28],
    [{ $inc: { 'a.1': 1 } }, { a: [1, 2] }, 238],
    [{ $inc: { a: 1 } }, { a: Number.MAX_SAFE_INTEGER }, 2],
    [{ $inc: { a: 0.5 } }, { a: 2 ** 40 }, { a: 2 ** 40 + 0.5 }],
  ],
  $min: [
    [{ $min: { a: 1 } }, {}, { a: 1 }],
    [{ $min: { a: 1 } }, { a: 2 }, { a: 1 }],
    [{ $min: { a: 3 } }, { a: 2 }, { a: 2 }],
    [{ $min: { a: 3 } }, { a: 'x' }, { a: 3 }],
    [{ $min: { a: null } }, { a: 3 }, { a: null }],
    [{ $min: { a: 1 } }, { a: [5] }, { a: 1 }],
    [{ $min: { 'a.b': 1 } }, { a: 1 }, 28],
  ],
  $max: [
    [{ $max: { a: 1 } }, {}, { a: 1 }],
    [{ $max: { a: 3 } }, { a: 2 }, { a: 3 }],
    [{ $max: { a: 1 } }, { a: 2 }, { a: 2 }],
    [{ $max: { a: 3 } }, { a: null }, { a: 3 }],
    [{ $max: { a: 3 } }, { a: 'x' }, { a: 'x' }],
    [{ $max: { a: now } }, { a: new Date(0) }, { a: now }],
    [{ $max: { 'a.b': 3 } }, { a: { b: 2 } }, { a: { b: 3 } }],
  ],
  $setOnInsert: [
    [{ $setOnInsert: { a: 1 } }, { a: 2 }, { a: 2 }],
    [{ $setOnInsert: { 'a.b': 1 } }, { a: 2 }, { a: 2 }],
    [{ $setOnInsert: { a: 1 } }, {}, { a: 1 }, { inserting: true }],
    [{ $setOnInsert: { 'a.b': 1 }, $set: { c: 2 } }, {}, { a: { b: 1 }, c: 2 }, { inserting: true }],
  ],
  $push: [
    [{ $push: { a: 1 } }, {}, { a: [1] }],
    [{ $push: { a: [1, 2] } }, { a: [0] }, { a: [0, [1, 2]] }],
    [{ $push: { a: 1 } }, { a: null }, 2],
    [{ $push: { a: 1 } }, { a: 'x' }, 2],
    [{ $push: { a: 1 } }, { a: { b: 1 } }, 2],
    [{ $push: { 'a.b': 1 } }, { a: {} }, { a: { b: [1] } }],
    [{ $push: { 'a.0': 1 } }, { a: [[]] }, 238],
    [{ $push: { 'a.b': 1 } }, { a: 5 }, 28],
    [{ $push: { a: { $each: [1, 2] } } }, { a: [0] }, { a: [0, 1, 2] }],
    [{ $push: { a: { $each: [] } } }, {}, { a: [] }],
    [{ $push: { a: { $each: [9], $position: 0 } } }, { a: [1, 2] }, { a: [9, 1, 2] }],
    [{ $push: { a: { $each: [9], $position: 7 } } }, { a: [1, 2] }, { a: [1, 2, 9] }],
    [{ $push: { a: { $each: [8, 9], $position: -1 } } }, { a: [1, 2] }, { a: [1, 8, 9, 2] }],
    [{ $push: { a: { $each: [9], $position: -7 } } }, { a: [1, 2] }, { a: [9, 1, 2] }],
    [{ $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }, { a: [1, 2] }],
    [{ $push: { a: { $each: [3], $slice: -2 } } }, { a: [1, 2] }, { a: [2, 3] }],
    [{ $push: { a: { $each: [3], $slice: 0 } } }, { a: [1, 2] }, { a: [] }],
    [{ $push: { a: { $each: [3], $slice: -9 } } }, { a: [1, 2] }, { a: [1, 2, 3] }],
    [{ $push: { a: { $each: [2], $sort: 1 } } }, { a: [3, 1] }, 2],
    [{ $push: { a: { $each: [{ n: 2 }], $sort: { n: -1 } } } }, { a: [{ n: 1 }, { n: 3 }] }, { a: [{ n: 3 }, { n: 2 }, { n: 1 }] }],
    [
      { $push: { a: { $each: [{ n: { m: 1 } }], $sort: { 'n.m': 1 } } } },
      { a: [{ n: { m: 2 } }] },
      { a: [{ n: { m: 1 } }, { n: { m: 2 } }] },
    ],
    [{ $push: { a: { $each: [{ n: 3 }, { n: 1 }, { n: 2 }], $sort: { n: -1 }, $slice: 2 } } }, {}, { a: [{ n: 3 }, { n: 2 }] }],
    [{ $push: { a: { $each: 1 } } }, {}, 2],
    [{ $push: { a: { $each: [1], $foo: 1 } } }, {}, 2],
    [{ $push: { a: { $slice: 1 } } }, {}, 2],
    [{ $push: { a: { $each: [1], $slice: 'x' } } }, {}, 2],
    [{ $push: { a: { $each: [1], $position: 1.5 } } }, {}, 2],
    [{ $push: { a: { $each: [1], $sort: 2 } } }, {}, 2],
    [{ $push: { a: { $each: [1], $sort: { n: 0 } } } }, {}, 2],
    [{ $push: { a: { $each: [1], $sort: {} } } }, {}, 2],
  ],
  $addToSet: [
    [{ $addToSet: { a: 1 } }, {}, { a: [1] }],
    [{ $addToSet: { a: 1 } }, { a: [1] }, { a: [1] }],
    [
      { $addToSet: { a: { x: 1, y: 2 } } },
      { a: [{ y: 2, x: 1 }] },
      {
        a: [
          { y: 2, x: 1 },
          { x: 1, y: 2 },
        ],
      },
    ],
    [{ $addToSet: { a: [1] } }, { a: [1] }, { a: [1, [1]] }],
    [{ $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1] }, { a: [1, 2] }],
    [{ $addToSet: { a: { $each: [] } } }, {}, { a: [] }],
    [{ $addToSet: { a: 1 } }, { a: null }, 2],
    [{ $addToSet: { a: 1 } }, { a: 1 }, 2],
    [{ $addToSet: { 'a.b': 1 } }, { a: { b: [] } }, { a: { b: [1] } }],
    [{ $addToSet: { a: { $each: 1 } } }, {}, 2],
    [{ $addToSet: { a: { $each: [1], $slice: 1 } } }, {}, 2],
  ],
  $pull: [
    [{ $pull: { a: 1 } }, { a: [1, 2, 1] }, { a: [2] }],
    [{ $pull: { a: 1 } }, {}, {}],
    [{ $pull: { a: 1 } }, { a: null }, 2],
    [{ $pull: { a: 1 } }, { a: 1 }, 2],
    [{ $pull: { 'a.b': 1 } }, { a: 1 }, { a: 1 }],
    [{ $pull: { 'a.b': 1 } }, { a: { b: [1] } }, { a: { b: [] } }],
    [{ $pull: { a: { $gt: 1 } } }, { a: [1, 2, 3] }, { a: [1] }],
    [{ $pull: { a: { $in: [1, 3] } } }, { a: [1, 2, 3] }, { a: [2] }],
    [{ $pull: { a: { $ne: 1 } } }, { a: [1, 2] }, { a: [1] }],
    [{ $pull: { a: { x: 1 } } }, { a: [{ x: 1, y: 2 }, { x: 2 }, 1] }, { a: [{ x: 2 }, 1] }],
    [{ $pull: { a: { $or: [{ x: 1 }, { y: 2 }] } } }, { a: [{ x: 1 }, { y: 2 }, { z: 3 }] }, 2],
    [{ $pull: { a: { x: { $gte: 2 } } } }, { a: [{ x: 1 }, { x: 2 }] }, { a: [{ x: 1 }] }],
    [{ $pull: { a: null } }, { a: [null, 1] }, { a: [1] }],
    [{ $pull: { a: [1] } }, { a: [[1], 1] }, { a: [1] }],
    [{ $pull: { a: { $foo: 1 } } }, { a: [] }, 2],
  ],
  'paths in conflict': [
    [{ $set: { a: 1 }, $inc: { a: 1 } }, { a: 1 }, 40],
    [{ $set: { a: 1, 'a.b': 1 } }, {}, 40],
    [{ $set: { 'a.b': 1 }, $unset: { a: 1 } }, {}, 40],
    [{ $set: { 'a.b.c': 1, 'a.b': 1 } }, {}, 40],
    [{ $set: { a: 1 }, $setOnInsert: { a: 1 } }, {}, 40],
    [{ $set: { 'a.b': 1, 'a.bc': 2 } }, {}, { a: { b: 1, bc: 2 } }],
    [{ $set: { a: 1, ab: 2 } }, {}, { a: 1, ab: 2 }],
  ],
  'malformed updates': [
    ...['$foo', '$bit', '$mul', '$rename', '$currentDate', '$pullAll', '$pop'].map((name): Row => [{ [name]: { a: 1 } }, { a: 1 }, 9]),
    [{}, { a: 1 }, 9],
    [{ b: 2 }, { _id: 1 }, 9],
    [{ b: 2, $set: { a: 1 } }, { _id: 1 }, 9],
    [{ $set: 5 }, {}, 9],
    [{ $set: [] } as Doc, {}, 9],
    [{ $set: { a: 1 }, b: 2 }, {}, 9],
    [{ $set: { '': 1 } }, {}, 56],
    [{ $set: { 'a..b': 1 } }, {}, 56],
    [{ $set: { 'a.': 1 } }, {}, 56],
    [{ $set: { $a: 1 } }, {}, 52],
    [{ $set: { 'a.$b': 1 } }, {}, 52],
    [{ $set: { 'a.$': 1 } }, { a: [1] }, 238],
    [{ $set: { 'a.$[]': 1 } }, { a: [1] }, 238],
    [{ $set: { 'a.$[e].b': 1 } }, { a: [1] }, 238],
    [[{ $set: { a: 1 } }] as unknown as Doc, {}, 9],
    ['x' as unknown as Doc, {}, 9],
  ],
  _id: [
    [{ $set: { _id: 1 } }, { _id: 1, a: 1 }, { _id: 1, a: 1 }],
    [{ $set: { _id: 2 } }, { _id: 1 }, 66],
    [{ $unset: { _id: 1 } }, { _id: 1 }, 66],
    [{ $inc: { _id: 1 } }, { _id: 1 }, 66],
    [{ $set: { '_id.x': 2 } }, { _id: { x: 1 } }, 66],
    [{ $setOnInsert: { _id: 5 } }, {}, { _id: 5 }, { inserting: true }],
    [{ $set: { _id: 5 } }, { _id: 4 }, 66, { inserting: true }],
  ],
};

/** Fails on any write into a document that was given. */
function freeze<T>(value: T): T {
  const prototype = typeof value === 'object' && value ? Object.getPrototypeOf(value) : undefined;
  if (prototype === Object.prototype || Array.isArray(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value as object)) freeze(inner);
  }
  return value;
}

describe.each(Object.keys(tables))('an update with %s', (table) => {
  const rows = tables[table]!.map(([update, before, after, options = {}]) => ({ update, before, after, options }));
  it.each(rows)('$update on $before with $options gives $after', ({ update, before, after, options }) => {
    const run = () => compileUpdate(freeze(update))(freeze(before), options.inserting === true);
    if (typeof after === 'number') {
      expect(run).toThrow(expect.objectContaining({ code: after }));
    } else {
      expect(run()).toEqual(after);
      expect(Object.keys(run())).toEqual(Object.keys(after));
    }
  });
});

test.each(['a.0', 'a.$', 'a.$[]', 'a.$[e].b'])('the path %s in an array is refused as not supported', (path) => {
  expect(() => compileUpdate({ $set: { [path]: 1 } })({ a: [1] }, false)).toThrow(
    `The update path '${path}' names a position in an array, which is not supported by this store`,
  );
});

describe('new fields', () => {
  it('are added in the order of their names, numbers by value', () => {
    const after = compileUpdate({ $set: { c: 1, 'n.10': 1, 'n.9': 1 }, $inc: { b: 1 } })({ z: 1 }, false);
    expect(JSON.stringify(after)).toBe('{"z":1,"b":1,"c":1,"n":{"9":1,"10":1}}');
  });

  it('never reach the prototype', () => {
    compileUpdate({ $set: { '__proto__.polluted': 1, 'constructor.prototype.polluted': 1 } })({}, false);
    expect(({} as Doc).polluted).toBeUndefined();
  });
});

describe('what changes nothing', () => {
  const rows: [update: Doc, doc: Doc][] = [
    [{ $set: { a: 1, 'b.c': 'x' } }, { a: 1, b: { c: 'x' } }],
    [{ $set: { a: { x: [1] } } }, { a: { x: [1] } }],
    [{ $unset: { b: 1, 'a.b': 1 } }, { a: {} }],
    [{ $inc: { a: 0 } }, { a: 1 }],
    [
      { $min: { a: 5 }, $max: { b: 5 } },
      { a: 1, b: 9 },
    ],
    [{ $push: { a: { $each: [] } } }, { a: [1] }],
    [{ $addToSet: { a: 1 } }, { a: [1] }],
    [{ $pull: { a: 1, 'b.c': 1 } }, { a: [2] }],
    [{ $setOnInsert: { a: 1 } }, {}],
  ];
  it.each(rows)('%j on %j gives the very document', (update, doc) => {
    expect(compileUpdate(update)(doc, false)).toBe(doc);
  });
});

const seeds: [name: string, filter: Doc, seed: Doc | number][] = [
  ['equality', { a: 1, b: 'x' }, { a: 1, b: 'x' }],
  ['$eq', { a: { $eq: 1 } }, { a: 1 }],
  ['$eq among other operators', { a: { $eq: 1, $exists: true } }, { a: 1 }],
  ['$in of one', { a: { $in: [1] } }, { a: 1 }],
  ['$in of several: nothing', { a: { $in: [1, 2] } }, {}],
  ['$and', { $and: [{ a: 1 }, { b: { $eq: 2 } }] }, { a: 1, b: 2 }],
  ['$or of one', { $or: [{ a: 1 }] }, { a: 1 }],
  ['$or of several: nothing', { $or: [{ a: 1 }, { a: 2 }] }, {}],
  ['$nor: nothing', { $nor: [{ a: 1 }] }, {}],
  ['a dotted path', { 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
  ['a literal document', { a: { b: 1 } }, { a: { b: 1 } }],
  ['null', { a: null }, { a: null }],
  ['a list', { a: [1] }, { a: [1] }],
  ['ranges and negations: nothing', { a: { $gt: 1 }, c: { $ne: 1 }, d: { $not: { $eq: 1 } } }, {}],
  ['_id', { _id: 5, a: { $lt: 1 } }, { _id: 5 }],
  ['a path fixed twice', { $and: [{ a: 1 }, { a: 2 }] }, 54],
  ['a path and one inside it', { $and: [{ a: 1 }, { 'a.b': 2 }] }, 54],
  ['a path and one around it', { $and: [{ 'a.x': 1 }, { a: true }] }, 54],
  ['a document and a path in it', { a: { y: 1 }, 'a.x': 1 }, 54],
  ['paths that begin alike', { a: 1, ab: 2, 'b.c': 1, 'b.cd': 2 }, { a: 1, ab: 2, b: { c: 1, cd: 2 } }],
];

describe('an upsert begins with', () => {
  it.each(seeds)('%s', (_name, filter, seed) => {
    if (typeof seed === 'number') expect(() => upsertSeed(filter)).toThrow(expect.objectContaining({ code: seed }));
    else expect(upsertSeed(filter)).toEqual(seed);
  });
});
