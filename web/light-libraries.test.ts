import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import i18next from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import * as light from 'zod/mini';

// Node finds the libraries themselves; imports get what the browser gets.
const load = createRequire(import.meta.url);
const realI18next = load('i18next') as typeof i18next;
const zod = load('zod/mini') as typeof light;

it('what is compared is not the same', () => {
  expect(i18next.createInstance().constructor).not.toBe(realI18next.createInstance().constructor);
  expect(light.string).not.toBe(zod.string);
});

type Texts = { [key: string]: string | Texts };
const folder = path.resolve(import.meta.dirname, '../models/texts');
const areas = readdirSync(path.join(folder, 'ar')).map((file) => file.replace('.json', ''));
const textsOf = (language: string, area: string): Texts => {
  // The English texts of errors are the contract's.
  const file = path.join(folder, area === 'errors' ? 'ar' : language, `${area}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Texts;
};

const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[before + key, text] as [string, string]] : flat(text, `${before}${key}.`),
  );

async function start(library: typeof i18next, language: string) {
  const instance = library.createInstance();
  await instance
    .use({ type: 'backend', read: async (lng: string, area: string) => textsOf(lng, area) } as never)
    .use({
      type: 'formatter',
      init: () => {},
      add: () => {},
      addCached: () => {},
      format: (value: unknown) => (typeof value === 'number' ? `#${value}` : value),
    } as never)
    .init({
      lng: language,
      supportedLngs: ['en', 'ar'],
      fallbackLng: false,
      ns: areas,
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  return instance;
}

const counts = [0, 1, 2, 3, 11, 100];
const awkward = ['{{name}}', '$t(common:name)', 'a $& b', ''];

/** Values for every placeholder of a text, taken in turn. */
const valuesOf = (text: string, at: number) =>
  Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ''], index) => [name, awkward[(index + at) % awkward.length]]));

describe.each(['en', 'ar'])('the small translator in %s', (language) => {
  it('gives every text as i18next does, with every plural form and awkward values', async () => {
    const [own, real] = await Promise.all([start(i18next, language), start(realI18next, language)]);
    const wrong: unknown[] = [];
    let compared = 0;
    for (const area of areas) {
      for (const [whole, text] of flat(textsOf(language, area))) {
        const key = `${area}:${whole.replace(/_(zero|one|two|few|many|other)$/, '')}`;
        for (const values of [{}, ...counts.map((count, at) => ({ ...valuesOf(text, at), count }))]) {
          compared++;
          const [ours, theirs] = [own.t(key, values), real.t(key, values)];
          if (ours !== theirs) wrong.push({ key, values, ours, theirs });
        }
      }
    }
    expect(compared).toBeGreaterThan(5000);
    expect(wrong).toEqual([]);
  });

  it('treats absent texts, defaults, prefixes, several areas and whole groups of texts as i18next does', async () => {
    const both = await Promise.all([start(i18next, language), start(realI18next, language)]);
    const [ours, theirs] = both.map((instance) => [
      instance.t('shell:nothing.there' as never),
      instance.t('nothing' as never, { defaultValue: 'In {{place}}', place: 'here' }),
      instance.t('codes.not_found', { ns: 'errors' } as never),
      instance.exists('audit:calls.login'),
      instance.exists('audit:calls.nothing'),
      instance.t('audit:calls' as never, { returnObjects: true }),
      instance.getFixedT(null, 'event', 'series')('title' as never),
      instance.getFixedT(null, ['events', 'common'])('login' as never),
      instance.getFixedT(null, 'events')('common:login' as never),
      instance.hasResourceBundle(language, 'shell'),
      instance.hasResourceBundle(language, 'none'),
      instance.language,
    ]);
    expect(ours).toEqual(theirs);
  });

  it('changes the language of what was loaded, and says so', async () => {
    const other = language === 'en' ? 'ar' : 'en';
    const [ours, theirs] = await Promise.all(
      [i18next, realI18next].map(async (library) => {
        const instance = await start(library, language);
        const seen: string[] = [];
        instance.on('languageChanged', (next) => seen.push(next));
        await instance.changeLanguage(other);
        return [seen, instance.t('common:login')];
      }),
    );
    expect(ours).toEqual(theirs);
  });
});

type Zod = typeof light;
/** The part of a result that forms read: whether it is valid, the value, and the first fault of each field. */
function resultOf(
  schema: {
    safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  value: unknown,
) {
  const { success, data, error } = schema.safeParse(value);
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) faults[path.map(String).join('.')] ??= message;
  return { success, data, faults };
}

const anyText = 'Robots of every kind, and soldering for all who come.';
const samples = [
  undefined,
  null,
  '',
  ' ',
  'x',
  ' Lina ',
  anyText,
  'a'.repeat(6000),
  'two\r\nlines',
  'hidden\u202Etext',
  'lina@uni.example',
  'https://a.example/b',
  'b'.repeat(24),
  'c'.repeat(64),
  '2031-04-05',
  '18:30',
  '2031-04-05T18:30:00Z',
  0,
  1,
  2,
  -1,
  1.5,
  9e9,
  Number.NaN,
  '5',
  '1.5',
  true,
  false,
  'true',
  'all',
  [],
  ['a', 'a', 'b'],
  [''],
  [1],
  {},
  { a: 1 },
  new File([], 'a.csv'),
];

/** The contract with this library. */
async function contractWith(library: Zod) {
  vi.resetModules();
  vi.doMock('zod/mini', () => library);
  const { calls } = await import('#models/contract/index');
  vi.doUnmock('zod/mini');
  return calls;
}

type Definition = { type: string; shape?: Record<string, never>; entries?: Record<string, string>; innerType?: never; element?: never };
const definitionOf = (schema: unknown) => (schema as { _zod: { def: Definition } })._zod.def;
const sampleOf = (name: string, schema: { safeParse(value: unknown): { success: boolean } }) =>
  [...Object.values(definitionOf(schema).entries ?? {}), ...samples].find(
    (value) => value !== undefined && schema.safeParse(value).success,
  ) ?? name;

/** The definition of a schema, with all parts that are read. */
function outline(schema: unknown): unknown {
  const { type, shape, entries, innerType, element } = definitionOf(schema);
  const parts = shape && Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, outline(part)]));
  return {
    type,
    entries: type === 'enum' ? entries : undefined,
    parts,
    inner: innerType && outline(innerType),
    element: element && outline(element),
  };
}

it('the small zod has the same definitions as zod, for the input and the answer of every call', async () => {
  const [own, real] = [await contractWith(light), await contractWith(zod)];
  expect(own.length).toBeGreaterThan(100);
  // Only zod's schemas have traits.
  expect([own, real].map(([call]) => 'traits' in ((call?.data as { _zod?: object } | undefined)?._zod ?? {}))).toEqual([false, true]);
  for (const [at, call] of own.entries()) expect([call.name, outline(call.data)]).toEqual([call.name, outline(real[at]?.data)]);
});

it('the small zod judges every field of every call as zod does, and names the same first fault', async () => {
  const [own, real] = [await contractWith(light), await contractWith(zod)];
  const wrong: unknown[] = [];
  let compared = 0;
  for (const [at, call] of own.entries()) {
    const theirs = real[at];
    const shape = definitionOf(theirs?.input).shape ?? {};
    const whole = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, sampleOf(name, schema)]));
    const inputs = [whole, null, [], ...Object.keys(shape).flatMap((name) => samples.map((value) => ({ ...whole, [name]: value })))];
    for (const input of inputs) {
      compared++;
      const [ours, expected] = [resultOf(call.input as never, input), resultOf(theirs?.input as never, input)];
      if (JSON.stringify(ours) !== JSON.stringify(expected)) wrong.push({ call: call.name, input, ours, expected });
    }
  }
  expect(compared).toBeGreaterThan(5000);
  expect(wrong.slice(0, 5)).toEqual([]);
});
