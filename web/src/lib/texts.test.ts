import { describe, expect, it } from 'vitest';

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>('../../../models/texts/*/*.json', { eager: true, import: 'default' });
const textsOf = (language: string, area: string) => files[`../../../models/texts/${language}/${area}.json`];
const areas = Object.keys(files)
  .filter((file) => file.includes('/en/'))
  .map((file) => file.replace(/^.*\/(.*)\.json$/, '$1'));

const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as [string, string]] : flat(text, `${before}${key}.`),
  );
const plural = /_(zero|one|two|few|many|other)$/;
const keysOf = (texts: Texts) => [...new Set(flat(texts).map(([key]) => key.replace(plural, '')))].sort();
const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
/** Plural forms that contain the number as a word need no figure. */
const saysHowMany = /_(zero|one|two)$/;

describe.each(areas)('the texts of %s', { tags: ['generated'] }, (area) => {
  const english = textsOf('en', area) ?? {};
  const arabic = textsOf('ar', area) ?? {};

  it('are the same in both languages', () => {
    expect(keysOf(arabic)).toEqual(keysOf(english));
  });
  it('have all six plural forms in Arabic', () => {
    const counted = flat(english)
      .filter(([key]) => key.endsWith('_other'))
      .map(([key]) => key.replace(plural, ''));
    const forms = counted.flatMap((key) => ['one', 'two', 'few', 'many', 'other'].map((form) => `${key}_${form}`));
    const there = new Set(flat(arabic).map(([key]) => key));
    expect(forms.filter((form) => !there.has(form))).toEqual([]);
  });
  it('have the same placeholders', () => {
    const wanted = new Map(flat(english).map(([key, text]) => [key.replace(plural, ''), valuesOf(text).join()]));
    const wrong = flat(arabic).filter(
      ([key, text]) => !saysHowMany.test(key) && wanted.get(key.replace(plural, '')) !== valuesOf(text).join(),
    );
    expect(wrong).toEqual([]);
  });
});
