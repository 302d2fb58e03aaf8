import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.js';

export type GuideLanguage = 'en' | 'ar';

/** One row of the table in docs/words: phrases that no text has, and what stands for them. */
interface OutRow {
  out: string[];
  instead: string;
}

const headings = { en: '| out | instead |', ar: '| لا | بل |' } as const;

/** Reads the table of the words that are out from a guide. */
export function parseTable(guide: string, heading: string): OutRow[] {
  const at = guide.indexOf(heading);
  const table = at === -1 ? '' : (guide.slice(at).split('\n\n')[0] ?? '');
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [out = '', instead = ''] = line.split('|').slice(1);
      return { out: [...out.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase), instead: instead.trim() };
    });
}

/** The words that are out in a language, as its guide lists them. */
export const outIn = (language: GuideLanguage): OutRow[] =>
  parseTable(readFileSync(path.join(root, `docs/words/${language}.md`), 'utf8'), headings[language]);

/** Arabic vowel signs and tatweel, which a text may have or lack. */
const marks = /[\u064b-\u065f\u0670\u0640]/g;
const plain = (text: string): string => text.replace(marks, '').toLowerCase();
const escaped = (phrase: string): string => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Pattern of a phrase as whole words; in Arabic also after the letters that are written together with the next word. */
const patternOfPhrase = (phrase: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])[وفبلك]?${escaped(plain(phrase))}(?![\\p{L}\\p{N}])`, 'u');

/** The phrases of the table that a text has. */
export function phrasesOut(text: string, rows: readonly OutRow[]): string[] {
  const read = plain(text);
  return rows.flatMap(({ out }) => out).filter((phrase) => patternOfPhrase(phrase).test(read));
}
