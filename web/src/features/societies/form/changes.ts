import { blank, type SocietyValues, tidy } from './society-values';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b));

/** Returns the fields that differ. */
export function changesOf(before: SocietyValues, now: SocietyValues): Partial<SocietyValues> {
  const names = Object.keys(blank) as (keyof SocietyValues)[];
  return Object.fromEntries(names.filter((name) => !isSame(before[name], now[name])).map((name) => [name, now[name]]));
}
