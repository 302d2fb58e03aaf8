import type { Attendance } from '#models/contract/attendance';
import type { Event } from '#models/contract/events';
import { createEntities } from '@/lib/entities';

/** Every event on the screen, once. */
export const events = createEntities<Event>({ byRev: ['attendees', 'interested', 'shares', 'seats_left'] });

interface Standing {
  event: string;
  attendance: Attendance;
  waiting_position: number | null;
  version: number;
}
/** How the reader stands to each event: the server's own version decides. */
export const standings = createEntities<Standing>({ key: 'event' });

interface Bookmark {
  event: string;
  on: boolean;
  version: number;
}
/** Which events the reader keeps; their version is not that of the attendance. */
export const bookmarks = createEntities<Bookmark>({ key: 'event' });
