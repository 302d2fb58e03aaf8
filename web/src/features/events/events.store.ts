import type { Attendance } from '#models/contract/attendance';
import { eventAsOf } from '#models/contract/event-phase';
import type { Event } from '#models/contract/events';
import { createEntities } from '@/sync/entities';

/** An event without the viewer's standing, which has stores and versions of its own. */
export type ShownEvent = Omit<Event, 'Standing'>;

/** Entities of all events on the screen. */
export const events = createEntities<ShownEvent>({
  name: 'events',
  orderedBy: { rev: ['attendees', 'interested', 'shares', 'seats_left'] },
});

interface Standing {
  event: string;
  attendance: Attendance;
  /** Null also if not loaded: lists do not include it. */
  waiting_position: number | null;
  /** The event's `rev` at which the position was read; lists do not include it. */
  rev?: number;
  version: number;
}
/** The viewer's attendance of each event, ordered by its own `version`; the waiting position is ordered by the event's `rev`. */
export const standings = createEntities<Standing>({ name: 'standings', key: 'event', orderedBy: { rev: ['waiting_position'] } });

interface Bookmark {
  event: string;
  on: boolean;
  version: number;
}
/** The viewer's bookmarks; their version is not that of the attendance. */
export const bookmarks = createEntities<Bookmark>({ name: 'bookmarks', key: 'event' });

function mergeStanding(event: string, { attendance, version, bookmarked, bookmark_version }: NonNullable<Event['Standing']>): void {
  const current = standings.get(event);
  const waiting_position = current?.version === version ? current.waiting_position : null;
  standings.merge([{ event, attendance, waiting_position, version }]);
  bookmarks.merge([{ event, on: bookmarked, version: bookmark_version }]);
}

/**
 * Merges fetched events and the viewer's standings into the stores; returns the ids without removed events. Phases are computed
 * for now, since an answer may come from a cache.
 */
export function mergeEvents(fetched: readonly Event[]): string[] {
  for (const { ID, Standing } of fetched) if (Standing) mergeStanding(ID, Standing);
  const now = Date.now();
  return events.merge(fetched.map(({ Standing: _standing, ...event }) => eventAsOf(event, now)));
}
