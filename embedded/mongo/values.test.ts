import { Binary, BSONRegExp, Code, DBRef, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compare, type Doc, equal, getPath, indexValues, MongoError, refuseUnknownTypes } from './values.js';

const low = new ObjectId('000000000000000000000001');
const high = new ObjectId('f00000000000000000000001');

/** Each row is in MongoDB's ascending order. */
const orders: [name: string, values: unknown[]][] = [
  [
    'types: missing, null, numbers, strings, objects, arrays, binary, ids, booleans, dates',
    [undefined, null, 5, 'a', { a: 1 }, [1], new Binary(Buffer.from('a')), low, false, new Date(0)],
  ],
  ['numbers by value', [Number.NaN, Number.NEGATIVE_INFINITY, -5, -0.5, 0, 2, 2.5, 10, 2 ** 53, Number.POSITIVE_INFINITY]],
  ['strings by bytes', ['', 'A', 'Z', 'a', 'aa', 'b', 'é', 'ي', '\uffee', '😀']],
  ['documents by type, then name, then value', [{}, { a: 1 }, { a: 2 }, { b: 1 }, { b: 1, c: 1 }, { a: 'x' }]],
  ['arrays element by element, a shorter one first', [[], [1], [1, 2], [2], ['a']]],
  ['binary by length first', [new Binary(Buffer.from('b')), new Binary(Buffer.from('c')), new Binary(Buffer.from('aa'))]],
  ['binary of one length by subtype', [new Binary(Buffer.from('b'), 0), new Binary(Buffer.from('a'), 4)]],
  ['ids by bytes', [low, high]],
  ['false below true', [false, true]],
  ['dates, also before 1970', [new Date(-1), new Date(0), new Date(1)]],
];

describe('compare', () => {
  it.each(orders)('orders %s', (_name, values) => {
    for (const [i, a] of values.entries()) for (const [j, b] of values.entries()) expect(Math.sign(compare(a, b))).toBe(Math.sign(i - j));
  });
});

const equals: [name: string, a: unknown, b: unknown, expected: boolean][] = [
  ['NaN and NaN', Number.NaN, Number.NaN, true],
  ['zero and minus zero', 0, -0, true],
  ['fields in the same order', { x: 1, y: 2 }, { x: 1, y: 2 }, true],
  ['fields in another order', { x: 1, y: 2 }, { y: 2, x: 1 }, false],
  ['two ids with the same bytes', low, new ObjectId('000000000000000000000001'), true],
  ['a number and its text', 1, '1', false],
  ['null and missing', null, undefined, false],
  ['zero and false', 0, false, false],
  ['an id and its text', low, low.toHexString(), false],
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

const unknown: [name: string, value: unknown][] = [
  ['a regular expression', /a/],
  ['another of them', new BSONRegExp('a')],
  ['a decimal', Decimal128.fromString('1')],
  ['a whole number beyond 2^53', Long.fromString('9007199254740993')],
  ['a timestamp', new Timestamp({ t: 1, i: 1 })],
  ['the least key', new MinKey()],
  ['the largest key', new MaxKey()],
  ['code', new Code('a')],
  ['a reference', new DBRef('a', low)],
];

describe('refused, at any depth, is', () => {
  it.each(unknown)('%s', (_name, value) => {
    for (const doc of [{ a: value }, { a: [{ b: value }] }])
      expect(() => refuseUnknownTypes(doc)).toThrow(expect.objectContaining({ code: 2, codeName: 'BadValue' }));
  });

  it('nothing else', () => {
    expect(() => refuseUnknownTypes({ a: [null, 1, 'x', true, new Date(), low, new Binary(Buffer.from('a')), {}, [[]]] })).not.toThrow();
  });
});

describe('MongoError', () => {
  it('names its code', () => {
    expect(new MongoError(11000, 'E11000').codeName).toBe('DuplicateKey');
    expect(new MongoError(40324, 'stage').codeName).toBe('Location40324');
  });
});
