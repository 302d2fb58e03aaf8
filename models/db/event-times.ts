import { defaultLengthMs } from '#models/contract/event-phase';
import type { EventDoc } from './events.js';
import { addDays, instantOf, localOf } from './local-time.js';

const dayMs = 24 * 3600_000;
/** What lasts longer is marked as long, so that lists need not look for it among everything that ever began. */
export const shortMs = dayMs;
/** No event lasts longer: an end lies at most two years ahead. */
export const longestMs = 2 * 366 * dayMs;

type Plan = Pick<EventDoc, 'date' | 'time' | 'endDate' | 'endTime'>;

/** The stated end, as an instant: of a last day without a time its midnight. Null where nobody said when it ends. */
export function statedEnd({ date, endDate, endTime }: Plan, zone: string): Date | null {
  if (endTime) return instantOf(endDate ?? date, endTime, zone);
  return endDate && endDate > date ? instantOf(addDays(endDate, 1), '00:00', zone) : null;
}

/** The instants of an event's local times, and whether it is a long one. */
export function eventTimes(plan: Plan, zone: string): Required<Pick<EventDoc, 'startsAt' | 'endsAt'>> & { long: true | undefined } {
  const startsAt = instantOf(plan.date, plan.time, zone);
  const end = statedEnd(plan, zone);
  const endsAt = end && end > startsAt ? end : new Date(startsAt.getTime() + defaultLengthMs);
  return { startsAt, endsAt, long: endsAt.getTime() - startsAt.getTime() > shortMs || undefined };
}

/** The last local day on which an event takes place; one that ends at midnight does not reach into the next day. */
export function lastDayOf({ date, endDate, endsAt }: Pick<EventDoc, 'date' | 'endDate' | 'endsAt'>, zone: string): string {
  if (!endDate || endDate <= date) return date;
  return localOf(new Date(endsAt.getTime() - 1), zone).date;
}
