import { describe, expect, it } from 'vitest';
import { dateStub, eventDate, eventTime, formatNumber, longDate, monthYear, relativeTime } from './format';
import { chooseLanguage } from './i18n';

const now = Date.UTC(2026, 10, 21, 12);
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

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
  it('of no time is unknown', () => {
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
  it('say TBD where there is none, and show what is no date as it is', () => {
    expect([eventDate(null), longDate(''), eventTime(null)]).toEqual(['TBD', 'TBD', 'TBD']);
    expect([eventDate('someday'), eventTime('late')]).toEqual(['someday', 'late']);
  });
  it('have the months of the Levant and Western digits in Arabic', async () => {
    await chooseLanguage('ar');
    expect(monthYear('2026-11-21T12:00:00Z')).toBe('تشرين الثاني 2026');
    expect(dateStub('2026-11-26')).toMatchObject({ day: '26', month: 'تشرين 2' });
  });
});

describe('numbers', () => {
  it('have the same digits in both languages', async () => {
    expect(formatNumber(1234)).toBe('1,234');
    await chooseLanguage('ar');
    expect(formatNumber(1234)).toBe('1,234');
  });
});
