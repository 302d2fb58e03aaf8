import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errors, fieldTexts } from '#models/contract/errors';

type Texts = { [key: string]: string | Texts };

const folder = path.resolve(import.meta.dirname, '../../models/texts');

const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as [string, string]] : flat(text, `${before}${key}.`),
  );

function textsIn(language: 'en' | 'ar'): [string, string][] {
  const files = readdirSync(path.join(folder, language));
  return files.flatMap((file) => flat(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Texts));
}

/** A text of the app without placeholders, by its file and key, as in `textOf('ar', 'posts', 'create.prompt')`. */
export function textOf(language: 'en' | 'ar', file: string, key: string): string {
  const texts = flat(JSON.parse(readFileSync(path.join(folder, language, `${file}.json`), 'utf8')) as Texts);
  const text = texts.find(([name]) => name === key)?.[1];
  if (text === undefined) throw new Error(`${language}/${file}.json has no ${key}`);
  return text;
}

const english = textsIn('en');
const arabic = textsIn('ar');
const valuesOf = (texts: [string, string][]): string[] => texts.map(([, text]) => text);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (patterns: string[]): string => [...new Set(patterns)].join('|');

const plural = /_(zero|one|two|few|many|other)$/;
const values = new Set(valuesOf([...english, ...arabic]));
const keys = [...english, ...arabic].flatMap(([key]) => [key, key.replace(plural, '')]).filter((key) => !values.has(key));
/** Signs of a missing text: its key, or a placeholder that was not filled. */
export const isKey = new RegExp(`^(\\w+:)?(${anyOf(keys.map(escaped))})$|\\{\\{\\w*\\}\\}`);

const isFilled = (text: string): boolean => text.includes('{{');
const inArabic = new Set(valuesOf(arabic));
const own = [...valuesOf(english), ...Object.values(errors).map(([, text]) => text), ...Object.values(fieldTexts)];
const left = own.filter((text) => /[a-z]{2}/i.test(text.replace(/\{\{\w+\}\}/g, '')) && !inArabic.has(text));

/** Our English texts that nothing is filled into. */
export const englishTexts = new Set(left.filter((text) => !isFilled(text)));

/** The others, whatever was filled in. */
export const filledEnglish = new RegExp(
  `^(${anyOf(
    left.filter(isFilled).map((text) =>
      text
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.+'),
    ),
  )})$`,
);
