import { useQuery } from '@tanstack/react-query';
import { getTermDates, type TermDate } from '#models/contract/term-dates';
import { api } from '@/lib/api';
import { firstOf, spanOf } from './month';

const staleMs = 600_000;
const none: readonly TermDate[] = [];

/** Exams and holidays that touch these days; none until they are loaded, or if they cannot be. */
export function useTermDates({ from, to }: { from: string; to: string }): readonly TermDate[] {
  const { data = none } = useQuery({
    queryKey: ['term-dates', from, to],
    queryFn: async ({ signal }) => (await api(getTermDates, { from, to }, { signal })).data,
    staleTime: staleMs,
  });
  return data;
}

/** As `useTermDates`, of the weeks around a day's month. */
export const useTermDatesAround = (day: string): readonly TermDate[] => useTermDates(spanOf(firstOf(day)));

/** The dates that touch a day. */
export const termDatesOn = (dates: readonly TermDate[], day: string): TermDate[] =>
  dates.filter(({ From, To }) => From <= day && day <= To);
