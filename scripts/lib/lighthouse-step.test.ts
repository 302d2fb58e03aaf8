import { expect, test } from 'vitest';
import { missedBy, type Verdict, wrongWith } from './lighthouse-step.mjs';

const good: Verdict = {
  page: '/, member',
  form: 'mobile',
  sight: null,
  accessibility: 100,
  bestPractices: 100,
  performance: 90,
  performances: [90],
  paints: null,
  faults: [],
};

test('nothing is wrong with a page that has every point and is fast enough for its form', () => {
  expect(wrongWith(good)).toEqual([]);
  expect(wrongWith({ ...good, form: 'desktop', performance: 95 })).toEqual([]);
});

test('the speed of a page that is not held to it is not asked for', () => {
  expect(wrongWith({ ...good, performance: null })).toEqual([]);
});

test('a point that is missing is wrong, and so is a page that is too slow for its form', () => {
  expect(wrongWith({ ...good, accessibility: 99 })).toEqual(['accessibility 99']);
  expect(wrongWith({ ...good, bestPractices: 96 })).toEqual(['best practices 96']);
  expect(wrongWith({ ...good, performance: 49 })).toEqual(['performance 49, held at 50']);
  expect(wrongWith({ ...good, form: 'desktop', performance: 94 })).toEqual(['performance 94, held at 95']);
});

test('a first sight is held to limits of its own', () => {
  expect(wrongWith({ ...good, sight: 'first', performance: 69 })).toEqual(['performance 69, held at 70']);
  expect(wrongWith({ ...good, sight: 'second', performance: 49 })).toEqual(['performance 49, held at 50']);
  expect(missedBy({ ...good, sight: 'second', performance: 79 })).toEqual(['missed: performance 79 of 80, see docs/performance.md#b8']);
  expect(missedBy({ ...good, form: 'desktop', sight: 'first', performance: 97 })).toHaveLength(1);
});

test('a phone that misses its goal, but stays above its limit, is reported each time', () => {
  expect(wrongWith({ ...good, performance: 89 })).toEqual([]);
  expect(missedBy({ ...good, performance: 89 })).toEqual(['missed: performance 89 of 90, see docs/performance.md#b8']);
  expect(missedBy(good)).toEqual([]);
  expect(missedBy({ ...good, performance: null })).toEqual([]);
});

test('a finding is reported by its name instead of the score', () => {
  expect(wrongWith({ ...good, accessibility: 90, faults: ['color-contrast: Too faint'] })).toEqual(['color-contrast: Too faint']);
});
