import type { Locale } from './i18n.js';

// As on screen: western digits in both languages, Levantine month names in Arabic.
const formatsOf = (options: Intl.DateTimeFormatOptions) => ({
  en: new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }),
  ar: new Intl.DateTimeFormat('ar-JO-u-nu-latn', { ...options, timeZone: 'UTC' }),
});
const days = formatsOf({ weekday: 'long', day: 'numeric', month: 'long' });
const times = formatsOf({ hour: 'numeric', minute: '2-digit' });

/** Text of a local date (YYYY-MM-DD): 'Thursday, November 26'. */
export const dayWords = (date: string, locale: Locale): string => days[locale].format(new Date(`${date}T00:00:00Z`));

/** Text of a local time (HH:mm): '5:30 PM'. */
export const timeWords = (time: string, locale: Locale): string => times[locale].format(new Date(`1970-01-01T${time}:00Z`));
