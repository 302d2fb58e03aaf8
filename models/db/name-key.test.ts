import { expect, it } from 'vitest';
import { nameKey } from './name-key.js';

it.each([
  ['Chess Club', 'Chess\u200b Club'],
  ['Chess Club', 'Ch\u0435ss Club'],
  ['Chess Club', 'СНЕSS CLUB'],
  ['Chess Club', 'ⅭℎｅＳＳ Club'],
  ['Chess Club', 'Chess\u2060 C\u00adlub\u3164'],
  ['Chess Club', 'Chess\u202d Club'],
  ['AI Society', 'Al Society'],
  ['PayPal', 'ΡауРаl'],
  ['Team 10', 'Team lO'],
  ['Modern Arts', 'Modem Arts'],
  ['Café', 'CAFE'],
  ['نادي الكتاب', 'نادى الکتاب'],
  ['نادي الكتاب', 'نـادي الكـتاب'],
  ['نادي الكتاب', 'نادي\u200c الكتاب'],
])('takes %j and %j for one name', (one, other) => {
  expect(nameKey(other)).toBe(nameKey(one));
});

it.each([
  ['Chess Club', 'Chess Circle'],
  ['Team 10', 'Team 11'],
  ['Society 2', 'Society 3'],
  ['نادي الكتاب', 'نادي الكاتب'],
  ['Вода', 'Воля'],
])('nameKey of %j differs from %j', (one, other) => {
  expect(nameKey(other)).not.toBe(nameKey(one));
});

it('nameKey ignores case', () => {
  expect(['ITALY', 'italy', 'Italy'].map(nameKey)).toEqual(Array(3).fill(nameKey('Italy')));
});
