import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayByKey, firstOf, spanOf, weekOf, weeksOf } from './month';

describe('a month', () => {
  it('has weeks from Sunday, with null for days of other months', () => {
    const weeks = weeksOf('2026-10-15');
    expect(weeks[0]).toEqual([null, null, null, null, '2026-10-01', '2026-10-02', '2026-10-03']);
    expect(weeks.at(-1)).toEqual(['2026-10-25', '2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31']);
    expect(weeksOf('2026-11-01')[0]?.[0]).toBe('2026-11-01');
    expect(weeksOf('2026-08-01')).toHaveLength(6);
    expect(weeksOf('2026-02-10')).toHaveLength(4);
  });

  it('is fetched with every week that begins in it', () => {
    for (let day = '2026-01-01'; day < '2027-06-01'; day = addDays(day, 1)) {
      const week = weekOf(day);
      const { from, to } = spanOf(firstOf(week[0]!));
      expect([week.includes(day), from <= week[0]!, week[6]! <= to]).toEqual([true, true, true]);
    }
  });

  it('is fetched as six weeks that contain all of it', () => {
    for (const month of ['2026-02-01', '2026-03-01', '2026-08-31', '2026-10-31', '2027-01-05']) {
      const { from, to } = spanOf(month);
      const days = weeksOf(month)
        .flat()
        .filter((day) => day !== null);
      expect([addDays(from, 41), from <= (days[0] ?? ''), to >= (days.at(-1) ?? '')]).toEqual([to, true, true]);
    }
  });

  it('clamps the day when adding months', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -1), addMonths('2026-12-15', 1)]).toEqual([
      '2026-02-28',
      '2026-02-28',
      '2027-01-15',
    ]);
  });
});

it.each([
  ['ArrowRight', '2026-11-27', '2026-11-25'],
  ['ArrowLeft', '2026-11-25', '2026-11-27'],
  ['ArrowDown', '2026-12-03', '2026-12-03'],
  ['ArrowUp', '2026-11-19', '2026-11-19'],
  ['Home', '2026-11-22', '2026-11-22'],
  ['End', '2026-11-28', '2026-11-28'],
  ['PageUp', '2026-10-26', '2026-10-26'],
  ['PageDown', '2026-12-26', '2026-12-26'],
  ['Enter', null, null],
])('%s moves from Thursday the 26th to %s, in Arabic to %s', (key, inEnglish, inArabic) => {
  expect([dayByKey('2026-11-26', key, false), dayByKey('2026-11-26', key, true)]).toEqual([inEnglish, inArabic]);
});
