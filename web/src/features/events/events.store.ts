import { attendanceChanged, eventStats, getUserStatus } from '#models/contract/attendance';
import type { PayloadOf } from '#models/contract/define';
import { stewardChanged } from '#models/contract/door';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { type Event, getAllEvents, getEventInfo, getEventsBySociety, getRelatedEvents } from '#models/contract/events';
import { cancelAndInvalidate } from '@/lib/query';
import { mayConcern } from '@/sync/access';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { onOwnChange } from '@/sync/own-changes';
import { peopleIn } from '@/sync/people';
import { societyRef } from '@/sync/societies';
import { defineThings } from '@/sync/things';
import { type EventFilter, filterFields, type SocietyEventFilter } from './event-filter';
import { setCurrentUpTo } from './use-event-room';

/** An event without the viewer's standing, which has versions of its own. */
export type ShownEvent = Omit<Event, 'Standing'>;

/** Entities of all events on the screen. */
export const events = createEntities<ShownEvent>({
  name: 'events',
  orderedBy: { rev: ['attendees', 'interested', 'shares', 'seats_left'] },
  refs: [
    societyRef('Society_ID', { Name: 'Society_Name' }),
    peopleIn<ShownEvent, ShownEvent['Faces'][number]>('Faces', { Name: 'Name', Image: 'Image' }),
  ],
});

type ListedStanding = NonNullable<Event['Standing']>;
interface Standing extends ListedStanding {
  event: string;
  /** Absent if a list has the event and the viewer waits: lists do not include the position. */
  waiting_position?: number | null;
  /** Time until which a seat is held for the viewer; null or absent without an offer. */
  offered_until?: string | null;
  /** The event's `rev` at which the position was read. */
  rev?: number;
}

/** The viewer's attendance, waiting position and bookmark of each event, also of events that are not loaded. */
export const standings = createEntities<Standing>({
  name: 'standings',
  key: 'event',
  orderedBy: { rev: ['waiting_position'], bookmark_version: ['bookmarked'] },
});

/** Moves the viewer's standing to its own store. The phase is computed for now, since an answer may come from a cache. */
function toShown({ Standing, ...event }: Event): ShownEvent {
  const place = Standing?.attendance === 'waiting' ? {} : { waiting_position: null, rev: event.rev };
  if (Standing) standings.merge([{ event: event.ID, ...Standing, ...place }]);
  return eventAsOf(event, Date.now());
}
const toAllShown = (fetched: readonly Event[]): ShownEvent[] => fetched.map(toShown);

/** Merges the events of an answer to an own action; returns their ids. */
export const mergeEvents = (fetched: readonly Event[]): string[] => events.merge(toAllShown(fetched));

/** Whether an event may be one of the society. */
const isOf = (society: string, id: string): boolean => mayConcern(events.get(id)?.Society_ID, society);

export const eventThings = defineThings({
  key: (id) => ['events', 'info', id],
  call: getEventInfo,
  input: (event_id) => ({ event_id }),
  entities: events,
  toEntity: toShown,
  access: isOf,
});

export const standingThings = defineThings({
  key: (id) => ['events', 'standing', id],
  call: getUserStatus,
  input: (event_id) => ({ event_id }),
  entities: standings,
  toEntity: (status, event) => ({ event, offered_until: null, ...status }),
  access: isOf,
});

const limit = 20;
/** How events of an answer are merged. */
export const listedEvents = { entities: events, toEntities: toAllShown, onFetched: setCurrentUpTo };
const listed = { ...listedEvents, access: true } as const;

/** Events that match a filter; by default those that have not ended come first. */
export const eventList = defineList({
  ...listed,
  key: ['events', 'list'],
  call: getAllEvents,
  input: (filter: EventFilter) => ({ limit, ...filterFields(filter) }),
  keepPrevious: true,
});

/** A society's events, upcoming ones first, with the counts of upcoming and completed events. */
export const societyEvents = defineList({
  ...listed,
  access: (society, { society_id }) => society === society_id,
  key: ['events', 'society'],
  call: getEventsBySociety,
  input: ({ society_id, q, show }: SocietyEventFilter & { society_id: string }) => ({
    society_id,
    limit,
    ...(q && { q }),
    ...(show && { status: show }),
  }),
  keepPrevious: (before, next) => before.society_id === next.society_id,
});

/** Upcoming events of the same society, then of the same category. */
export const relatedEvents = defineList({
  ...listed,
  key: ['events', 'related'],
  call: getRelatedEvents,
  input: ({ event_id }: { event_id: string }) => ({ event_id, limit: 3 }),
  matches: isAttendable,
});

export const calendarKey = ['events', 'calendar'] as const;
const refetchCalendar = (): void => void cancelAndInvalidate(calendarKey);

/** Refetches the lists that may contain an event of this society, or of any. */
export function refetchLists(society_id?: string): void {
  void eventList.refetch();
  void relatedEvents.refetch();
  void societyEvents.refetch(society_id ? { society_id } : {});
}

/** Refetches the lists, the calendar and what differs per viewer, so is not in the message: permissions and the online link. */
function onPlanChanged(id: string, society_id: string): void {
  refetchLists(society_id);
  refetchCalendar();
  void eventThings.refetch(id);
}

/** Permissions and the calendar change with the own attendance, but not with a mere move on the waiting list. */
function onAttendanceChanged({ event_id, ...standing }: PayloadOf<typeof attendanceChanged>): void {
  const current = standings.get(event_id);
  const hasOnlyMoved = current?.attendance === 'waiting' && standing.attendance === 'waiting' && current.version === standing.version;
  standings.patchOwn(event_id, { offered_until: null, ...standing });
  if (hasOnlyMoved) return;
  void eventThings.refetch(event_id);
  refetchCalendar();
}

registerEffects('events', [
  on(eventCreated, ({ ID, Society_ID }) => onPlanChanged(ID, Society_ID)),
  on(eventUpdated, (event) => {
    // A message may be composed before its event began or ended, and arrive after.
    events.patch(event.ID, eventAsOf(event, Date.now()));
    onPlanChanged(event.ID, event.Society_ID);
  }),
  on(eventRemoved, ({ event_id, society_id, version }) => {
    events.remove(event_id, version);
    onPlanChanged(event_id, society_id);
  }),
  on(eventStats, ({ event_id, society_id: _society, ...counts }) => events.patch(event_id, counts)),
  on(attendanceChanged, onAttendanceChanged),
  // The rights of the viewer change with it.
  on(stewardChanged, ({ event_id }) => void eventThings.refetch(event_id)),
]);
onOwnChange('bookmark', ({ id, on: bookmarked, version }) => standings.patchOwn(id, { bookmarked, bookmark_version: version }));
