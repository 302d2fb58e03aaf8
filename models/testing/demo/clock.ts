import { addDays, instantOf, localOf } from '#models/db/local-time';
import type { Random } from './random.js';

const minuteMs = 60_000;
export const hourMs = 3600_000;
export const dayMs = 24 * hourMs;

/** Local time of a moment, with minutes rounded down to half hours: days from today, and HH:MM. */
export interface Local {
  offset: number;
  time: string;
}

/** Local day and moment of loading; nothing in the past is later. */
export interface DemoClock {
  now: Date;
  /** The local day `offset` days after today, as YYYY-MM-DD. */
  day(offset: number): string;
  /** 0 is Sunday. */
  weekday(offset: number): number;
  /** The instant of a local day and HH:MM. */
  instant(day: string, time: string): Date;
  local(moment: Date): Local;
  /** A random waking hour about `days` days ago; within the last day counted back from now. */
  ago(random: Random, days: number): Date;
  /** A random moment after `from`, mostly soon after it, at most `days` days later and never in the future. */
  after(random: Random, from: Date, days: number): Date;
  hoursSince(at: Date): number;
  /** Days from today to the start of this month and to the end of the next. */
  months: { first: number; last: number };
}

export function clockOf(now: Date, zone: string): DemoClock {
  const today = localOf(now, zone).date;
  const day = (offset: number): string => addDays(today, offset);
  const instant = (date: string, time: string): Date => instantOf(date, time, zone);
  return {
    now,
    day,
    weekday: (offset) => new Date(`${day(offset)}T00:00:00Z`).getUTCDay(),
    instant,
    local(moment) {
      const { date, time } = localOf(moment, zone);
      const [hour = '', minute = ''] = time.split(':');
      const offset = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
      return { offset, time: `${hour}:${Number(minute) < 30 ? '00' : '30'}` };
    },
    ago(random, days) {
      const [time, seconds] = [awakeTime(random), random.int(0, 59)];
      if (days < 1) return new Date(now.getTime() - Math.round(3 + days * 1430) * minuteMs - seconds * 1000);
      return new Date(instant(day(-Math.floor(days)), time).getTime() + seconds * 1000);
    },
    after(random, from, days) {
      const until = Math.min(now.getTime(), from.getTime() + days * dayMs);
      return new Date(from.getTime() + Math.floor((until - from.getTime()) * random.next() ** 2));
    },
    hoursSince: (at) => (now.getTime() - at.getTime()) / hourMs,
    months: monthsAround(today),
  };
}

/** A random time of day, mostly between lectures and in the evening. */
function awakeTime(random: Random): string {
  const hour = random.chance(0.55) ? random.int(16, 22) : random.int(8, 15);
  return `${String(hour).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
}

function monthsAround(today: string): DemoClock['months'] {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number);
  const length = (Date.UTC(year, month + 1, 1) - Date.UTC(year, month - 1, 1)) / dayMs;
  return { first: 1 - date, last: length - date };
}
