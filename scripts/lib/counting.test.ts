import { expect, test } from 'vitest';
import { asOne, asRepeated, couldNotRun, countOne, countPlaywright, countVitest, total } from './counting.mjs';

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});
const node = { node: (name: string) => !name.startsWith('web/') };
const both = { ...node, dom: (name: string) => name.startsWith('web/') };

test('every vitest test counts', () => {
  const report = { testResults: [file('a', 'passed', 'passed', 'passed'), file('web/b', 'failed', 'passed', 'failed')] };
  expect(countVitest(report, 1, both)).toEqual({ passed: 3, failed: 1 });
});

test('a skipped test counts neither way', () => {
  expect(countVitest({ testResults: [file('a', 'passed', 'passed', 'skipped', 'pending', 'todo')] }, 0, node)).toEqual({
    passed: 1,
    failed: 0,
  });
});

test('a file that does not load counts as failed', () => {
  expect(countVitest({ testResults: [file('a', 'passed', 'passed'), file('b', 'failed')] }, 1, node)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test('a file whose hook threw counts as failed', () => {
  expect(countVitest({ testResults: [file('a', 'failed', 'skipped', 'skipped')] }, 1, node)).toMatchObject({ passed: 0, failed: 1 });
});

test('a project without tests counts as failed', () => {
  expect(countVitest({ testResults: [file('a', 'passed', 'passed')] }, 0, both)).toMatchObject({
    passed: 1,
    failed: 1,
    why: expect.stringContaining('dom'),
  });
});

test('an unhandled error counts as failed although every test passed', () => {
  expect(countVitest({ testResults: [file('a', 'passed', 'passed')] }, 1, node)).toMatchObject({ passed: 1, failed: 1 });
});

test('a run without a report counts as failed', () => {
  expect(countVitest(undefined, 0, node)).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 });
});

const journeys = (expected: number, unexpected: number, flaky: number, errors: unknown[] = []) => ({
  stats: { expected, unexpected, flaky, skipped: 2 },
  errors,
});

test.each([
  ['all passed', journeys(3, 0, 0), 0, 3, 0],
  ['one failed', journeys(2, 1, 0), 1, 2, 1],
  ['one passed when it ran again', journeys(2, 0, 1), 0, 3, 0],
  ['one passed when it ran again, one failed', journeys(2, 1, 1), 1, 3, 1],
  ['none at all', journeys(0, 0, 0), 0, 0, 1],
  ['a fault outside the tests', journeys(2, 0, 0, ['x']), 1, 2, 1],
  ['a bad exit status', journeys(2, 0, 0), 130, 2, 1],
])('journeys: %s', (_, report, code, passed, failed) => {
  expect(countPlaywright(report, code)).toMatchObject({ passed, failed });
});

test('flaky journeys are counted beside the step', () => {
  expect(countPlaywright(journeys(2, 0, 1), 0)).toEqual({ passed: 3, failed: 0, why: 'flaky: 1' });
});

const tagged = (status: string) => ({ status, tags: ['generated'] });

test('generated vitest cells count apart from written tests', () => {
  const cells = { name: 'a', status: 'failed', assertionResults: [tagged('passed'), tagged('failed'), { status: 'passed', tags: [] }] };
  expect(countVitest({ testResults: [cells] }, 1, node)).toEqual({ passed: 1, failed: 0, generated: { passed: 1, failed: 1 } });
});

test('generated journeys count apart from written ones', () => {
  const spec = (status: string, ...tags: string[]) => ({ tags, tests: [{ status }] });
  const suites = [
    { specs: [spec('expected'), spec('expected', 'generated')], suites: [{ specs: [spec('unexpected', 'generated'), spec('skipped')] }] },
  ];
  expect(countPlaywright({ ...journeys(2, 1, 0), suites }, 1)).toEqual({ passed: 1, failed: 0, generated: { passed: 1, failed: 1 } });
});

test('the last line adds all up, and the exit status follows it', () => {
  expect(total([countOne(0), countOne(0), { passed: 40, failed: 0 }])).toEqual({ lines: ['42 passed, 0 failed'], code: 0 });
  expect(total([countOne(0), countOne(2), couldNotRun('no chromium')])).toEqual({ lines: ['1 passed, 2 failed'], code: 1 });
});

test('cells and repetitions have lines of their own, and their failures count in the last line too', () => {
  const cells = { passed: 2, failed: 0, generated: { passed: 30, failed: 1 } };
  expect(total([cells, asRepeated({ passed: 4, failed: 2, generated: { passed: 5, failed: 0 } })])).toEqual({
    lines: ['generated cells: 30 passed, 1 failed', 'repeated under faults: 9 passed, 2 failed', '2 passed, 3 failed'],
    code: 1,
  });
});

test('tests that count as one thing fail with any of them, generated or not', () => {
  const cells = { passed: 8, failed: 0 };
  expect(asOne({ passed: 2, failed: 0, generated: cells })).toEqual({ passed: 1, failed: 0 });
  expect(asOne({ passed: 2, failed: 1, generated: cells })).toEqual({ passed: 0, failed: 1 });
  expect(asOne({ passed: 2, failed: 0, generated: { ...cells, failed: 1 }, why: 'x' })).toEqual({ passed: 0, failed: 1, why: 'x' });
});

test('a run of nothing but cells is a success', () => {
  expect(total([{ passed: 0, failed: 0, generated: { passed: 3, failed: 0 } }])).toMatchObject({ code: 0 });
});

test('nothing run is no success', () => {
  expect(total([])).toEqual({ lines: ['0 passed, 0 failed'], code: 1 });
});
