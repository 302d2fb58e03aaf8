import { expect, it } from 'vitest';
import { messages } from '#models/contract/index';
import { effectTables } from './effects';

const texts = import.meta.glob<string>(['../{features,sync}/**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob(['../{features,sync}/**/*.ts', '!../**/*.test.ts']);

/** Loads every file that registers a table, whatever its name. */
const loadTables = (): Promise<unknown> =>
  Promise.all(Object.entries(modules).map(([path, load]) => (texts[path]?.includes('registerEffects(') ? load() : Promise.resolve())));

it('every message of the contract has an effect in the browser', async () => {
  await loadTables();
  const handled = new Set([...effectTables.values()].flat().map(({ message }) => message.name));
  expect(messages.map(({ name }) => name).filter((name) => !handled.has(name))).toEqual([]);
});
