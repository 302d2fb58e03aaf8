import type { Attendance } from '#models/contract/attendance';
import { eventAsOf } from '#models/contract/event-phase';
import type { Event } from '#models/contract/events';
import { createEntities } from '@/lib/entities';

/** An event without the reader's own standing to it, which has a place and versions of its own. */
export type ShownEvent = Omit<Event, 'Standing'>;

/** Every event on the screen, once. */
export const events = createEntities<ShownEvent>({ name: 'events', byRev: ['attendees', 'interested', 'shares', 'seats_left'] });

interface Standing {
  event: string;
  attendance: Attendance;
  /** Null also where it is not known: lists do not tell it. */
  waiting_position: number | null;
  /** The event's, as of which the place is; lists tell none. */
  rev?: number;
  version: number;
}
/** How the reader stands to each event: the server's own version decides; about the place on the waiting list, the event's `rev`. */
export const standings = createEntities<Standing>({ name: 'standings', key: 'event', byRev: ['waiting_position'] });

interface Bookmark {
  event: string;
  on: boolean;
  version: number;
}
/** Which events the reader keeps; their version is not that of the attendance. */
export const bookmarks = createEntities<Bookmark>({ name: 'bookmarks', key: 'event' });

function rememberStanding(event: string, { attendance, version, bookmarked, bookmark_version }: NonNullable<Event['Standing']>): void {
  const known = standings.get(event);
  const waiting_position = known?.version === version ? known.waiting_position : null;
  standings.merge([{ event, attendance, waiting_position, version }]);
  bookmarks.merge([{ event, on: bookmarked, version: bookmark_version }]);
}

/** Takes over events of an answer, which may have been kept for a while, as they are now, and how the reader stands to them; answers their ids without those that are gone. */
export function rememberEvents(found: readonly Event[]): string[] {
  for (const { ID, Standing } of found) if (Standing) rememberStanding(ID, Standing);
  const now = Date.now();
  return events.merge(found.map(({ Standing: _own, ...event }) => eventAsOf(event, now)));
}
