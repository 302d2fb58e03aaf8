import { describe, expect, it } from 'vitest';
import { eventTimes } from '#models/db/event-times';
import { localOf } from '#models/db/local-time';
import { seriesDates } from './series-dates.js';

const most = 53;
const hours = (ms: number): number => ms / 3_600_000;

describe('dates of a series', () => {
  it('are every week or every second week from the first, as many as asked for', () => {
    expect(seriesDates('2026-02-24', { every: 'week', count: 3 }, most)).toEqual(['2026-02-24', '2026-03-03', '2026-03-10']);
    expect(seriesDates('2026-12-22', { every: 'fortnight', count: 3 }, most)).toEqual(['2026-12-22', '2027-01-05', '2027-01-19']);
  });

  it('are every month on the same weekday of the month', () => {
    expect(seriesDates('2026-09-08', { every: 'month', count: 4 }, most)).toEqual(['2026-09-08', '2026-10-13', '2026-11-10', '2026-12-08']);
  });

  it('are the last weekday of each month from a fifth one, so no month is left out', () => {
    expect(seriesDates('2026-09-29', { every: 'month', count: 4 }, most)).toEqual(['2026-09-29', '2026-10-27', '2026-11-24', '2026-12-29']);
  });

  it.each(['2026-11-01', '2026-11-06', '2026-11-07', '2026-11-28'])('begin with the first one: %s', (first) => {
    for (const every of ['week', 'fortnight', 'month'] as const) expect(seriesDates(first, { every, count: 2 }, most)[0]).toBe(first);
  });

  it('end with the last day, which is included, or with the number, whichever comes first', () => {
    expect(seriesDates('2026-03-01', { every: 'week', until: '2026-03-15' }, most)).toHaveLength(3);
    expect(seriesDates('2026-03-01', { every: 'week', until: '2026-03-14' }, most)).toHaveLength(2);
    expect(seriesDates('2026-03-01', { every: 'week', count: 2, until: '2026-12-31' }, most)).toHaveLength(2);
    expect(seriesDates('2026-03-01', { every: 'week', count: 9, until: '2026-03-08' }, most)).toHaveLength(2);
    expect(seriesDates('2026-03-01', { every: 'week', until: '2026-02-01' }, most)).toEqual([]);
  });

  it('are never more than the most', () => {
    expect(seriesDates('2026-03-01', { every: 'week', until: '2036-03-01' }, most)).toHaveLength(most);
  });
});

describe('fifteen weekly meetings across a change of clocks', () => {
  it.each([
    ['Europe/Berlin', '2026-09-15', 1],
    ['Europe/Berlin', '2026-02-10', -1],
    ['Asia/Amman', '2022-01-10', -1],
  ])('begin at 17:00 and end at 18:30 in %s from %s', (zone, first, shift) => {
    const dates = seriesDates(first, { every: 'week', count: 15 }, most);
    const times = dates.map((date) => eventTimes({ date, time: '17:00', endDate: null, endTime: '18:30' }, zone));
    expect(times).toHaveLength(15);
    expect(times.map(({ startsAt }) => localOf(startsAt, zone))).toEqual(dates.map((date) => ({ date, time: '17:00' })));
    expect(new Set(times.map(({ endsAt }) => localOf(endsAt, zone).time))).toEqual(new Set(['18:30']));
    const gaps = times.slice(1).map(({ startsAt }, i) => hours(startsAt.getTime() - (times[i]?.startsAt.getTime() ?? 0)));
    expect(gaps.filter((gap) => gap !== 168)).toEqual([168 + shift]);
  });
});
