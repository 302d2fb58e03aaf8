import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { code, root, sources } from './sources.js';

/** Words that stood for publish, cache, receive, load and action alike; docs/glossary.md has the term for each concept. */
const banned = new Set(['told', 'said', 'heard', 'kept', 'known', 'stands', 'deed', 'deeds']);

/** 'isKnownViewer' → is, known, viewer. */
const wordsOf = (name: string): string[] => name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).map((word) => word.toLowerCase());
const hasBannedWord = (name: string): boolean => wordsOf(name).some((word) => banned.has(word));

/** Folders whose comments an operator or a maintainer of the product reads: everything but tests and their support. */
const product = code('models/', 'gateway/', 'workers/', 'web/', 'embedded/', 'scripts/').filter(
  ({ path }) => !/\/testing\/|^gateway\/suite\/|-for-tests\.ts$/.test(path),
);

const sentencesOf = (comment: string): string[] =>
  comment
    .replace(/`[^`]*`/g, 'X')
    .replace(/@\w+(\s*\{[^}]*\})?/g, '. ')
    .split(/(?<=[.!?:;])\s+|\n\s*\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /^[A-Z]/.test(sentence) && /[A-Za-z]{3}/.test(sentence));
const riddle = /^(Who|Whose|Whom|What|Whoever|Whatever|Where)\b/;

describe('names', () => {
  test('no identifier has a word that the glossary replaces', () => {
    const found = sources.flatMap(({ path, identifiers }) => [...identifiers].filter(hasBannedWord).map((name) => `${path}: ${name}`));
    expect(found).toEqual([]);
  });

  test('no file name has a word that the glossary replaces', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    expect(tracked.length).toBeGreaterThan(1_000);
    expect(tracked.filter(hasBannedWord)).toEqual([]);
  });

  test('no two exported types have one name', () => {
    const places = new Map<string, string[]>();
    for (const { path, exportedTypes } of sources)
      for (const { name, line } of exportedTypes) places.set(name, [...(places.get(name) ?? []), `${path}:${line}`]);
    expect([...places].filter(([, all]) => all.length > 1)).toEqual([]);
  });
});

describe('comments of the product', () => {
  const sentences = product.flatMap(({ path, comments }) => comments.flatMap(sentencesOf).map((sentence) => `${path}: ${sentence}`));

  test('2 % of the sentences at most begin with Who, What or Where', () => {
    expect(sentences.length).toBeGreaterThan(1_000);
    const riddles = sentences.filter((sentence) => riddle.test(sentence.slice(sentence.indexOf(': ') + 2)));
    expect(riddles.length / sentences.length, riddles.join('\n')).toBeLessThanOrEqual(0.02);
  });

  test('none says told, heard, stands or deed for a term of the trade', () => {
    expect(sentences.filter((sentence) => /\b(told|heard|hears|stands|deeds?)\b/i.test(sentence))).toEqual([]);
  });
});
