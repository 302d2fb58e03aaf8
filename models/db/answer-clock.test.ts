import { describe, expect, it } from 'vitest';
import { reportClock, supportClock } from './answer-clock.js';
import { localOf } from './local-time.js';

const amman = { timeZone: 'Asia/Amman' };
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
/** An instant in a zone: 'Thu 2026-11-26 15:59'. */
function shown(instant: Date, zone: string): string {
  const { date, time } = localOf(instant, zone);
  return `${weekday.format(new Date(`${date}T00:00:00Z`))} ${date} ${time}`;
}

describe('the clock of a report', () => {
  it('ends after 24 hours, and reminds after 12', () => {
    const from = new Date('2026-11-26T07:40:12Z');
    expect(reportClock(from, amman)).toEqual({ dueAt: new Date('2026-11-27T07:40:12Z'), clockAt: new Date('2026-11-26T19:40:12Z') });
  });

  it('is shortened by the setting', () => {
    const from = new Date('2026-11-26T07:40:00Z');
    const short = { dueAt: new Date('2026-11-26T07:40:08Z'), clockAt: new Date('2026-11-26T07:40:04Z') };
    expect(reportClock(from, { ...amman, answerSeconds: 8 })).toEqual(short);
    expect(supportClock(from, { ...amman, answerSeconds: 8 })).toEqual(short);
  });
});

describe('the clock of a support request', () => {
  // Amman is at UTC+3 all year. Days and times are local.
  it.each([
    ['Thu 2026-11-26 15:59', 'Sun 2026-11-29 11:59', 'Sun 2026-11-29 15:59'],
    ['Thu 2026-11-26 16:00', 'Sun 2026-11-29 12:00', 'Mon 2026-11-30 08:00'],
    ['Wed 2026-11-25 10:00', 'Wed 2026-11-25 14:00', 'Thu 2026-11-26 10:00'],
    ['Wed 2026-11-25 12:00', 'Thu 2026-11-26 08:00', 'Thu 2026-11-26 12:00'],
    ['Wed 2026-11-25 07:59', 'Wed 2026-11-25 12:00', 'Thu 2026-11-26 08:00'],
    ['Fri 2026-11-27 09:30', 'Sun 2026-11-29 12:00', 'Mon 2026-11-30 08:00'],
    ['Sat 2026-11-28 23:59', 'Sun 2026-11-29 12:00', 'Mon 2026-11-30 08:00'],
  ])('written on %s reminds on %s and is due on %s', (written, reminds, isDue) => {
    const [, date, time] = written.split(' ');
    const { clockAt, dueAt } = supportClock(new Date(`${date}T${time}:00+03:00`), amman);
    expect([shown(clockAt, amman.timeZone), shown(dueAt, amman.timeZone)]).toEqual([reminds, isDue]);
  });

  it('keeps the seconds of what was written in the office hours', () => {
    expect(supportClock(new Date('2026-11-26T12:59:58.500Z'), amman).dueAt).toEqual(new Date('2026-11-29T12:59:58.500Z'));
  });

  it('keeps the local time across a change of clocks', () => {
    // Berlin leaves summer time on Sunday, 25 October 2026, at 3:00.
    const berlin = { timeZone: 'Europe/Berlin' };
    const { clockAt, dueAt } = supportClock(new Date('2026-10-22T15:30:00+02:00'), berlin);
    expect([shown(clockAt, berlin.timeZone), dueAt.toISOString()]).toEqual(['Sun 2026-10-25 11:30', '2026-10-25T14:30:00.000Z']);
  });
});
