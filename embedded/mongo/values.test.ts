import { Binary, Code, DBRef, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compare, type Doc, equal, getPath, indexValues, MongoError } from './values.js';

const low = new ObjectId('000000000000000000000001');
const high = new ObjectId('f00000000000000000000001');

/** Each row is in MongoDB's ascending order. */
const orders: [name: string, values: unknown[]][] = [
  [
    'types: MinKey, missing, null, numbers, strings, objects, arrays, binary, ids, booleans, dates, timestamps, patterns, MaxKey',
    [
      new MinKey(),
      undefined,
      null,
      5,
      'a',
      { a: 1 },
      [1],
      new Binary(Buffer.from('a')),
      low,
      false,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      /a/,
      new MaxKey(),
    ],
  ],
  [
    'numbers of all types by value',
    [Number.NaN, -5, new Double(-0.5), new Int32(0), Decimal128.fromString('0.5'), 1n, Long.fromNumber(2), 2.5],
  ],
  ['Longs as numbers, not as text', [Long.fromNumber(9), Long.fromNumber(10), Long.fromString('9007199254740993')]],
  ['Longs beyond doubles exactly', [Long.fromString('9007199254740992'), Long.fromString('9007199254740993'), 2 ** 53 + 2]],
  ['a decimal 0.1 below the double 0.1', [Decimal128.fromString('0.1'), 0.1]],
  ['infinities', [Number.NEGATIVE_INFINITY, Long.MIN_VALUE, 0, Decimal128.fromString('1E+400'), Number.POSITIVE_INFINITY]],
  ['strings by bytes', ['', 'A', 'Z', 'a', 'aa', 'b', 'é', 'ي', '\uffee', '😀']],
  ['documents by type, then name, then value', [{}, { a: 1 }, { a: 2 }, { b: 1 }, { b: 1, c: 1 }, { a: 'x' }]],
  ['arrays element by element, a shorter one first', [[], [1], [1, 2], [2], ['a']]],
  ['binary by length first', [new Binary(Buffer.from('b')), new Binary(Buffer.from('c')), new Binary(Buffer.from('aa'))]],
  ['binary of one length by subtype', [new Binary(Buffer.from('b'), 0), new Binary(Buffer.from('a'), 4)]],
  ['ids by bytes', [low, high]],
  ['false below true', [false, true]],
  ['dates, also before 1970', [new Date(-1), new Date(0), new Date(1)]],
  ['timestamps by number', [new Timestamp({ t: 9, i: 0 }), new Timestamp({ t: 10, i: 0 })]],
];

describe('compare', () => {
  it.each(orders)('orders %s', (_name, values) => {
    for (const [i, a] of values.entries()) for (const [j, b] of values.entries()) expect(Math.sign(compare(a, b))).toBe(Math.sign(i - j));
  });
});

const equals: [name: string, a: unknown, b: unknown, expected: boolean][] = [
  ['an integer and a Long', 5, Long.fromNumber(5), true],
  ['an integer and a decimal', 5, Decimal128.fromString('5.00'), true],
  ['a bigint and a double', 5n, new Double(5), true],
  ['NaN and NaN', Number.NaN, Number.NaN, true],
  ['zero and minus zero', 0, -0, true],
  ['a decimal infinity and a double one', Decimal128.fromString('Infinity'), Number.POSITIVE_INFINITY, true],
  ['fields in the same order', { x: 1, y: 2 }, { x: 1, y: 2 }, true],
  ['fields in another order', { x: 1, y: 2 }, { y: 2, x: 1 }, false],
  ['nested numbers of other types', { x: [1] }, { x: [Long.fromNumber(1)] }, true],
  ['two ids with the same bytes', low, new ObjectId('000000000000000000000001'), true],
  ['a number and its text', 1, '1', false],
  ['null and missing', null, undefined, false],
  ['zero and false', 0, false, false],
  ['an id and its text', low, low.toHexString(), false],
  ['patterns with other flags', /a/, /a/i, false],
  ['references to other documents', new DBRef('a', low), new DBRef('a', high), false],
  ['references to one document', new DBRef('a', low), new DBRef('a', new ObjectId(low.toHexString())), true],
  ['code', new Code('a'), new Code('b'), false],
];

describe('equal', () => {
  it.each(equals)('%s', (_name, a, b, expected) => {
    expect(equal(a, b)).toBe(expected);
    expect(equal(b, a)).toBe(expected);
  });
});

const indexed: [name: string, doc: Doc, path: string, values: unknown[]][] = [
  ['a plain value', { a: 1 }, 'a', [1]],
  ['a missing field as null', {}, 'a', [null]],
  ['a null', { a: null }, 'a', [null]],
  ['each element once', { a: [2, 1, 2] }, 'a', [1, 2]],
  ['an empty array as undefined', { a: [] }, 'a', [undefined]],
  ['a nested field', { a: { b: 1 } }, 'a.b', [1]],
  ['a field behind a scalar as null', { a: 5 }, 'a.b', [null]],
  ['fields of an array of documents', { a: [{ b: 2 }, { b: 1 }] }, 'a.b', [1, 2]],
  ['missing ones among them as null', { a: [{ b: 1 }, {}] }, 'a.b', [null, 1]],
  ['a field behind an empty array as null', { a: [] }, 'a.b', [null]],
  ['a field behind an array of scalars as null', { a: [1, 2] }, 'a.b', [null]],
  ['an inner array of an array as a value', { a: [[1, 2]] }, 'a', [[1, 2]]],
  ['an array in a document of an array', { a: [{ b: [1, 2] }] }, 'a.b', [1, 2]],
  ['an element by its number', { a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', [2]],
  ['a field of the prototype as missing', {}, 'constructor', [null]],
];

describe('indexValues', () => {
  it.each(indexed)('gives %s', (_name, doc, path, values) => {
    expect(indexValues(doc, path)).toEqual(values);
  });
});

const paths: [name: string, doc: Doc, path: string, values: unknown[]][] = [
  ['a value', { a: { b: 1 } }, 'a.b', [1]],
  ['nothing for a missing one', { a: {} }, 'a.b', []],
  ['an array whole', { a: [1, 2] }, 'a', [[1, 2]]],
  ['those inside an array', { a: [{ b: 1 }, {}, 5, { b: 2 }] }, 'a.b', [1, 2]],
  ['nothing of the prototype', {}, 'toString', []],
];

describe('getPath', () => {
  it.each(paths)('gives %s', (_name, doc, path, values) => {
    expect(getPath(doc, path)).toEqual(values);
  });
});

describe('MongoError', () => {
  it('names its code', () => {
    expect(new MongoError(11000, 'E11000').codeName).toBe('DuplicateKey');
    expect(new MongoError(40324, 'stage').codeName).toBe('Location40324');
  });
});
