import { type Locale, text } from '#models/bus/i18n';

const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const days = { en: new Intl.DateTimeFormat('en-US', day), ar: new Intl.DateTimeFormat('ar-JO-u-nu-latn', { ...day, month: 'long' }) };
const numbers = { en: new Intl.NumberFormat('en-US'), ar: new Intl.NumberFormat('ar-JO-u-nu-latn') };

/** Words of a document in its language. */
interface DocumentWords {
  /** Text of `documents.json` at a path. */
  t(path: string, vars?: Record<string, string>): string;
  /** A local day (YYYY-MM-DD). */
  day(date: string): string;
  number(value: number): string;
}

/** Words of documents in a language: western digits in both, Levantine month names in Arabic. */
export const documentWords = (locale: Locale): DocumentWords => ({
  t: (path, vars = {}) => text(locale, `documents.${path}`, vars) ?? '',
  day: (date) => days[locale].format(new Date(`${date}T00:00:00Z`)),
  number: (value) => numbers[locale].format(value),
});

/** The facts that every document has: its period and the day on which it was made. */
export const commonFacts = ({ t, day: dayOf }: DocumentWords, { from, to }: { from: string; to: string }, today: string) =>
  [
    [t('period'), t('span', { from: dayOf(from), to: dayOf(to) })],
    [t('issued'), dayOf(today)],
  ] as const;
