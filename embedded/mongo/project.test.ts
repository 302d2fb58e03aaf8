import { describe, expect, it } from 'vitest';
import { compileProjection } from './project.js';
import type { Doc } from './values.js';

const doc = { _id: 1, a: 1, b: { x: 1, y: 2 }, c: [{ x: 1, y: 2 }, { x: 3 }, 5], d: [1, 2, 3, 4], e: null };

const rows: [projection: Doc, expected: Doc | number][] = [
  [{}, doc],
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ a: true, _id: 0 }, { a: 1 }],
  [{ a: 1, _id: false }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ a: 5 }, { _id: 1, a: 1 }],
  [
    { e: 1, missing: 1 },
    { _id: 1, e: null },
  ],
  [{ 'b.x': 1 }, { _id: 1, b: { x: 1 } }],
  [{ b: { x: 1 } }, { _id: 1, b: { x: 1 } }],
  [
    { 'b.x': 1, 'b.y': 1 },
    { _id: 1, b: { x: 1, y: 2 } },
  ],
  [{ 'b.z': 1 }, { _id: 1, b: {} }],
  [{ 'a.x': 1 }, { _id: 1 }],
  [{ 'c.x': 1 }, { _id: 1, c: [{ x: 1 }, { x: 3 }] }],
  [
    { a: 0, b: 0, c: 0, d: 0 },
    { _id: 1, e: null },
  ],
  [{ _id: 0 }, { a: 1, b: doc.b, c: doc.c, d: doc.d, e: null }],
  [{ _id: 0, a: 0, b: 0, c: 0, d: 0 }, { e: null }],
  [
    { 'b.x': 0, c: 0, d: 0 },
    { _id: 1, a: 1, b: { y: 2 }, e: null },
  ],
  [
    { 'c.x': 0, b: 0, d: 0 },
    { _id: 1, a: 1, c: [{ y: 2 }, {}, 5], e: null },
  ],
  [
    { 'a.x': 0, b: 0, c: 0, d: 0 },
    { _id: 1, a: 1, e: null },
  ],
  [{ d: { $slice: 2 } }, { ...doc, d: [1, 2] }],
  [{ d: { $slice: -1 } }, { ...doc, d: [4] }],
  [{ d: { $slice: [1, 2] } }, { ...doc, d: [2, 3] }],
  [{ d: { $slice: [-2, 1] } }, { ...doc, d: [3] }],
  [{ d: { $slice: [9, 1] } }, { ...doc, d: [] }],
  [{ a: { $slice: 1 } }, doc],
  [
    { a: 1, d: { $slice: 1 } },
    { _id: 1, a: 1, d: [1] },
  ],
  [
    { a: 0, b: 0, c: 0, d: { $slice: 1 } },
    { _id: 1, d: [1], e: null },
  ],
  [{ c: { $elemMatch: { x: 3 } } }, { _id: 1, c: [{ x: 3 }] }],
  [{ c: { $elemMatch: { x: 9 } } }, { _id: 1 }],
  [{ d: { $elemMatch: { $in: [3, 2] } } }, { _id: 1, d: [2] }],
  [{ a: { $elemMatch: { x: 1 } } }, { _id: 1 }],
  [
    { e: 1, d: { $elemMatch: { $gt: 3 } } },
    { _id: 1, e: null, d: [4] },
  ],
  [{ a: 1, b: 0 }, 31254],
  [{ a: 0, b: 1 }, 31253],
  [{ a: 0, d: { $elemMatch: { $gt: 1 } } }, 31253],
  [{ b: 1, 'b.x': 1 }, 31249],
  [{ 'b.x': 1, b: 1 }, 31249],
  [{ b: {} }, 51270],
  [{ 'c.$': 1 }, 16410],
  [{ $a: 1 }, 16410],
  [{ 'a..b': 1 }, 16410],
  [{ a: '$b' }, 168],
  [{ a: { $add: [1, 2] } }, 168],
  [{ a: { $meta: 'textScore' } }, 168],
  [{ d: { $slice: 'x' } }, 28724],
  [{ d: { $slice: [1] } }, 28724],
  [{ d: { $slice: [1, 0] } }, 28724],
  [{ d: { $elemMatch: 1 } }, 2],
];

describe('a projection', () => {
  it.each(rows.map(([projection, expected]) => ({ projection, expected })))('$projection gives $expected', ({ projection, expected }) => {
    const run = () => compileProjection(projection)(doc);
    if (typeof expected === 'number') {
      expect(run).toThrow(expect.objectContaining({ code: expected }));
    } else {
      expect(run()).toEqual(expected);
      expect(Object.keys(run())).toEqual(Object.keys(expected));
    }
  });
});
