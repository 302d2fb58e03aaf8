import { expect, test } from 'vitest';
import { memoizeByObject, memoizeByParts } from './memoize.js';

test('a value of an object is computed once', () => {
  let computed = 0;
  const computedOf = memoizeByObject((_key: object) => ++computed);
  const [one, other] = [{}, {}];
  expect([computedOf(one), computedOf(other), computedOf(one), computedOf(other)]).toEqual([1, 2, 1, 2]);
});

test('a value of an object and of its parts is computed again when a part or its state is another', () => {
  let computed = 0;
  const key = { state: 'open' };
  const computedOf = memoizeByParts(
    (_key: typeof key, _part: object | undefined) => ++computed,
    ({ state }) => [state],
  );
  const [part, other] = [{}, {}];
  expect([computedOf(key, part), computedOf(key, part)]).toEqual([1, 1]);
  expect([computedOf(key, other), computedOf(key, other), computedOf(key, undefined)]).toEqual([2, 2, 3]);
  key.state = 'over';
  expect([computedOf(key, undefined), computedOf(key, undefined)]).toEqual([4, 4]);
});
