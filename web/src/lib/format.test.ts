import { afterEach, describe, expect, it } from 'vitest';
import {
  dateStub,
  dayKey,
  eventDate,
  eventTime,
  formatNumber,
  longDate,
  memberSince,
  momentOf,
  monthYear,
  relativeTime,
  today,
} from './format';
import { chooseDigits, chooseLanguage } from './i18n';

const now = Date.UTC(2026, 10, 21, 12);
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

describe('a number', () => {
  it.each([
    ['en', 'latn', 'en-US'],
    ['ar', 'latn', 'ar-JO-u-nu-latn'],
    ['ar', 'arab', 'ar-JO-u-nu-arab'],
  ] as const)('in %s with %s digits is as Intl has it', async (language, digits, locale) => {
    await chooseLanguage(language);
    await chooseDigits(digits);
    const numbers = [...Array(1001).keys(), 12_345, 1.5, -3];
    expect(numbers.map(formatNumber)).toEqual(numbers.map((value) => value.toLocaleString(locale)));
    await chooseDigits('latn');
    await chooseLanguage('en');
  });
});

describe('relative time', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [-30, 'Just now'],
    [minute, '1 minute ago'],
    [12 * minute, '12 minutes ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [day, '1 day ago'],
    [29 * day, '29 days ago'],
    [30 * day, '1 month ago'],
    [95 * day, '3 months ago'],
  ])('of %i seconds is %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });
  it('of an invalid time is unknown', () => {
    expect(relativeTime('soon', now)).toBe('Unknown time');
  });
  it.each([
    [1, 'قبل دقيقة'],
    [2, 'قبل دقيقتين'],
    [5, 'قبل 5 دقائق'],
    [12, 'قبل 12 دقيقة'],
  ])('of %i minutes has its own Arabic form', async (minutes, text) => {
    await chooseLanguage('ar');
    expect(ago(minutes * minute)).toBe(text);
  });
});

describe('dates of events', () => {
  it('are short, long and in a stub', () => {
    expect(eventDate('2026-11-26')).toBe('Thu, Nov 26');
    expect(longDate('2026-11-26')).toBe('Thursday, November 26, 2026');
    expect(dateStub('2026-11-26')).toEqual({ weekday: 'Thu', day: '26', month: 'Nov' });
    expect(eventTime('17:30')).toMatch(/^5:30\sPM$/);
  });
  it('are TBD without a date, and unchanged if unreadable', () => {
    expect([eventDate(null), longDate(''), eventTime(null)]).toEqual(['TBD', 'TBD', 'TBD']);
    expect([eventDate('someday'), eventTime('late')]).toEqual(['someday', 'late']);
  });
  it('have Levantine months and Western digits in Arabic', async () => {
    await chooseLanguage('ar');
    expect(monthYear('2026-11-21T12:00:00Z')).toBe('تشرين الثاني 2026');
    expect(dateStub('2026-11-26')).toMatchObject({ day: '26', month: 'تشرين 2' });
  });
});

describe('numbers', () => {
  it('have Western digits in both languages', async () => {
    expect(formatNumber(1234)).toBe('1,234');
    await chooseLanguage('ar');
    expect(formatNumber(1234)).toBe('1,234');
  });
});

describe('parsing a date and a time', () => {
  const at = (date: string | null, time?: string | null) => momentOf(date, time)?.getTime() ?? null;
  it.each([
    ['2026-11-26', '17:30', new Date(2026, 10, 26, 17, 30)],
    ['2026-11-26', null, new Date(2026, 10, 26, 12)],
    ['November 26, 2026', '17:30', new Date(2026, 10, 26, 17, 30)],
    ['November 26, 2026', '', new Date(2026, 10, 26)],
    ['2026-11-26T17:30:00.000Z', '17:30', new Date(Date.UTC(2026, 10, 26, 17, 30))],
    ['1795714200', null, new Date(1795714200000)],
    ['1795714200000', '17:30', new Date(1795714200000)],
  ])('reads %s and %s', (date, time, moment) => {
    expect(at(date, time)).toBe(moment.getTime());
  });
  it('returns null for an unreadable date', () => {
    expect([at('someday', 'late'), at(null), at('')]).toEqual([null, null, null]);
  });
  it('reads a day alone as the same day in every time zone', () => {
    expect(dayKey(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
    expect(today()).toBe(dayKey(new Date()));
  });
});

describe('memberSince', () => {
  it('is a month and a year, or "Recently"', () => {
    expect([memberSince('2026-09-04T12:00:00Z'), memberSince('')]).toEqual(['September 2026', 'Recently']);
  });
});

describe('chosen digits', () => {
  afterEach(() => chooseDigits('latn'));
  it('are Eastern Arabic in Arabic dates, counts and sentences', async () => {
    await chooseLanguage('ar');
    await chooseDigits('arab');
    expect(formatNumber(1234)).toBe('١٬٢٣٤');
    expect(ago(12 * minute)).toBe('قبل ١٢ دقيقة');
    expect(monthYear('2026-11-21T12:00:00Z')).toBe('تشرين الثاني ٢٠٢٦');
    expect(dateStub('2026-11-26')).toMatchObject({ day: '٢٦', month: 'تشرين ٢' });
    expect(localStorage.getItem('nadi-digits')).toBe('arab');
  });
  it('are always Western in English', async () => {
    await chooseDigits('arab');
    expect([formatNumber(1234), ago(12 * minute)]).toEqual(['1,234', '12 minutes ago']);
  });
});
