import { expect, test } from 'vitest';
import { addDays, instantOf, localOf, spanOf } from './local-time.js';

const amman = 'Asia/Amman';

test.each([
  ['2026-03-01', '00:00', amman, '2026-02-28T21:00:00.000Z'],
  ['2026-07-15', '18:30', 'America/New_York', '2026-07-15T22:30:00.000Z'],
  ['2026-01-15', '18:30', 'America/New_York', '2026-01-15T23:30:00.000Z'],
  ['2026-03-29', '04:00', 'Europe/Berlin', '2026-03-29T02:00:00.000Z'],
  ['2026-10-25', '12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
])('%s %s in %s is one instant, and back', (date, time, zone, instant) => {
  expect(instantOf(date, time, zone).toISOString()).toBe(instant);
  expect(localOf(new Date(instant), zone)).toEqual({ date, time });
});

test.each([
  ['today', '2026-03-03T21:30:00Z', '2026-03-03T21:00:00.000Z', '2026-03-04T21:00:00.000Z'],
  ['thisWeek', '2026-03-04T10:00:00Z', '2026-02-28T21:00:00.000Z', '2026-03-07T21:00:00.000Z'],
  ['thisWeek', '2026-02-28T21:00:00Z', '2026-02-28T21:00:00.000Z', '2026-03-07T21:00:00.000Z'],
  ['thisWeek', '2026-02-28T20:59:00Z', '2026-02-21T21:00:00.000Z', '2026-02-28T21:00:00.000Z'],
  ['thisMonth', '2026-02-28T20:59:00Z', '2026-01-31T21:00:00.000Z', '2026-02-28T21:00:00.000Z'],
  ['thisMonth', '2026-12-31T22:00:00Z', '2026-12-31T21:00:00.000Z', '2027-01-31T21:00:00.000Z'],
] as const)('%s at %s lasts from %s to %s', (kind, now, from, to) => {
  const span = spanOf(kind, new Date(now), amman);
  expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to]);
});

test('a day after the last of a month is the first of the next', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});
