import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const modules = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const textOf = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
const mostLines = 2500;

test('the store stays small', () => {
  const lines = modules.flatMap((name) => textOf(name).trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(mostLines);
});

test('the store knows nothing of the product', () => {
  expect(modules.filter((name) => /from '(#|\.\.\/)/.test(textOf(name)))).toEqual([]);
});
