import { expect, it } from 'vitest';
import { code } from './sources.js';

/** Lines where nothing that a person reads as a count comes from the 0. */
const allowed = /\.version|getBoundingClientRect|New_Count/;

it('no component shows 0 for an undefined number: `Count` takes undefined', () => {
  const found = code('web/src')
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\?\? 0\b/.test(line) && !allowed.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
