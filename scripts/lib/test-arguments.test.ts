import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './commands.mjs';
import { parseTestArguments } from './test-arguments.mjs';

const steps = [{ name: 'types', check: true }, { name: 'tests' }, { name: 'long', slow: true }];
const parse = (...args: string[]) => parseTestArguments(args, steps, root);
const none = { server: [], web: [], e2e: [] };

test('without arguments leaves out the slow steps and those of npm run check, and --all does not', () => {
  expect(parse()).toEqual({ steps: ['tests'] });
  expect(parse('--all')).toEqual({ steps: ['types', 'tests', 'long'] });
});

test('--only runs the named steps in their own order', () => {
  expect(parse('--only=long,types')).toEqual({ steps: ['types', 'long'] });
  expect(() => parse('--only=typos')).toThrow('There is no step typos');
});

test('a path runs the tests of that file or folder', () => {
  expect(parse('scripts/lib/counting.test.ts', 'web/src/lib')).toEqual({
    paths: { ...none, server: ['scripts/lib/counting.test.ts'], web: ['web/src/lib'] },
    watch: false,
  });
  expect(parse('e2e/journeys', '-t', 'pill')).toEqual({ paths: { ...none, e2e: ['e2e/journeys'] }, watch: false, name: 'pill' });
});

test('a path is relative to the folder that npm was called in', () => {
  expect(parseTestArguments(['counting.test.ts'], steps, path.join(root, 'scripts/lib'))).toMatchObject({
    paths: { server: ['scripts/lib/counting.test.ts'] },
  });
});

test.each([
  [['--silly'], '--silly'],
  [['--only'], 'only'],
  [['no/such.test.ts'], 'There is no file or folder no/such.test.ts'],
  [['../outside'], 'There is no file or folder'],
  [['scripts', '--all'], 'Choose steps or files'],
  [['e2e/journeys', '--watch'], 'cannot be watched'],
])('npm test refuses %j', (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});
