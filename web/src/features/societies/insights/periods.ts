import type { Insights } from '#models/contract/society-insights';

type Day = Insights['series'][number];
export type Measure = 'members' | 'posts' | 'attendance';

/** Figures of a day or a week; `date` is the first day. */
export interface Period extends Record<Measure, number> {
  date: string;
}

const maxDays = 31;
const week = 7;

/** True if so many days are shown by week, since more bars are unreadable. */
export const isByWeek = (days: number): boolean => days > maxDays;

function sumDays(days: readonly Day[]): Period {
  const sum = (field: 'posts' | 'attendance') => days.reduce((total, day) => total + day[field], 0);
  return { date: days[0]?.date ?? '', members: days.at(-1)?.members ?? 0, posts: sum('posts'), attendance: sum('attendance') };
}

/** Groups a series into days or weeks; a partial week comes first. */
export function periodsOf(series: readonly Day[]): Period[] {
  const size = isByWeek(series.length) ? week : 1;
  const first = series.length % size;
  const starts = [...(first > 0 ? [0] : [])];
  for (let at = first; at < series.length; at += size) starts.push(at);
  return starts.map((start, i) => sumDays(series.slice(start, starts[i + 1])));
}

/** Date of the highest value; null if all are zero. */
export function busiest(series: readonly Day[], measure: 'posts' | 'attendance'): string | null {
  const best = series.reduce<Day | null>((top, day) => (day[measure] > (top?.[measure] ?? 0) ? day : top), null);
  return best?.date ?? null;
}
