import { addDays, daysBetween } from './days.js';
import { endFaults } from './event-changes.js';
import { fieldTexts } from './field-texts.js';
import { seriesLength } from './limits.js';

/** Fields of a planned series that its dates depend on; an `end_date` of null or '' states no end. */
export interface SeriesPlan {
  date: string;
  end_date: string | null;
  repeat: { until?: string | undefined };
}

/** Most dates to make: one more than a series may have, so that too many are noticed. */
export const mostDates = seriesLength.most + 1;

/** The day on which the meeting of a date ends; null where the plan states no end. */
export const endOfMeeting = ({ date, end_date }: Pick<SeriesPlan, 'date' | 'end_date'>, day: string): string | null =>
  end_date === null || end_date === '' ? null : addDays(day, daysBetween(date, end_date));

/**
 * Errors of a planned series by its dates: too few or too many meetings, or a last one too far ahead.
 * @returns the text under the field that ends the series, as the server names it; empty without a fault
 */
export function repeatFaults(dates: readonly string[], plan: SeriesPlan, now: { date: string }): Record<string, string> {
  const last = dates.at(-1) ?? plan.date;
  const far = endFaults({ end_date: endOfMeeting(plan, last) ?? last }, now).end_date;
  const fault = dates.length < seriesLength.least || dates.length > seriesLength.most ? fieldTexts.series_length : far;
  return fault ? { [plan.repeat.until === undefined ? 'repeat.count' : 'repeat.until']: fault } : {};
}
