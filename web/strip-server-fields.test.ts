import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { calls } from '#models/contract/index';
import { readInputs, withoutServerParts } from './strip-server-fields.js';

const folder = path.resolve(import.meta.dirname, '../models/contract');
const transform = (withoutServerParts() as Plugin).transform as (code: string, id: string) => { code: string } | null;
const stripped = (file: string): string => transform(readFileSync(path.join(folder, file), 'utf8'), `/models/contract/${file}`)?.code ?? '';

it('the browser’s build has the input of no call but those that a form is checked with', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'define.ts');
  const left = files.flatMap((file) => [...stripped(file).matchAll(/export const (\w+) = [^(]*call\(\{[\s\S]*?^\}\);$/gm)]);
  const withInput = left.filter(([call]) => /^ {2}input: /m.test(call)).map(([, name]) => name);
  expect(left.length).toBe(calls.length);
  expect(withInput.toSorted()).toEqual([...readInputs].toSorted());
});

it('every call whose input the browser reads is one of those', () => {
  const names = calls.map(({ name }) => name).join('|');
  const read = new RegExp(`\\b(${names})\\.input\\b`, 'g');
  const sources = readdirSync(path.resolve(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('testing'))
    .map((file) => readFileSync(path.resolve(import.meta.dirname, 'src', file), 'utf8'));
  expect([...new Set(sources.flatMap((code) => [...code.matchAll(read)].map(([, name = '']) => name)))].toSorted()).toEqual(
    [...readInputs].toSorted(),
  );
});

it('a stripped call keeps what the browser needs', () => {
  const code = stripped('posts.ts');
  expect(code).toContain("path: '/posts/get_all_posts'");
  expect(code).toMatch(/data: \/\* @__PURE__ \*\/ z\.array\(post\)/);
  expect(code).not.toMatch(/summary|policy:|rate:/);
});
