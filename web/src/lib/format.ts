import { i18n } from './i18n';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** Western digits in both languages, the months of the Levant in Arabic. */
const locale = (): string => (i18n.language === 'ar' ? 'ar-JO-u-nu-latn' : 'en-US');
const makers = new Map<string, Intl.DateTimeFormat>();

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const known = makers.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  makers.set(key, known);
  return known;
}

/** 12,345 in both languages. */
export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** How long ago, in the specification's words; 'Unknown time' for what is no time. */
export function relativeTime(iso: string, now = Date.now()): string {
  const t = i18n.getFixedT(null, 'common');
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return t('time.unknown');
  const ago = Math.max(0, now - then);
  if (ago < MINUTE) return t('time.now');
  if (ago < HOUR) return t('time.minutes', { count: Math.floor(ago / MINUTE) });
  if (ago < DAY) return t('time.hours', { count: Math.floor(ago / HOUR) });
  if (ago < MONTH) return t('time.days', { count: Math.floor(ago / DAY) });
  return t('time.months', { count: Math.floor(ago / MONTH) });
}

/** The moment itself, for whoever wants to know exactly; nothing for what is no time. */
export function exactTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

/** Noon, so that the day stays the same in every time zone of a reader. */
const dayOf = (date: string): Date => new Date(`${date}T12:00:00`);
const isDay = (date: string): boolean => !Number.isNaN(dayOf(date).getTime());
const tbd = (): string => i18n.t('tbd', { ns: 'common' });

/** 'Thu, Nov 26'; what is no date is shown as it is, 'TBD' where there is none. */
export function eventDate(date: string | null): string {
  if (!date) return tbd();
  return isDay(date) ? dateFormat({ weekday: 'short', month: 'short', day: 'numeric' }).format(dayOf(date)) : date;
}

/** 'Thursday, November 26, 2026' */
export function longDate(date: string | null): string {
  if (!date) return tbd();
  return isDay(date) ? dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }).format(dayOf(date)) : date;
}

/** 'November 2026', of a moment. */
export const monthYear = (iso: string): string => dateFormat({ month: 'long', year: 'numeric' }).format(new Date(iso));

/** '5:30 PM' of '17:30'. */
export function eventTime(time: string | null): string {
  if (!time) return tbd();
  const moment = new Date(`2026-01-01T${time}`);
  return Number.isNaN(moment.getTime()) ? time : dateFormat({ hour: 'numeric', minute: '2-digit' }).format(moment);
}

/** The three lines of a date stub. The twin months of the Levant do not fit it in full, so they are numbered. */
export function dateStub(date: string): { weekday: string; day: string; month: string } {
  const day = dayOf(date);
  const month = dateFormat({ month: 'short' }).format(day).replace(' الثاني', ' 2').replace(' الأول', ' 1');
  return { weekday: dateFormat({ weekday: 'short' }).format(day), day: String(day.getDate()), month };
}
