import { Binary, Long } from 'bson';
import { expect, test } from 'vitest';
import { asSent, match, type Named } from './matching.js';
import type { SpecOutcome } from './run.js';
import { type Group, judge, staleNames } from './verdicts.js';

const named: Named = { entity: (name) => ({ name }), lsid: (session) => ({ id: session }) };
const matches = (expected: unknown, actual: unknown, mayHaveMore = false): boolean => {
  try {
    match(expected, actual, named, 'it', mayHaveMore);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['the same document', { a: 1, b: [1, { c: 'x' }] }, { b: [1, { c: 'x' }], a: 1 }, true],
  ['another value', { a: 1 }, { a: 2 }, false],
  ['a missing field', { a: 1, b: 2 }, { a: 1 }, false],
  ['a field too many', { a: 1 }, { a: 1, b: 2 }, false],
  ['a longer array', [1], [1, 2], false],
  ['null where nothing is', { a: null }, {}, false],
  ['numbers of other types', { a: 1 }, { a: Long.fromNumber(1) }, true],
  ['a string that looks like a number', { a: 1 }, { a: '1' }, false],
  ['a value where there is one', { a: { $$exists: true } }, { a: null }, true],
  ['a value where nothing is', { a: { $$exists: true } }, {}, false],
  ['nothing where a value is', { a: { $$exists: false } }, { a: 1 }, false],
  ['an unset field', { a: { $$unsetOrMatches: 1 } }, {}, true],
  ['a set field with another value', { a: { $$unsetOrMatches: 1 } }, { a: 2 }, false],
  ['a type', { a: { $$type: ['string', 'long'] } }, asSent({ a: Long.fromNumber(1) }), true],
  ['another type', { a: { $$type: 'long' } }, asSent({ a: 1 }), false],
  ['the id of a session', { a: { $$sessionLsid: 's' } }, { a: { id: 's' } }, true],
  ['the id of another session', { a: { $$sessionLsid: 's' } }, { a: { id: 't' } }, false],
  ['a saved result', { $$matchesEntity: 'x' }, { name: 'x' }, true],
  ['bytes', { $$matchesHexBytes: '0aff' }, new Binary(Buffer.from([10, 255])), true],
  ['other bytes', { $$matchesHexBytes: '0aff' }, Buffer.from([10]), false],
])('the runner of the specification tests compares %s', (_what, expected, actual, holds) => {
  expect(matches(expected, actual)).toBe(holds);
});

test('the runner of the specification tests lets only a document at the root have more fields than are named', () => {
  expect(matches({ a: { b: 1 } }, { a: { b: 1 }, more: 1 }, true)).toBe(true);
  expect(matches({ a: { b: 1 } }, { a: { b: 1, more: 1 } }, true)).toBe(false);
  expect(matches([{ a: 1 }], [{ a: 1, more: 1 }], true)).toBe(true);
});

test('the runner of the specification tests reads commands as they are sent', () => {
  expect(matches({ sort: { a: 1 } }, asSent({ sort: new Map([['a', 1]]), hint: undefined }))).toBe(true);
});

const listed: Group = { kind: 'refused', reason: 'No hints.', says: '^40415 .*hint', tests: { find: ['with a hint'], count: 'all' } };

test.each<[string, SpecOutcome, Group | undefined, string]>([
  ['a test without a mismatch', { mismatches: [], errors: [] }, undefined, 'passed'],
  ['a mismatch', { mismatches: ['result: 1'], errors: [] }, undefined, 'wrong'],
  ['a refusal that is not listed', { mismatches: ['find failed'], errors: ["40415 'find.hint'"] }, undefined, 'wrong'],
  ['a listed refusal', { mismatches: ['find failed'], errors: ["40415 'find.hint'"] }, listed, 'refused'],
  ['a listed test that is refused for another reason', { mismatches: ['find failed'], errors: ["40415 'find.let'"] }, listed, 'wrong'],
  ['a listed test with a wrong answer', { mismatches: ['result: 1'], errors: [] }, listed, 'wrong'],
  ['a listed test that passes', { mismatches: [], errors: [] }, listed, 'wrong'],
])('the runner of the specification tests judges %s', (_what, outcome, group, verdict) => {
  expect(judge(outcome, group).verdict).toBe(verdict);
});

test('the runner of the specification tests lets nothing but what is listed of the driver be wrong', () => {
  const ofDriver: Group = { kind: 'driver', reason: 'It adds wtimeout.', says: 'wtimeout', tests: {} };
  const [listedFault, other] = ['event 1: nobody expected wtimeout', 'things: expected 1, got 2'];
  expect(judge({ mismatches: [listedFault], errors: [] }, ofDriver).verdict).toBe('driver');
  expect(judge({ mismatches: [listedFault, other], errors: [] }, ofDriver).verdict).toBe('wrong');
});

test('the runner of the specification tests finds listed names that are no longer there', () => {
  expect(staleNames([listed], new Map([['find', ['with a hint']]]))).toEqual(['count']);
  expect(staleNames([listed], new Map([['count', ['x']]]))).toEqual(['find: with a hint']);
});
