import { beforeAll, expect, it } from 'vitest';
import { messages } from '#models/contract/index';
import { userUpdated } from '#models/contract/profiles';
import { effectTables } from './effects';

const texts = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob(['../{features,sync}/**/*.ts', '!../**/*.test.ts']);

/** Loads every file that registers a table, whatever its name. */
beforeAll(() =>
  Promise.all(Object.entries(modules).map(([path, load]) => (texts[path]?.includes('registerEffects(') ? load() : Promise.resolve()))),
);

it('every message of the contract has an effect in the browser', () => {
  const handled = new Set([...effectTables.values()].flat().map(({ message }) => message.name));
  expect(messages.map(({ name }) => name).filter((name) => !handled.has(name))).toEqual([]);
});

it('a changed person has one handler, which every feature follows', () => {
  const handling = [...effectTables].filter(([, table]) => table.some(({ message }) => message === userUpdated));
  expect(handling.map(([feature]) => feature)).toEqual(['people']);
});

/** Files that may draw a failure by themselves: not the failure of a query. */
const drawing = /^\.\.\/(components\/|shell\/(lazy-page|page-boundary)\.|features\/auth\/verify-email\.)/;

it.each([
  ['sets a busy state by hand: useAction has it', /\bsetBusy\b/],
  ['leaves a failure to the query client: it is shown where it happened', /meta: \{[^}]*\bfailure\b/],
  ['draws the states of a query: AsyncList, AsyncCard and ThingGate do', /<Error(State|Line)\b/],
])('no file %s', (_what, pattern) => {
  const found = Object.entries(texts).filter(
    ([path, text]) => pattern.test(text) && !(pattern.source.includes('<Error') && drawing.test(path)),
  );
  expect(found.map(([path]) => path)).toEqual([]);
});
