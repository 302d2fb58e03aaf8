import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const isProduct = (name: string): boolean => name.endsWith('.ts') && !/(\.test|-for-tests)\.ts$/.test(name);
const modules = readdirSync(folder).filter(isProduct);
const textOf = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const mostLines = 3200;

test('the store stays small', () => {
  const lines = modules.flatMap((name) => textOf(name).trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(mostLines);
});

test('the store knows nothing of the product', () => {
  expect(modules.filter((name) => /from '(#|\.\.\/)/.test(textOf(name)))).toEqual([]);
});
