import { defaultLengthMs } from '#models/contract/event-phase';
import type { EventDoc } from './events.js';
import { addDays, instantOf, localOf } from './local-time.js';

const dayMs = 24 * 3600_000;
/** Longer events are marked `long`, so that lists find them by an index of their own. */
export const shortMs = dayMs;
/** Maximum length of an event: its end is at most two years ahead. */
export const longestMs = 2 * 366 * dayMs;

type Plan = Pick<EventDoc, 'date' | 'time' | 'endDate' | 'endTime'>;

/** The stated end as an instant; the end of the last day when only a date is given. Null without a stated end. */
export function statedEnd({ date, endDate, endTime }: Plan, zone: string): Date | null {
  if (endTime) return instantOf(endDate ?? date, endTime, zone);
  return endDate && endDate > date ? instantOf(addDays(endDate, 1), '00:00', zone) : null;
}

/** Instants of an event's local times, and the mark of a long event. */
export function eventTimes(plan: Plan, zone: string): Required<Pick<EventDoc, 'startsAt' | 'endsAt'>> & { long: true | undefined } {
  const startsAt = instantOf(plan.date, plan.time, zone);
  const end = statedEnd(plan, zone);
  const endsAt = end && end > startsAt ? end : new Date(startsAt.getTime() + defaultLengthMs);
  return { startsAt, endsAt, long: endsAt.getTime() - startsAt.getTime() > shortMs || undefined };
}

/** Last local day of an event; an event that ends at midnight does not extend into the next day. */
export function lastDayOf({ date, endDate, endsAt }: Pick<EventDoc, 'date' | 'endDate' | 'endsAt'>, zone: string): string {
  if (!endDate || endDate <= date) return date;
  return localOf(new Date(endsAt.getTime() - 1), zone).date;
}
