import type { InputOf } from '#models/contract/define';
import { type createSeries, repeat as repeatRule, type SeriesInterval } from '#models/contract/event-series';
import { endOfMeeting, mostDates, repeatFaults } from '#models/contract/series-plan';

/** Form values of a single event, which does not repeat. */
export const noRepeat = {
  /** Interval of a series; '' for a single event. */
  repeats: '',
  /** Whether the series ends by `repeatCount` or by `repeatUntil`. */
  repeatEnds: 'count',
  repeatCount: '',
  repeatUntil: '',
};
export type RepeatValues = typeof noRepeat;
export type Repeat = InputOf<typeof createSeries>['repeat'];
export const intervals: readonly SeriesInterval[] = ['week', 'fortnight', 'month'];

const arabicDigit = /[٠-٩]/g;
/** Parses a number, also in Arabic digits; NaN if it is none, for validation to report. */
export const numberOf = (text: string): number => Number(text.replace(arabicDigit, (digit) => String(digit.charCodeAt(0) - 0x660)));

/** Call input of the repetition; null for a single event. */
export function repeatOf({ repeats, repeatEnds, repeatCount, repeatUntil }: RepeatValues): Repeat | null {
  if (repeats === '') return null;
  const every = repeats as SeriesInterval;
  if (repeatEnds === 'until') return repeatUntil ? { every, until: repeatUntil } : { every };
  return repeatCount.trim() ? { every, count: numberOf(repeatCount.trim()) } : { every };
}

/** The first day and the last one, which a series shifts with each meeting. */
export interface DayValues {
  date: string;
  endsLater: boolean;
  endDate: string;
}
const endDateOf = ({ endsLater, endDate }: DayValues): string | null => (endsLater && endDate ? endDate : null);

/** The last day of the meeting of a date; null where the form states none. */
export const endOn = (values: DayValues, day: string): string | null =>
  endOfMeeting({ date: values.date, end_date: endDateOf(values) }, day);

type SeriesDates = (first: string, repeat: Repeat, most: number) => string[];

/** Dates of the planned series, first one included; null for a single event, and while date or repetition are not valid. */
export function datesOf(values: RepeatValues & DayValues, seriesDates: SeriesDates): string[] | null {
  const repeat = repeatOf(values);
  if (!repeat || values.date === '' || !repeatRule.safeParse(repeat).success) return null;
  return seriesDates(values.date, repeat, mostDates);
}

/**
 * Validates the repetition by the contract's rules; the error is under the field that ends the series.
 * @param dates of the series, if they are made by now; the server checks them in any case
 */
export function faultsOfRepeat(
  values: RepeatValues & DayValues,
  dates: readonly string[] | null,
  now: { date: string },
): Partial<Record<keyof RepeatValues, string>> {
  const repeat = repeatOf(values);
  if (!repeat) return {};
  const plan = { date: values.date, end_date: endDateOf(values), repeat };
  const shape = repeatRule.safeParse(repeat).error?.issues[0]?.message;
  const [fault = shape] = dates ? Object.values(repeatFaults(dates, plan, now)) : [];
  if (!fault) return {};
  return values.repeatEnds === 'until' ? { repeatUntil: fault } : { repeatCount: fault };
}
