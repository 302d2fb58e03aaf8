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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A text as it is read, whatever was filled in. */
const pattern = (text: string): string =>
  text
    .split(/\{\{\w+\}\}/)
    .map(escaped)
    .join('.+');

const english = textsIn('en');
const arabic = textsIn('ar');
const values = new Set([...english, ...arabic].map(([, text]) => text));
const said = [...Object.values(errors).map(([, text]) => text), ...Object.values(fieldTexts)];

/** What shows when a text is missing: the key in its place, or one not filled in. */
const keys = [...new Set([...english, ...arabic].flatMap(([key]) => [key, key.replace(/_(zero|one|two|few|many|other)$/, '')]))];
export const unread = new RegExp(
  `^(\\w+:)?(${keys
    .filter((key) => !values.has(key))
    .map(escaped)
    .join('|')})$|\\{\\{\\w*\\}\\}`,
);

const inBoth = new Set(arabic.map(([, text]) => text));
const left = [...english.map(([, text]) => text), ...said].filter(
  (text) => /[a-z]{2}/i.test(text.replace(/\{\{\w+\}\}/g, '')) && !inBoth.has(text),
);

/** An English text of ours. */
export const untranslated = new RegExp(`^(${[...new Set(left)].map(pattern).join('|')})$`);
