import { Long, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { runPipeline } from './aggregate.js';
import { compileFilter } from './match.js';
import type { Doc } from './values.js';

const id = new ObjectId('650000000000000000000001');
const sales: Doc[] = [
  { _id: 1, item: 'b', n: 2, tags: ['x', 'y'], sub: { k: 1 } },
  { _id: 2, item: 'a', n: 5, tags: [], sub: { k: 2 } },
  { _id: 3, item: 'b', n: 1, tags: ['x'] },
  { _id: 4, item: null, n: 'none', tags: null },
  { _id: 5, n: 4 },
];
const items: Doc[] = [
  { _id: 'a', name: 'Apple', count: 1 },
  { _id: 'b', name: 'Bean', count: 2 },
  { _id: null, name: 'Nothing', count: 3 },
];

const env = { lookup: (from: string, filter: Doc) => (from === 'items' ? items.filter(compileFilter(filter)) : []) };
const run = (pipeline: Doc[], input: Doc[] = sales): Doc[] => [...runPipeline(pipeline, input, env)];
const ids = (docs: Doc[]) => docs.map(({ _id }) => _id);
const byId = { $sort: { _id: 1 } };

type Row = [name: string, pipeline: Doc[], expected: unknown, input?: Doc[]];

const rows: Row[] = [
  ['no stage: all documents', [], sales],
  ['$match', [{ $match: { item: 'b' } }, { $project: { _id: 1 } }], [{ _id: 1 }, { _id: 3 }]],
  ['$sort, stable', [{ $sort: { item: 1 } }, { $project: { _id: 1 } }], [4, 5, 2, 1, 3].map((_id) => ({ _id }))],
  ['$skip and $limit', [{ $skip: 1 }, { $limit: 2 }, { $project: { _id: 1 } }], [{ _id: 2 }, { _id: 3 }]],
  ['$limit beyond the end', [{ $limit: 99 }, { $count: 'n' }], [{ n: 5 }]],
  ['$skip as Long', [{ $skip: Long.fromNumber(4) }, { $project: { _id: 1 } }], [{ _id: 5 }]],
  ['$count', [{ $match: { n: { $gt: 1 } } }, { $count: 'found' }], [{ found: 3 }]],
  ['$count of nothing', [{ $match: { n: 99 } }, { $count: 'found' }], []],
  ['countDocuments', [{ $match: {} }, { $group: { _id: 1, n: { $sum: 1 } } }], [{ _id: 1, n: 5 }]],
  [
    '$project with computed fields',
    [{ $limit: 1 }, { $project: { _id: 0, twice: { $multiply: ['$n', 2] }, k: '$sub.k' } }],
    [{ twice: 4, k: 1 }],
  ],
  ['$project leaving out', [{ $limit: 1 }, { $project: { tags: 0, sub: 0 } }], [{ _id: 1, item: 'b', n: 2 }]],
  ['$project with nested computed fields', [{ $limit: 1 }, { $project: { 'sub.j': '$n', 'sub.k': 1 } }], [{ _id: 1, sub: { k: 1, j: 2 } }]],
  ['$project computing _id', [{ $limit: 1 }, { $project: { _id: '$item' } }], [{ _id: 'b' }]],
  ['$project leaving out what is missing', [{ $match: { _id: 5 } }, { $project: { x: '$item', n: 1 } }], [{ _id: 5, n: 4 }]],
  ['$addFields', [{ $limit: 1 }, { $addFields: { n: 9, extra: '$item' } }], [{ ...sales[0], n: 9, extra: 'b' }]],
  [
    '$set, nested',
    [{ $limit: 1 }, { $set: { 'sub.z': 1, sub2: { deep: '$n' } } }],
    [{ ...sales[0], sub: { k: 1, z: 1 }, sub2: { deep: 2 } }],
  ],
  ['$addFields into documents of arrays', [{ $addFields: { 'a.y': 5 } }], [{ a: [{ x: 1, y: 5 }, { y: 5 }] }], [{ a: [{ x: 1 }, 7] }]],
  ['$addFields over a scalar', [{ $addFields: { 'a.y': 5 } }], [{ a: { y: 5 } }], [{ a: 1 }]],
  ['$addFields with $$REMOVE', [{ $addFields: { a: '$$REMOVE' } }], [{ b: 1 }], [{ a: 1, b: 1 }]],
  ['$unset', [{ $limit: 1 }, { $unset: ['tags', 'sub.k'] }], [{ _id: 1, item: 'b', n: 2, sub: {} }]],
  ['$unset of one', [{ $limit: 1 }, { $unset: 'tags' }, { $unset: 'sub' }], [{ _id: 1, item: 'b', n: 2 }]],
  [
    '$group by a field, null and missing together',
    [{ $group: { _id: '$item', n: { $sum: 1 } } }, byId],
    [
      { _id: null, n: 2 },
      { _id: 'a', n: 1 },
      { _id: 'b', n: 2 },
    ],
  ],
  ['$group by numbers of any type', [{ $group: { _id: '$v', n: { $sum: 1 } } }], [{ _id: 1, n: 2 }], [{ v: 1 }, { v: Long.fromNumber(1) }]],
  ['$group by ids', [{ $group: { _id: '$v', n: { $sum: 1 } } }], [{ _id: id, n: 2 }], [{ v: id }, { v: new ObjectId(id.toHexString()) }]],
  [
    '$group by a document',
    [{ $group: { _id: { i: '$item' }, n: { $sum: 1 } } }, byId],
    [
      { _id: {}, n: 1 },
      { _id: { i: null }, n: 1 },
      { _id: { i: 'a' }, n: 1 },
      { _id: { i: 'b' }, n: 2 },
    ],
  ],
  ['$group of nothing', [{ $match: { _id: 99 } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
  ['$sum skips what is no number', [{ $group: { _id: null, s: { $sum: '$n' } } }], [{ _id: null, s: 12 }]],
  ['$sum of nothing', [{ $group: { _id: null, s: { $sum: '$nothing' } } }], [{ _id: null, s: 0 }]],
  ['$sum of fractions', [{ $group: { _id: null, s: { $sum: '$v' } } }], [{ _id: null, s: 1 }], new Array(10).fill({ v: 0.1 })],
  [
    '$sum of Longs',
    [{ $group: { _id: null, s: { $sum: '$v' } } }],
    [{ _id: null, s: Long.fromString('9007199254740994') }],
    [{ v: Long.fromString('9007199254740993') }, { v: 1 }],
  ],
  ['$avg', [{ $group: { _id: null, a: { $avg: '$n' } } }], [{ _id: null, a: 3 }]],
  ['$avg of nothing', [{ $group: { _id: null, a: { $avg: '$nothing' } } }], [{ _id: null, a: null }]],
  ['$min over all types', [{ $group: { _id: null, m: { $min: '$n' } } }], [{ _id: null, m: 1 }]],
  ['$max over all types', [{ $group: { _id: null, m: { $max: '$n' } } }], [{ _id: null, m: 'none' }]],
  ['$min of nothing', [{ $group: { _id: null, m: { $min: '$nothing' } } }], [{ _id: null, m: null }]],
  ['$first', [byId, { $group: { _id: null, f: { $first: '$item' } } }], [{ _id: null, f: 'b' }]],
  ['$last, missing as null', [byId, { $group: { _id: null, l: { $last: '$item' } } }], [{ _id: null, l: null }]],
  ['$push skips missing', [{ $group: { _id: null, p: { $push: '$item' } } }], [{ _id: null, p: ['b', 'a', 'b', null] }]],
  ['$push of documents', [{ $limit: 2 }, { $group: { _id: null, p: { $push: { i: '$_id' } } } }], [{ _id: null, p: [{ i: 1 }, { i: 2 }] }]],
  ['$push of $$ROOT', [{ $skip: 4 }, { $group: { _id: null, p: { $push: '$$ROOT' } } }], [{ _id: null, p: [{ _id: 5, n: 4 }] }]],
  ['$addToSet', [{ $group: { _id: null, s: { $addToSet: '$item' } } }], [{ _id: null, s: ['b', 'a', null] }]],
  ['$count in $group', [{ $group: { _id: null, c: { $count: {} } } }], [{ _id: null, c: 5 }]],
  [
    '$unwind',
    [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
      { _id: 3, tags: 'x' },
    ],
  ],
  [
    '$unwind keeping what is empty',
    [{ $match: { _id: { $gt: 1 } } }, { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } }, { $project: { tags: 1 } }],
    [{ _id: 2 }, { _id: 3, tags: 'x' }, { _id: 4, tags: null }, { _id: 5 }],
  ],
  [
    '$unwind with indexes',
    [{ $limit: 2 }, { $unwind: { path: '$tags', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true } }, { $project: { at: 1 } }],
    [
      { _id: 1, at: 0 },
      { _id: 1, at: 1 },
      { _id: 2, at: null },
    ],
  ],
  ['$unwind of a scalar', [{ $limit: 1 }, { $unwind: '$n' }, { $project: { n: 1 } }], [{ _id: 1, n: 2 }]],
  ['$unwind of a nested path', [{ $unwind: '$a.b' }], [{ a: { b: 1 } }, { a: { b: 2 } }], [{ a: { b: [1, 2] } }]],
  [
    '$lookup, missing and null alike',
    [{ $lookup: { from: 'items', localField: 'item', foreignField: '_id', as: 'found' } }, { $project: { found: 1 } }],
    [
      { _id: 1, found: [items[1]] },
      { _id: 2, found: [items[0]] },
      { _id: 3, found: [items[1]] },
      { _id: 4, found: [items[2]] },
      { _id: 5, found: [items[2]] },
    ],
  ],
  [
    '$lookup with fields and a pipeline',
    [
      { $limit: 1 },
      { $lookup: { from: 'items', localField: 'item', foreignField: '_id', as: 'f', pipeline: [{ $project: { _id: 0, name: 1 } }] } },
      { $project: { f: 1 } },
    ],
    [{ _id: 1, f: [{ name: 'Bean' }] }],
  ],
  [
    '$lookup into a nested field',
    [{ $lookup: { from: 'items', localField: 'i', foreignField: '_id', as: 'x.y' } }],
    [{ i: 'a', x: { y: [items[0]] } }],
    [{ i: 'a' }],
  ],
  [
    '$lookup by a list',
    [{ $lookup: { from: 'items', localField: 'i', foreignField: '_id', as: 'f' } }],
    [{ i: ['a', 'b'], f: [items[0], items[1]] }],
    [{ i: ['a', 'b'] }],
  ],
  [
    '$lookup by an empty list',
    [{ $lookup: { from: 'items', localField: 'i', foreignField: '_id', as: 'f' } }],
    [{ i: [], f: [] }],
    [{ i: [] }],
  ],
  [
    '$lookup in a collection that is not there',
    [{ $lookup: { from: 'no', localField: 'i', foreignField: '_id', as: 'f' } }],
    [{ i: 1, f: [] }],
    [{ i: 1 }],
  ],
  ['$replaceRoot', [{ $limit: 1 }, { $replaceRoot: { newRoot: '$sub' } }], [{ k: 1 }]],
  ['$replaceRoot by an expression', [{ $limit: 1 }, { $replaceRoot: { newRoot: { a: '$n' } } }], [{ a: 2 }]],
  [
    '$sortByCount',
    [{ $match: { item: { $ne: null } } }, { $sortByCount: '$item' }],
    [
      { _id: 'b', count: 2 },
      { _id: 'a', count: 1 },
    ],
  ],
];

describe('a pipeline', () => {
  it.each(rows)('%s', (_name, pipeline, expected, input) => {
    const before = structuredClone(JSON.stringify(input ?? sales));
    expect(run(pipeline, input)).toEqual(expected);
    expect(JSON.stringify(input ?? sales)).toBe(before);
  });

  it('reads no more than it needs', () => {
    let read = 0;
    const endless = (function* () {
      for (;;) yield { _id: read++ };
    })();
    expect(ids([...runPipeline([{ $match: {} }, { $limit: 3 }], endless, env)])).toEqual([0, 1, 2]);
    expect(read).toBe(3);
  });
});

const stage = (name: string): [string, Doc[], number] => [`the stage ${name}`, [{ [name]: {} }], 40324];
const accumulator = (name: string): [string, Doc[], number] => [
  `the accumulator ${name}`,
  [{ $group: { _id: null, a: { [name]: 1 } } }],
  15952,
];
const lookup = { from: 'items', localField: 'a', foreignField: 'b', as: 'c' };

const refused: [name: string, pipeline: Doc[], code: number][] = [
  ...['$facet', '$out', '$merge', '$unionWith', '$graphLookup', '$bucket', '$bucketAuto', '$sample', '$redact', '$replaceWith'].map(stage),
  ...['$geoNear', '$search', '$changeStream', '$densify', '$fill', '$setWindowFields', '$collStats', '$indexStats', '$foo'].map(stage),
  ...['$stdDevPop', '$mergeObjects', '$top', '$firstN', '$median', '$accumulator', '$foo'].map(accumulator),
  ['a stage with two names', [{ $limit: 1, $skip: 1 }], 40323],
  ['an empty stage', [{}], 40323],
  ['a pipeline that is none', {} as Doc[], 14],
  ['$expr in $match', [{ $match: { $expr: { $eq: [1, 1] } } }], 2],
  ['$match of a list', [{ $match: [] }], 14],
  ['$sort by nothing', [{ $sort: {} }], 15976],
  ['$sort of text', [{ $sort: 'a' }], 15973],
  ['$sort by a wrong order', [{ $sort: { a: 2 } }], 15975],
  ['$limit 0', [{ $limit: 0 }], 15958],
  ['$limit of text', [{ $limit: 'x' }], 5107201],
  ['a negative $limit', [{ $limit: -1 }], 5107201],
  ['a negative $skip', [{ $skip: -1 }], 5107200],
  ['$skip of text', [{ $skip: 'x' }], 5107200],
  ['an empty $project', [{ $project: {} }], 51272],
  ['$project mixing', [{ $project: { a: 1, b: 0 } }], 31254],
  ['$project mixing the other way', [{ $project: { a: 0, b: '$c' } }], 31253],
  ['$project with an unknown expression', [{ $project: { a: { $foo: 1 } } }], 168],
  ['$addFields of text', [{ $addFields: 'x' }], 40272],
  ['$addFields with paths in conflict', [{ $addFields: { a: 1, 'a.b': 1 } }], 31249],
  ['$unset of a number', [{ $unset: 5 }], 31002],
  ['$unset of nothing', [{ $unset: [] }], 31002],
  ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
  ['$group of text', [{ $group: 'x' }], 15947],
  ['$group with a plain field', [{ $group: { _id: 1, a: '$b' } }], 40234],
  ['$group with two accumulators', [{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }], 40238],
  ['$group with a dotted name', [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }], 40235],
  ['$group with a $ name', [{ $group: { _id: 1, $a: { $sum: 1 } } }], 40236],
  ['$group with a list', [{ $group: { _id: 1, a: { $sum: [1, 2] } } }], 40237],
  ['$count with arguments in $group', [{ $group: { _id: 1, a: { $count: 1 } } }], 9],
  ['$count without a name', [{ $count: '' }], 40156],
  ['$count with a $ name', [{ $count: '$a' }], 40158],
  ['$count with a dotted name', [{ $count: 'a.b' }], 40160],
  ['$unwind without $', [{ $unwind: 'a' }], 28818],
  ['$unwind with an unknown option', [{ $unwind: { path: '$a', x: 1 } }], 28811],
  ['$unwind keeping by number', [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: 1 } }], 28809],
  ['$unwind with a $ index', [{ $unwind: { path: '$a', includeArrayIndex: '$i' } }], 28810],
  ['$lookup with let', [{ $lookup: { ...lookup, let: {} } }], 9],
  ['$lookup without fields', [{ $lookup: { from: 'items', pipeline: [], as: 'x' } }], 9],
  ['$lookup from a number', [{ $lookup: { ...lookup, from: 1 } }], 9],
  ['$lookup with a wrong stage inside', [{ $lookup: { ...lookup, pipeline: [{ $out: 'x' }] } }], 40324],
  ['$replaceRoot without newRoot', [{ $replaceRoot: {} }], 9],
  ['$sortByCount of text', [{ $sortByCount: 'a' }], 40149],
];

describe('a pipeline is refused, before it reads, for', () => {
  it.each(refused)('%s', (_name, pipeline, code) => {
    expect(() => runPipeline(pipeline, [], env)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a pipeline fails on', () => {
  it('a new root that is no document', () => {
    expect(() => run([{ $replaceRoot: { newRoot: '$nothing' } }])).toThrow(expect.objectContaining({ code: 40228 }));
  });

  it('a lookup by a pattern', () => {
    expect(() => run([{ $lookup: { ...lookup } }], [{ a: /x/ }])).toThrow(expect.objectContaining({ code: 238 }));
  });
});
