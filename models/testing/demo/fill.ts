import { type DemoLocale, inLocale, type Pair } from './kinds.js';
import type { Random } from './random.js';

/** Values of a text's slots in both languages. */
export type Slots = Record<string, Pair>;

const slotPattern = /\{(\w+)\}/g;

/** Names of the slots in a text. */
export const slotsIn = (text: string): string[] => [...text.matchAll(slotPattern)].map((match) => match[1] as string);

/** Picks among `[a|b]` and fills the slots. */
export function fill(text: string, random: Random, locale: DemoLocale, slots: Slots): string {
  const chosen = text.replace(/\[([^\]]*)\]/g, (_, choices: string) => random.pick(choices.split('|')));
  const filled = chosen.replace(slotPattern, (_, name: string) => {
    const slot = slots[name];
    if (!slot) throw new Error(`Nothing for {${name}} in: ${text}`);
    return inLocale(slot, locale);
  });
  return locale === 'ar' ? joined(filled) : sentences(filled);
}

/** Capitalize a slot at the start of a sentence. */
const sentences = (text: string): string =>
  text.replace(/(^|[.?!] )([a-z])/g, (_, end: string, letter: string) => end + letter.toUpperCase());

/** Joins an Arabic particle, written with a tatweel before a slot, with the filled word: 'لـالطلبة' becomes 'للطلبة'. */
const joined = (text: string): string => text.replace(/لـال(?=\p{Script=Arabic})/gu, 'لل').replace(/([بلك])ـ(?=\p{Script=Arabic})/gu, '$1');

export const weekdays: readonly Pair[] = [
  ['Sunday', 'الأحد'],
  ['Monday', 'الإثنين'],
  ['Tuesday', 'الثلاثاء'],
  ['Wednesday', 'الأربعاء'],
  ['Thursday', 'الخميس'],
  ['Friday', 'الجمعة'],
  ['Saturday', 'السبت'],
];

export const times: readonly Pair[] = [
  ['9:30 am', '9:30 صباحًا'],
  ['11 am', '11 صباحًا'],
  ['12:30', '12:30 ظهرًا'],
  ['1 pm', 'الواحدة ظهرًا'],
  ['2 pm', '2 بعد الظهر'],
  ['2:30 pm', '2:30 بعد الظهر'],
  ['3 pm', '3 عصرًا'],
  ['3:30 pm', '3:30 عصرًا'],
  ['4 pm', '4 عصرًا'],
  ['4:30 pm', '4:30 عصرًا'],
  ['5 pm', '5 مساءً'],
  ['5:30 pm', '5:30 مساءً'],
  ['6 pm', '6 مساءً'],
];
