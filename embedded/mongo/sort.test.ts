import { describe, expect, it } from 'vitest';
import { compileSort, compileSortKeys, type Doc } from './values.js';

const rows: [name: string, sort: Doc, sorted: Doc[]][] = [
  ['ascending', { a: 1 }, [{ a: 1 }, { a: 2 }, { a: 3 }]],
  ['descending', { a: -1 }, [{ a: 3 }, { a: 2 }, { a: 1 }]],
  [
    'by two fields',
    { a: 1, b: -1 },
    [
      { a: 1, b: 2 },
      { a: 1, b: 1 },
      { a: 2, b: 9 },
    ],
  ],
  ['missing as null, both before numbers', { a: 1 }, [{ a: [] }, {}, { a: 0 }, { a: 'x' }, { a: {} }]],
  ['mixed types descending', { a: -1 }, [{ a: true }, { a: {} }, { a: 'x' }, { a: 0 }, { a: null }]],
  ['arrays by their smallest ascending', { a: 1 }, [{ a: [1, 9] }, { a: 2 }, { a: [3, 4] }]],
  ['arrays by their largest descending', { a: -1 }, [{ a: [1, 9] }, { a: [3, 4] }, { a: 2 }]],
  ['an empty array before null', { a: 1 }, [{ a: [] }, { a: null }, { a: 1 }]],
  ['nested fields', { 'a.b': 1 }, [{ a: {} }, { a: { b: 1 } }, { a: { b: 2 } }]],
  ['fields in arrays of documents by the smallest', { 'a.b': 1 }, [{ a: [{ b: 1 }, { b: 9 }] }, { a: [{ b: 5 }] }]],
  ['fields in arrays of documents by the largest', { 'a.b': -1 }, [{ a: [{ b: 1 }, { b: 9 }] }, { a: [{ b: 5 }] }]],
  [
    'by two fields in one array: by the whole key of one element',
    { 'a.x': 1, 'a.y': 1 },
    [
      { a: [{ x: 1, y: 3 }] },
      {
        a: [
          { x: 1, y: 5 },
          { x: 2, y: 0 },
        ],
      },
    ],
  ],
  [
    'by two fields in one array, descending',
    { 'a.x': -1, 'a.y': -1 },
    [
      {
        a: [
          { x: 2, y: 1 },
          { x: 1, y: 9 },
        ],
      },
      { a: [{ x: 2, y: 0 }] },
    ],
  ],
  ['by an array and a field in it', { a: 1, 'a.x': 1 }, [{ a: [3, { x: 0 }] }, { a: [{ x: 1 }] }]],
  ['arrays of mixed types by the least type', { a: 1 }, [{ a: ['x', null] }, { a: [1, 'x'] }, { a: ['a'] }]],
];

describe('sort', () => {
  it.each(rows)('%s', (_name, sort, sorted) => {
    const order = compileSort(sort);
    expect([...sorted].reverse().sort(order)).toEqual(sorted);
    for (const [i, a] of sorted.entries()) for (const [j, b] of sorted.entries()) expect(Math.sign(order(a, b))).toBe(Math.sign(i - j));
  });

  it('takes missing and null for equal', () => {
    expect(compileSort({ a: 1 })({}, { a: null })).toBe(0);
  });

  it.each([
    { a: [1, 2], b: [1] },
    { a: [], b: [1, 2] },
    { a: [{ b: [1] }], b: [1] },
  ])('refuses the parallel arrays of %j', (doc) => {
    expect(() => compileSortKeys({ a: 1, b: 1 }).keyOf(doc)).toThrow(
      expect.objectContaining({ code: 2, message: 'cannot sort with keys that are parallel arrays' }),
    );
  });

  const refused: [Doc, number][] = [
    [{ a: 0 }, 15975],
    [{ a: 'asc' }, 15975],
    [{ a: { $meta: 'textScore' } }, 15975],
    [{ $a: 1 }, 16410],
    [{ '': 1 }, 16410],
  ];
  it.each(refused)('refuses %j', (sort, code) => {
    expect(() => compileSort(sort)).toThrow(expect.objectContaining({ code }));
  });
});
