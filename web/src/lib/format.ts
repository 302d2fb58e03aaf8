import { i18n } from './i18n';
import { localeOf, numberIn } from './locale';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

const locale = (): string => localeOf(i18n.language);
const formatters = new Map<string, Intl.DateTimeFormat>();

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const cached = formatters.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formatters.set(key, cached);
  return cached;
}

/** 12,345 in both languages, unless Arabic is to have its own digits. */
export const formatNumber = (value: number): string => numberIn(i18n.language, value);

/** A number, or '1,000+' if more may exist than were counted. */
export const formatCount = (value: number, isAtLeast: boolean): string =>
  isAtLeast ? i18n.t('atLeast', { ns: 'common', n: formatNumber(value) }) : formatNumber(value);

/** Relative time in the specification's words; 'Unknown time' for an invalid time. */
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

/** '40 seconds ago', for any number of a unit. */
export const unitsAgo = (count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string =>
  new Intl.RelativeTimeFormat(locale()).format(-count, unit);

/** The exact time, shown as a title; '' for an invalid time. */
export function exactTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? '' : dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}

const daysByName = 6;

/** 'Sunday 10:40 AM' in a time zone, with the date of a day that is not near. */
export function dueTime(iso: string, timeZone: string, now = Date.now()): string {
  const moment = new Date(iso);
  const isNear = Math.abs(moment.getTime() - now) < daysByName * DAY;
  const day = dateFormat({ weekday: 'long', ...(isNear ? {} : { month: 'long', day: 'numeric' }), timeZone }).format(moment);
  return `${day} ${dateFormat({ hour: 'numeric', minute: '2-digit', timeZone }).format(moment)}`;
}

/** '9:41 PM' for today, 'Nov 22, 9:41 PM' for another day. */
export function lastUpdate(then: number, now = Date.now()): string {
  const isToday = new Date(then).toDateString() === new Date(now).toDateString();
  return dateFormat({ ...(isToday ? {} : { month: 'short', day: 'numeric' }), hour: 'numeric', minute: '2-digit' }).format(then);
}

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
/** Separates seconds from milliseconds: above any plausible seconds, below any plausible milliseconds. */
const mostSeconds = 1e11;

/** Possible readings of a date and time, most exact first. A day alone is read as noon: the same day in every time zone. */
function waysToRead(date: string, time: string): (string | number)[] {
  if (/^\d{9,13}$/.test(date)) return [Number(date) * (Number(date) < mostSeconds ? SECOND : 1)];
  const merged = time ? [`${date}T${time}`, `${date} ${time}`] : [];
  return /\d:\d/.test(date) ? [date, ...merged] : [...merged, dayOnly.test(date) ? `${date}T12:00` : date];
}

/** Parses a date and a time of day as sent by the server; null if they cannot be parsed. */
export function momentOf(date: string | null, time: string | null = null): Date | null {
  if (!date) return null;
  const moments = waysToRead(date.trim(), time?.trim() ?? '').map((way) => new Date(way));
  return moments.find((moment) => !Number.isNaN(moment.getTime())) ?? null;
}

const tbd = (): string => i18n.t('tbd', { ns: 'common' });
const isNumbered = (date: string): boolean => /\d/.test(date);
const dayOf = (date: string): Date | null => (isNumbered(date) ? momentOf(date) : null);

function dayWords(date: string | null, options: Intl.DateTimeFormatOptions): string {
  if (!date) return tbd();
  const moment = dayOf(date);
  return moment ? dateFormat(options).format(moment) : date;
}

/** 'Thu, Nov 26'; an unparsable date as it is, 'TBD' without one. */
export const eventDate = (date: string | null): string => dayWords(date, { weekday: 'short', month: 'short', day: 'numeric' });

/** 'Nov 26' */
export const shortDate = (date: string): string => dayWords(date, { month: 'short', day: 'numeric' });

/** 'Thursday, November 26, 2026' */
export const longDate = (date: string | null): string =>
  dayWords(date, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

/** 'Thursday, November 26' */
export const dayName = (date: string): string => dayWords(date, { weekday: 'long', month: 'long', day: 'numeric' });

/** The days of a week, Sunday first; in Arabic without the article, as the short ones are the long ones. */
export const weekdays = (): { short: string; long: string }[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => {
    // 1 November 2026 is a Sunday.
    const moment = new Date(2026, 10, day, 12);
    const short = dateFormat({ weekday: 'short' }).format(moment).replace(/^ال/, '');
    return { short, long: dateFormat({ weekday: 'long' }).format(moment) };
  });

/** 'November 26, 2026', of a moment. */
export const longDay = (moment: Date): string => dateFormat({ month: 'long', day: 'numeric', year: 'numeric' }).format(moment);

/** '2026-11-26': the format of event dates, in the reader's time zone. */
export const dayKey = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** Today in the reader's time zone. */
export const today = (): string => dayKey(new Date());

/** 'November 2026', of a moment. */
export const monthYear = (iso: string): string => dateFormat({ month: 'long', year: 'numeric' }).format(new Date(iso));

/** Month and year of joining; 'Recently' for an invalid date. */
export const memberSince = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? i18n.t('time.recently', { ns: 'common' }) : monthYear(iso);

/** '5:30 PM' of '17:30'. */
export function eventTime(time: string | null): string {
  if (!time) return tbd();
  const moment = new Date(`2026-01-01T${time}`);
  return Number.isNaN(moment.getTime()) ? time : dateFormat({ hour: 'numeric', minute: '2-digit' }).format(moment);
}

/** The three lines of a date stub. The paired Levantine months (Tishrin I and II) are too long, so they are numbered. */
export function dateStub(date: string): { weekday: string; day: string; month: string } {
  const moment = dayOf(date);
  if (!moment) return { weekday: '', day: date, month: '' };
  const month = dateFormat({ month: 'short' }).format(moment).replace('الثاني', formatNumber(2)).replace('الأول', formatNumber(1));
  return { weekday: dateFormat({ weekday: 'short' }).format(moment), day: formatNumber(moment.getDate()), month };
}
