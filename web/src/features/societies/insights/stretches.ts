import type { Insights } from '#models/contract/society-insights';

type Day = Insights['series'][number];
export type Measure = 'members' | 'posts' | 'attendance';

/** A day, or a week by its first day. */
export interface Stretch extends Record<Measure, number> {
  date: string;
}

const mostDays = 31;
const week = 7;

/** Whether so many days are shown week by week: more bars than that nobody can tell apart. */
export const isByWeek = (days: number): boolean => days > mostDays;

function together(days: readonly Day[]): Stretch {
  const sum = (field: 'posts' | 'attendance') => days.reduce((total, day) => total + day[field], 0);
  return { date: days[0]?.date ?? '', members: days.at(-1)?.members ?? 0, posts: sum('posts'), attendance: sum('attendance') };
}

/** The days of a series, or its weeks, the last one whole. */
export function stretchesOf(series: readonly Day[]): Stretch[] {
  const size = isByWeek(series.length) ? week : 1;
  const first = series.length % size;
  const starts = [...(first > 0 ? [0] : [])];
  for (let at = first; at < series.length; at += size) starts.push(at);
  return starts.map((start, i) => together(series.slice(start, starts[i + 1])));
}

/** When there was most of it; null where there was nothing. */
export function busiest(series: readonly Day[], measure: 'posts' | 'attendance'): string | null {
  const best = series.reduce<Day | null>((top, day) => (day[measure] > (top?.[measure] ?? 0) ? day : top), null);
  return best?.date ?? null;
}
