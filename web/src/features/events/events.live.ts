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

/** The lists that an event of this society may stand in are in another order, or have one more or less; so are the days. */
function listsChange(societyId: string): void {
  void cancelAndInvalidate(keys.society(societyId));
  void cancelAndInvalidate(keys.lists);
  void cancelAndInvalidate(keys.calendar);
}

function onUpdated(event: PayloadOf<typeof eventUpdated>): void {
  // A message may be composed before its event began or ended, and arrive after.
  events.patch(event.ID, eventAsOf(event, Date.now()));
  listsChange(event.Society_ID);
  // What differs from viewer to viewer comes with the answer: the link of an online event, what one may do.
  void cancelAndInvalidate(keys.info(event.ID));
}

function onRemoved({ event_id, society_id }: PayloadOf<typeof eventRemoved>): void {
  events.remove(event_id);
  listsChange(society_id);
  void cancelAndInvalidate(keys.info(event_id));
}

/**
 * Another tab of the same person, or the waiting list: what one may do and see of the event goes with it, and the own days. A
 * new place on the list changes nothing else.
 */
function onAttendance({ event_id, ...standing }: PayloadOf<typeof attendanceChanged>): void {
  const known = standings.get(event_id);
  const waits = known?.attendance === 'waiting' && standing.attendance === 'waiting' && known.version === standing.version;
  standings.merge([{ event: event_id, ...standing }]);
  if (waits) return;
  void cancelAndInvalidate(keys.info(event_id));
  void cancelAndInvalidate(keys.calendar);
}

function onOwn({ kind, id, on, version }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'bookmark') bookmarks.merge([{ event: id, on, version }]);
  if (kind === 'block' || kind === 'privacy') askForAll();
}

function onMembership({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === useSession.getState().user?.ID) askForAll();
}

function onSociety({ ID, Name }: PayloadOf<typeof societyUpdated>): void {
  for (const event of events.all()) if (event.Society_ID === ID) events.patch(event.ID, { Society_Name: Name });
}

const askForAll = (): void => void cancelAndInvalidate(keys.all);

/** What may no longer be heard may no longer be seen. */
function onLeft(rooms: readonly string[]): void {
  if (rooms.some((room) => ['event', 'society', 'societyPublic'].includes(parseRoom(room)?.kind ?? ''))) askForAll();
}

/** Keeps every event on the screen true, also as time passes, and how the reader stands to it; stands wherever events are shown. */
export function useEventsLive(): void {
  useEventsClock();
  useEffect(() => {
    return combineStops([
      onMessage(eventCreated, ({ Society_ID }) => listsChange(Society_ID)),
      onMessage(eventUpdated, onUpdated),
      onMessage(eventRemoved, onRemoved),
      onMessage(eventStats, ({ event_id, society_id: _society, ...counts }) => events.patch(event_id, counts)),
      onMessage(attendanceChanged, onAttendance),
      onMessage(ownChanged, onOwn),
      onMessage(membershipChanged, onMembership),
      onMessage(societyUpdated, onSociety),
      onMessage(societyVisibility, ({ society_id }) => listsChange(society_id)),
      onMessage(societyRemoved, ({ society_id }) => listsChange(society_id)),
      onRoomLeft(({ rooms }) => onLeft(rooms)),
    ]);
  }, []);
}
