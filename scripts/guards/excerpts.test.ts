import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { code, root } from './sources.js';

const list = ['ls-files', '--cached', '--others', '--exclude-standard', 'web/src/*.css'];
const styles = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const components = code('web/src').filter((file) => file.path.endsWith('.tsx') && !file.isTest);
const having = (pattern: RegExp): string[] => components.filter(({ text }) => pattern.test(text)).map((file) => file.path);

it('only `Excerpt` clips text, since a box without the direction of its text loses the beginning of it', () => {
  const found = styles.filter((style) => /text-overflow|line-clamp/.test(readFileSync(path.join(root, style), 'utf8')));
  expect(found).toEqual(['web/src/components/excerpt.module.css']);
});

it('no element has the class `cut`, which no style defines', () => {
  expect(having(/className=.*\bcut\b/)).toEqual([]);
});

it('no excerpt wraps all of its text in `<bdi>`, which `dir="auto"` skips', () => {
  expect(having(/<Excerpt(?![^>]*isSentence)[^>]*>\s*<bdi>[^<]*<\/bdi>\s*<\/Excerpt>/)).toEqual([]);
});
