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
  [{ b: { x: 1 } }, 31325],
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
  [{ a: 1, b: 0 }, 31254],
  [{ a: 0, b: 1 }, 31253],
  [{ b: 1, 'b.x': 1 }, 31249],
  [{ 'b.x': 1, b: 1 }, 31249],
  [{ b: {} }, 31325],
  [{ 'c.$': 1 }, 16410],
  [{ $a: 1 }, 16410],
  [{ 'a..b': 1 }, 16410],
  [{ a: '$b' }, 31325],
  [{ a: { $add: [1, 2] } }, 31325],
  [{ a: { $meta: 'textScore' } }, 31325],
  [{ d: { $slice: 2 } }, 31325],
  [{ d: { $slice: [1, 2] } }, 31325],
  [{ d: { $elemMatch: { x: 1 } } }, 31325],
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
