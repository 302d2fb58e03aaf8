import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bookmarkMessages } from '#models/contract/attendance';
import { errors, fieldTexts } from '#models/contract/errors';
import { patternOf, specified } from '../../e2e/support/specified.js';
import { root } from './sources.js';
import { type GuideLanguage, outIn, parseTable, phrasesOut } from './word-table.js';

type Texts = { [key: string]: string | Texts };
type KeyedText = readonly [key: string, text: string];

const flat = (texts: Texts, before: string): KeyedText[] =>
  Object.entries(texts).flatMap(([key, text]): KeyedText[] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  );

const textsIn = (language: GuideLanguage): KeyedText[] => {
  const folder = path.join(root, 'models/texts', language);
  return readdirSync(folder).flatMap((file) =>
    flat(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Texts, `${path.parse(file).name}:`),
  );
};

const codes = Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text]));
const texts: Record<GuideLanguage, KeyedText[]> = {
  en: [...textsIn('en'), ...flat({ codes, fields: fieldTexts, bookmarkMessages }, 'contract:')],
  ar: textsIn('ar'),
};

const patterns = specified.map(patternOf);
/** Whether the specification has this text; its values are taken as numbers. */
const isSpecified = (text: string): boolean => {
  const filled = text.replace(/\{\{\w+\}\}/g, '3');
  return patterns.some((pattern) => pattern.test(filled));
};

const found = (language: GuideLanguage, all: readonly KeyedText[]): string[] =>
  all
    .filter(([, text]) => language === 'ar' || !isSpecified(text))
    .flatMap(([key, text]) => phrasesOut(text, outIn(language)).map((phrase) => `${key} has '${phrase}': ${text}`));

describe.each(['en', 'ar'] as const)('words that are out in %s', (language) => {
  test('the guide lists them, each once and with a replacement', () => {
    const rows = outIn(language);
    const phrases = rows.flatMap(({ out }) => out);
    expect(phrases.length).toBeGreaterThan(40);
    expect(rows.filter(({ out, instead }) => out.length === 0 || instead === '')).toEqual([]);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  });

  test('no replacement is itself out', () => {
    const rows = outIn(language);
    expect(rows.flatMap(({ instead }) => phrasesOut(instead, rows))).toEqual([]);
  });

  test('no text has one', () => {
    expect(texts[language].length).toBeGreaterThan(1_000);
    expect(found(language, texts[language])).toEqual([]);
  });
});

describe('the check of the words', () => {
  test('finds a phrase that is out, in any case', () => {
    expect(found('en', [['a', 'Somebody else decides.']])).toEqual(["a has 'somebody': Somebody else decides."]);
  });

  test('does not find it inside another word', () => {
    expect(found('en', [['a', 'Clubbing is a trendsetter.']])).toEqual([]);
  });

  test('leaves the texts of the specification alone', () => {
    expect(found('en', [['a', 'Signing in...']])).toEqual([]);
    expect(found('en', [['a', 'Signing in takes long']])).not.toEqual([]);
  });

  test.each(['أنديتك', 'وأنديتك', 'هذه الأَنْدِية'])('finds %s with a letter before it or vowel signs on it', (text) => {
    expect(found('ar', [['a', text]])).not.toEqual([]);
  });

  test('finds nothing in a guide without the table', () => {
    expect(parseTable('# A guide', '| out | instead |')).toEqual([]);
  });
});
