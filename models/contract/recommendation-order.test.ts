import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrange, maxPerSociety, pointsOf, type Rankable, reasonCodes, smallBelow, youngDays } from './recommendation-order.js';

const text = readFileSync(path.join(import.meta.dirname, '../../docs/recommendations.md'), 'utf8');

/** Points by the words of the table. */
const published: Record<string, (weight: number, input: number) => number> = {
  '× log2(1 + input)': (weight, input) => weight * Math.log2(1 + input),
  '× log10(1 + input)': (weight, input) => weight * Math.log10(1 + input),
  '/ (1 + input)': (weight, input) => weight / (1 + input),
  '': (weight) => weight,
};

describe('docs/recommendations.md', () => {
  it('docs/recommendations.md has the points of every reason', () => {
    const rows = [...text.matchAll(/^\| `([a-z_]+)` \| ([\d.]+) ?([^|]*?) \|/gm)];
    expect(rows.map(([, code]) => code)).toEqual([...reasonCodes]);
    for (const [, code, weight, words] of rows)
      for (const input of [0, 1, 2.5, 40])
        expect(pointsOf(code as (typeof reasonCodes)[number], input), code).toBeCloseTo(published[words!]!(Number(weight), input), 10);
  });

  it('docs/recommendations.md states what is small, and how many of one society', () => {
    expect([smallBelow, youngDays, maxPerSociety]).toEqual([50, 60, 2]);
    for (const words of ['fewer than 50 members or younger than 60 days', 'At most two items of one society'])
      expect(text).toContain(words);
  });

  it('the example in docs/recommendations.md has the order that it states', () => {
    const rows = [...text.matchAll(/^\| ([A-Z]) \| (society|event) \| ([A-Z]) \| ([\d.]+) \| (yes|no) \|$/gm)];
    const items = rows.map(([, id, type, society_id, score, small]) => ({
      id: id!,
      type: type as Rankable['type'],
      society_id: society_id!,
      score: Number(score),
      small: small === 'yes',
    }));
    const [, order] = /The order is ([A-Z, ]+):/.exec(text)!;
    expect(arrange(items, 20).map(({ id }) => id)).toEqual(order!.split(', '));
  });
});

/** Numbers between 0 and 1, the same in every run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('at least a fifth of the places of 1,000 people go to small societies, and no society has more than two', { tags: ['long'] }, () => {
  const random = randoms(7);
  let [places, ofSmall] = [0, 0];
  for (let person = 0; person < 1000; person++) {
    const societies = Array.from({ length: 40 }, (_each, n) => ({ id: `s${n}`, small: n % 2 === 0 }));
    // Large societies have far more points.
    const items = Array.from({ length: 60 }, (_each, n): Rankable => {
      const { id, small } = societies[Math.floor(random() * societies.length)]!;
      return { id: `${person}-${n}`, type: n % 3 === 0 ? 'event' : 'society', society_id: id, score: random() + (small ? 0 : 5), small };
    });
    for (const limit of [3, 5, 10, 20]) {
      const placed = arrange(items, limit);
      const small = placed.filter((item) => item.small).length;
      expect(small / placed.length).toBeGreaterThanOrEqual(0.2);
      if (limit === 20) [places, ofSmall] = [places + placed.length, ofSmall + small];
      for (const { society_id } of placed)
        expect(placed.filter((item) => item.society_id === society_id).length).toBeLessThanOrEqual(maxPerSociety);
    }
  }
  expect(ofSmall / places).toBeGreaterThanOrEqual(0.2);
});
