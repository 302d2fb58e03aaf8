import { Binary, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { compileFilter } from './match.js';
import type { Doc } from './values.js';

const id = new ObjectId('650000000000000000000001');
const sameId = new ObjectId('650000000000000000000001');
const otherId = new ObjectId('650000000000000000000002');
const date = new Date('2024-05-01T00:00:00Z');

type Row = [filter: Doc, doc: Doc, expected: boolean, why?: string];

const tables: Record<string, Row[]> = {
  equality: [
    [{}, { a: 1 }, true],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: '1' }, false],
    [{ a: 1 }, {}, false],
    [{ a: 1 }, { a: [1, 2] }, true, 'an element'],
    [{ a: [1, 2] }, { a: [1, 2] }, true, 'the whole array'],
    [{ a: [1, 2] }, { a: [[1, 2], 3] }, true, 'an array as an element'],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
    [{ a: { x: 1, y: 2 } }, { a: { x: 1, y: 2 } }, true],
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, false, 'order of fields matters'],
    [{ a: { x: 1 } }, { a: { x: 1, y: 2 } }, false],
    [{ a: { x: 1 } }, { a: [{ x: 1 }] }, true],
    [{ a: 5 }, { a: 5.5 }, false],
    [{ a: id }, { a: sameId }, true],
    [{ a: id }, { a: otherId }, false],
    [{ a: date }, { a: new Date(date) }, true],
    [{ a: new Binary(Buffer.from('x')) }, { a: new Binary(Buffer.from('x')) }, true],
    [{ a: { $eq: 1 } }, { a: [1] }, true],
    [{ a: true }, { a: 1 }, false],
    [{ a: 1, b: 2 }, { a: 1, b: 2 }, true],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, false],
    [{ constructor: null }, {}, true, 'a field of the prototype is missing'],
    [{ a: {} }, { a: {} }, true],
  ],
  null: [
    [{ a: null }, { a: null }, true],
    [{ a: null }, {}, true],
    [{ a: null }, { a: 0 }, false],
    [{ a: null }, { a: [] }, false],
    [{ a: null }, { a: [null] }, true],
    [{ 'a.b': null }, { a: 5 }, true],
    [{ 'a.b': null }, { a: [] }, false, 'an empty array leads nowhere'],
    [{ 'a.b': null }, { a: [1] }, false, 'nor does one of scalars'],
    [{ 'a.b': null }, { a: [{ b: 1 }, {}] }, true],
    [{ 'a.b': null }, { a: [{ b: 1 }] }, false],
    [{ a: { $ne: null } }, {}, false],
    [{ a: { $ne: null } }, { a: 0 }, true],
    [{ a: { $gte: null } }, {}, true],
    [{ a: { $lte: null } }, { a: null }, true],
    [{ a: { $gt: null } }, { a: 1 }, false],
    [{ a: { $in: [null] } }, {}, true],
    [{ a: { $nin: [null] } }, {}, false],
    [{ a: { $not: { $eq: null } } }, {}, false],
  ],
  paths: [
    [{ 'a.b': 1 }, { a: { b: 1 } }, true],
    [{ 'a.b': 1 }, { a: [{ b: 0 }, { b: 1 }] }, true],
    [{ 'a.b': 1 }, { a: [[{ b: 1 }]] }, false, 'only one level of arrays'],
    [{ 'a.0': 1 }, { a: [1, 2] }, true],
    [{ 'a.1': 1 }, { a: [1, 2] }, false],
    [{ 'a.0': [1] }, { a: [[1]] }, true],
    [{ 'a.0.b': 1 }, { a: [{ b: 1 }] }, true],
    [{ 'a.0': 1 }, { a: { 0: 1 } }, true],
    [{ 'a.0': 1 }, { a: [{ 0: 1 }] }, true],
    [{ 'a.b.c': 1 }, { a: [{ b: [{ c: 1 }] }] }, true],
    [{ 'a.b': { $gt: 1 } }, { a: [{ b: 1 }, { b: 2 }] }, true],
  ],
  ranges: [
    [{ a: { $gt: 1 } }, { a: 2 }, true],
    [{ a: { $gt: 1 } }, { a: 1 }, false],
    [{ a: { $gte: 1 } }, { a: 1 }, true],
    [{ a: { $lt: 1 } }, { a: 0 }, true],
    [{ a: { $lte: 1 } }, { a: 1 }, true],
    [{ a: { $lt: 1 } }, {}, false],
    [{ a: { $gt: 1 } }, { a: 'x' }, false, 'only values of the same type'],
    [{ a: { $lt: 'x' } }, { a: 5 }, false],
    [{ a: { $gt: 1, $lt: 3 } }, { a: [0, 5] }, true, 'different elements may pass each'],
    [{ a: { $lt: 5 } }, { a: Number.NaN }, false],
    [{ a: { $lte: Number.NaN } }, { a: Number.NaN }, true],
    [{ a: { $gte: date } }, { a: date }, true],
    [{ a: { $gt: id } }, { a: otherId }, true],
    [{ a: { $gt: false } }, { a: true }, true],
    [{ a: { $gt: [1] } }, { a: [2] }, true],
    [{ a: { $lt: { x: 2 } } }, { a: { x: 1 } }, true],
  ],
  negations: [
    [{ a: { $ne: 1 } }, { a: [1, 2] }, false, 'no element may be equal'],
    [{ a: { $ne: 1 } }, {}, true],
    [{ a: { $nin: [1, 2] } }, { a: [3] }, true],
    [{ a: { $nin: [1, 2] } }, { a: [3, 2] }, false],
    [{ a: { $nin: [] } }, { a: 1 }, true],
    [{ a: { $not: { $gt: 1 } } }, { a: 'x' }, true],
    [{ a: { $not: { $gt: 1 } } }, {}, true],
    [{ a: { $not: { $gt: 1, $lt: 5 } } }, { a: 7 }, true],
    [{ a: { $not: { $not: { $eq: 1 } } } }, { a: 1 }, true],
  ],
  lists: [
    [{ a: { $in: [1, 2] } }, { a: 2 }, true],
    [{ a: { $in: [1, 2] } }, { a: [0, 2] }, true],
    [{ a: { $in: [1, 2] } }, {}, false],
    [{ a: { $in: [] } }, { a: 1 }, false],
    [{ a: { $in: [id, otherId] } }, { a: sameId }, true],
    [{ a: { $in: [id] } }, { a: id.toHexString() }, false],
    [{ a: { $in: [[1, 2]] } }, { a: [1, 2] }, true],
  ],
  $exists: [
    [{ a: { $exists: true } }, { a: null }, true],
    [{ a: { $exists: true } }, {}, false],
    [{ a: { $exists: false } }, {}, true],
    [{ a: { $exists: 0 } }, {}, true],
    [{ a: { $exists: 1 } }, { a: [] }, true],
    [{ 'a.b': { $exists: true } }, { a: [{ b: 1 }, {}] }, true],
    [{ 'a.b': { $exists: false } }, { a: [{ b: 1 }, {}] }, false],
    [{ 'a.b': { $exists: false } }, { a: [] }, true],
  ],
  $type: [
    [{ a: { $type: 'objectId' } }, { a: id }, true],
    [{ a: { $type: 'string' } }, { a: ['x'] }, true, 'an element'],
    [{ a: { $type: 'array' } }, { a: ['x'] }, true, 'or the array'],
    [{ a: { $type: 'null' } }, {}, false],
    [{ a: { $type: 'null' } }, { a: null }, true],
    [{ a: { $type: 'object' } }, { a: id }, false],
    [{ a: { $type: 'binData' } }, { a: new Binary(Buffer.from('x')) }, true],
  ],
  logic: [
    [{ $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
    [{ $and: [{ a: 1 }, { b: 2 }] }, { a: 1 }, false],
    [{ $or: [{ a: 1 }, { b: 2 }] }, { b: 2 }, true],
    [{ $or: [{ a: 1 }, { b: 2 }] }, {}, false],
    [{ $nor: [{ a: 1 }, { b: 2 }] }, {}, true],
    [{ $nor: [{ a: 1 }, { b: 2 }] }, { b: 2 }, false],
    [{ a: 1, $or: [{ b: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
    [{ $and: [{ $or: [{ a: 1 }] }, { $nor: [{ a: 2 }] }] }, { a: 1 }, true],
  ],
};

describe.each(Object.keys(tables))('a query by %s', (table) => {
  it.each(tables[table]!.map(([filter, doc, expected, why]) => ({ filter, doc, expected, why: why ? `: ${why}` : '' })))(
    '$filter on $doc is $expected$why',
    ({ filter, doc, expected }) => {
      expect(compileFilter(filter)(doc)).toBe(expected);
    },
  );
});

const refused: [name: string, filter: Doc, code?: number][] = [
  ...['$expr', '$where', '$text', '$jsonSchema', '$sampleRate', '$alwaysTrue', '$comment', '$unknown'].map((name): [string, Doc] => [
    name,
    { [name]: {} },
  ]),
  ...['$all', '$elemMatch', '$size', '$mod', '$regex', '$options', '$near', '$geoWithin', '$bitsAllSet', '$expr', '$ref', '$foo'].map(
    (name): [string, Doc] => [`${name} on a field`, { a: { [name]: 1 } }],
  ),
  ['an operator in a list', { a: { $in: [{ $gt: 1 }] } }],
  ['$in without a list', { a: { $in: 1 } }],
  ['$nin without a list', { a: { $nin: {} } }],
  ['an empty $or', { $or: [] }],
  ['$and without a list', { $and: {} }],
  ['$nor with a value', { $nor: [1] }],
  ['an operator inside of $or', { $or: [{ a: 1 }, { b: { $foo: 1 } }] }],
  ['$not of a value', { a: { $not: 1 } }],
  ['an empty $not', { a: { $not: {} } }],
  ['$not of a literal document', { a: { $not: { b: 1 } } }],
  ['$not of an unknown operator', { a: { $not: { $foo: 1 } } }],
  ['a field among operators', { a: { $gt: 1, b: 2 } }],
  ['an unknown type name', { a: { $type: 'text' } }],
  ['a type of numbers, which the store does not distinguish', { a: { $type: 'long' } }],
  ['a type by its number', { a: { $type: 7 } }],
  ['a list of types', { a: { $type: ['string', 'null'] } }],
  ['a filter that is a list', [] as unknown as Doc, 14],
];

describe('a query is refused for', () => {
  it.each(refused)('%s', (_name, filter, code = 2) => {
    expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code }));
  });
});
