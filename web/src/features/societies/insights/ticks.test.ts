import { expect, it } from 'vitest';
import { ticksOf } from './ticks';

it.each([
  [0, 7, [0, 2, 4, 6, 8]],
  [0, 0, [0, 1]],
  [0, 1, [0, 1]],
  [0, 84, [0, 50, 100]],
  [0, 218, [0, 100, 200, 300]],
])('ticks from %s to %s are round and start at zero', (lowest, highest, ticks) => {
  expect(ticksOf(lowest, highest)).toEqual(ticks);
});

it.each([
  [169, 214, [160, 180, 200, 220]],
  [40, 46, [40, 42, 44, 46]],
  [12_340, 12_380, [12_340, 12_350, 12_360, 12_370, 12_380]],
  [214, 214, [214, 215]],
])('ticks from %s to %s are near the values, so that a change is visible', (lowest, highest, ticks) => {
  expect(ticksOf(lowest, highest)).toEqual(ticks);
});

it('never has more than six ticks', () => {
  for (let highest = 1; highest < 5000; highest += 7) {
    expect(ticksOf(0, highest).length).toBeLessThanOrEqual(6);
    expect(ticksOf(0, highest).at(-1)).toBeGreaterThanOrEqual(highest);
  }
});
