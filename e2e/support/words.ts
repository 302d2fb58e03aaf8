import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageLook } from './visit.js';

type Texts = { [key: string]: string | Texts };

/** A text by its key, such as 'reports.take', with its placeholders filled. */
export type Words = (key: string, values?: Record<string, string>) => string;

const folder = path.resolve(import.meta.dirname, '../../models/texts');

/** Texts of one area in one language, for journeys that run in both. */
export function wordsOf(language: PageLook['language'], area: string): Words {
  const all = JSON.parse(readFileSync(path.join(folder, language, `${area}.json`), 'utf8')) as Texts;
  return (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<string | Texts | undefined>((texts, part) => (typeof texts === 'object' ? texts[part] : texts), all);
    if (typeof found !== 'string') throw new Error(`No text ${key} in ${language}/${area}`);
    return found.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);
  };
}
