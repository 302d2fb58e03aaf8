import { useEffect } from 'react';
import { attendanceChanged, eventStats } from '#models/contract/attendance';
import type { PayloadOf } from '#models/contract/define';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { eventAsOf } from '#models/contract/event-phase';
import { membershipChanged } from '#models/contract/members';
import { parseRoom } from '#models/contract/rooms';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { combineStops, onMessage, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';
import { useEventsClock } from './events.clock';
import { keys } from './events.keys';
import { bookmarks, events, standings } from './events.store';

/** Invalidates the lists and the calendar that may contain an event of this society. */
function invalidateLists(societyId: string): void {
  void cancelAndInvalidate(keys.society(societyId));
  void cancelAndInvalidate(keys.lists);
  void cancelAndInvalidate(keys.calendar);
}

function onUpdated(event: PayloadOf<typeof eventUpdated>): void {
  // A message may be composed before its event began or ended, and arrive after.
  events.patch(event.ID, eventAsOf(event, Date.now()));
  invalidateLists(event.Society_ID);
  // Refetch fields that differ per viewer and are not in the message: the online link and the permissions.
  void cancelAndInvalidate(keys.info(event.ID));
}

function onRemoved({ event_id, society_id }: PayloadOf<typeof eventRemoved>): void {
  events.remove(event_id);
  invalidateLists(society_id);
  void cancelAndInvalidate(keys.info(event_id));
}

/**
 * Applies a change of the own attendance by another tab or the waiting list. Permissions and the calendar change with it, but
 * not with a mere move on the waiting list.
 */
function onAttendanceChanged({ event_id, ...standing }: PayloadOf<typeof attendanceChanged>): void {
  const current = standings.get(event_id);
  const hasOnlyMoved = current?.attendance === 'waiting' && standing.attendance === 'waiting' && current.version === standing.version;
  standings.merge([{ event: event_id, ...standing }]);
  if (hasOnlyMoved) return;
  void cancelAndInvalidate(keys.info(event_id));
  void cancelAndInvalidate(keys.calendar);
}

function onOwnChanged({ kind, id, on, version }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'bookmark') bookmarks.merge([{ event: id, on, version }]);
  if (kind === 'block' || kind === 'privacy') refetchEvents();
}

function onMembershipChanged({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === useSession.getState().user?.ID) refetchEvents();
}

function onSocietyUpdated({ ID, Name }: PayloadOf<typeof societyUpdated>): void {
  for (const event of events.all()) if (event.Society_ID === ID) events.patch(event.ID, { Society_Name: Name });
}

const refetchEvents = (): void => void cancelAndInvalidate(keys.all);

/** Refetches everything after an eviction from a room, since the viewer may have lost the right to see its events. */
function onRoomLost(rooms: readonly string[]): void {
  if (rooms.some((room) => ['event', 'society', 'societyPublic'].includes(parseRoom(room)?.kind ?? ''))) refetchEvents();
}

/** Keeps all events on the screen and the viewer's standings current, by messages and by the clock. Used by every query of events. */
export function useEventsLive(): void {
  useEventsClock();
  useEffect(() => {
    return combineStops([
      onMessage(eventCreated, ({ Society_ID }) => invalidateLists(Society_ID)),
      onMessage(eventUpdated, onUpdated),
      onMessage(eventRemoved, onRemoved),
      onMessage(eventStats, ({ event_id, society_id: _society, ...counts }) => events.patch(event_id, counts)),
      onMessage(attendanceChanged, onAttendanceChanged),
      onMessage(ownChanged, onOwnChanged),
      onMessage(membershipChanged, onMembershipChanged),
      onMessage(societyUpdated, onSocietyUpdated),
      onMessage(societyVisibility, ({ society_id }) => invalidateLists(society_id)),
      onMessage(societyRemoved, ({ society_id }) => invalidateLists(society_id)),
      onRoomLeft(({ rooms }) => onRoomLost(rooms)),
    ]);
  }, []);
}
