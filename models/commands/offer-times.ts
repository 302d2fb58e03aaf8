import { seatOffers } from '#models/contract/limits';
import type { EventDoc } from '#models/db/events';
import { instantOf, localOf } from '#models/db/local-time';
import { quietUntil } from '#models/db/quiet-hours';

const { lastsMs, directMs, night } = seatOffers;

/** End of an offer made now: two hours that do not run by night, by the clocks of the zone. */
export function offerEnd(now: Date, zone: string): Date {
  const from = quietUntil(now, night, zone) ?? now;
  const until = new Date(from.getTime() + lastsMs);
  const evening = instantOf(localOf(from, zone).date, night.start, zone);
  const morning = quietUntil(until, night, zone);
  return morning && until > evening ? new Date(morning.getTime() + until.getTime() - evening.getTime()) : until;
}

/**
 * End of an offer of this event's free seat, made now. Null if seats are given at once: the event does not offer them, starts
 * within six hours, or starts before the offer would end.
 */
export function offerEndOf({ offerZone, startsAt }: Pick<EventDoc, 'offerZone' | 'startsAt'>, now: Date): Date | null {
  if (!offerZone || startsAt.getTime() - now.getTime() <= directMs) return null;
  const until = offerEnd(now, offerZone);
  return until <= startsAt ? until : null;
}
