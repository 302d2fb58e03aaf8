import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errors, fieldTexts } from '#models/contract/errors';
import { patternOf } from '../support/specified.js';

type Texts = { [key: string]: string | Texts };
type KeyedText = readonly [key: string, text: string];

const folder = path.resolve(import.meta.dirname, '../../models/texts');
const plural = /_(zero|one|two|few|many|other)$/;

const flat = (texts: Texts, before: string): KeyedText[] =>
  Object.entries(texts).flatMap(([key, text]): KeyedText[] =>
    typeof text === 'string' ? [[`${before}${key}`.replace(plural, ''), text]] : flat(text, `${before}${key}.`),
  );

/** Every text of a language with its area and key; plural forms share one key. */
const textsIn = (language: 'en' | 'ar'): KeyedText[] =>
  readdirSync(path.join(folder, language)).flatMap((file) =>
    flat(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Texts, `${path.parse(file).name}:`),
  );

const codes = Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text]));
const english = [...textsIn('en'), ...flat({ codes, fields: fieldTexts }, 'errors:')];
const arabic = textsIn('ar');

/** A text as it shows once something is filled in, without the marks of links and emphasis. */
const filled = (text: string): string => text.replace(/\{\{\w+\}\}/g, '3').replace(/<\/?\w+>/g, '');

/** The Arabic texts of the keys whose English text this is; a line of several, as 'N Likes • N Comments', needs each. */
export function translationsOf(text: string): string[] {
  const parts = text.split(' • ').map((part) => {
    const pattern = patternOf(part);
    const keys = new Set(english.filter(([, value]) => pattern.test(filled(value))).map(([key]) => key));
    return arabic.filter(([key, value]) => keys.has(key) && value !== part).map(([, value]) => value);
  });
  return parts.some((part) => part.length === 0) ? [] : parts.flat();
}
