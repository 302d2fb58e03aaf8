import { attendanceChanged, eventStats, getUserStatus } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getAllEvents, getEventInfo, getEventsBySociety } from '#models/contract/events';
import { ownChanged } from '#models/contract/users';
import { noFilter } from '@/features/events/event-filter';
import { EventList } from '@/features/events/event-list';
import { useEvent, useStanding } from '@/features/events/events.queries';
import { UpcomingEvents } from '@/features/events/upcoming-events';
import { type ConformanceRow, row } from '../conformance';
import { no, onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { anEvent, sharedEventOf } from '../society-fixtures';
import { json, page, subject, text } from './shared';

const event = anEvent({ attendees: 2, seats_left: 3, rev: 5, version: 2 });
const sharedEvent = sharedEventOf(event);
const moved = { ...event, Title: 'Moved finals', Time: '19:00', version: 3 };
const removal = { event_id: event.ID, society_id: event.Society_ID, version: 3 };
const restored = { ...event, version: 4 };
const serveEvents = (found: Event[]) => {
  onCall(getEventsBySociety, () => yes(getEventsBySociety, found, { ...page, counts: { upcoming: found.length, completed: 0 } }));
  onCall(getEventInfo, () => (found[0] ? yes(getEventInfo, found[0]) : no(404, 'not_found', 'Not found.')));
};
const upcoming = subject(<UpcomingEvents societyId={event.Society_ID} />);
function OneEvent() {
  return json(useEvent(event.ID).event ?? null);
}
const going = { attendees: 3, interested: 1, shares: 0, seats_left: 2, rev: 7 };
const statsOf = (counts: typeof going) => ({ event_id: event.ID, society_id: event.Society_ID, ...counts });
function MyStanding() {
  const { standing, isBookmarked } = useStanding(event.ID);
  return json([standing, isBookmarked]);
}
const status = { attendance: 'waiting', waiting_position: 2, rev: 5, version: 3, bookmarked: false, bookmark_version: 1 } as const;
const serveStanding = (fields: Partial<DataOf<typeof getUserStatus>>) =>
  onCall(getUserStatus, () => yes(getUserStatus, { ...status, ...fields }));
const seated = {
  ...event,
  Max_Attendees: 5,
  Standing: { attendance: 'not_attending', version: 2, bookmarked: false, bookmark_version: 1 },
} as const;
const tickets = subject(<EventList filter={noFilter} onChange={() => {}} />);
const serveTickets = (fields: Partial<Event>) => {
  onCall(getAllEvents, () => yes(getAllEvents, [{ ...seated, ...fields }], page));
  onCall(getEventInfo, () => yes(getEventInfo, { ...seated, ...fields }));
};
/** Rows of events and the viewer's attendance. */
export const eventRows: ConformanceRow[] = [
  row(eventCreated, sharedEvent, {
    screen: upcoming,
    serve: (isAfter) => serveEvents(isAfter ? [event] : []),
    state: text,
    late: { ...sharedEvent, Title: 'Older', version: 1 },
  }),
  row(eventUpdated, sharedEventOf(moved), {
    screen: upcoming,
    serve: (isAfter) => serveEvents([isAfter ? moved : event]),
    state: text,
    late: sharedEvent,
  }),
  row(eventRemoved, removal, {
    screen: upcoming,
    serve: (isAfter) => serveEvents(isAfter ? [] : [event]),
    state: text,
    late: () => arrives(eventUpdated, sharedEvent),
  }),
  row(eventCreated, sharedEventOf(restored), {
    what: 'restored after its removal',
    screen: upcoming,
    open: async () => {
      arrives(eventRemoved, removal);
    },
    serve: (isAfter) => serveEvents([isAfter ? restored : event]),
    state: text,
    late: () => arrives(eventRemoved, removal),
  }),
  row(eventStats, statsOf(going), {
    screen: subject(<OneEvent />),
    serve: (isAfter) => serveEvents([isAfter ? { ...event, ...going } : event]),
    state: text,
    late: statsOf({ ...going, attendees: 0, rev: 6 }),
  }),
  row(eventStats, statsOf(going), {
    what: 'on a ticket of the list',
    screen: tickets,
    serve: (isAfter) => serveTickets(isAfter ? going : {}),
    state: text,
    late: statsOf({ ...going, attendees: 0, seats_left: 5, rev: 6 }),
  }),
  row(
    attendanceChanged,
    { event_id: event.ID, attendance: 'waiting', waiting_position: 1, rev: 7, version: 3 },
    {
      what: 'to somebody who waits, with a new place',
      screen: subject(<MyStanding />),
      serve: (isAfter) => serveStanding(isAfter ? { waiting_position: 1, rev: 7 } : {}),
      state: text,
      late: { event_id: event.ID, attendance: 'waiting', waiting_position: 2, rev: 6, version: 3 },
    },
  ),
  row(
    attendanceChanged,
    { event_id: event.ID, attendance: 'waiting', waiting_position: 1, rev: 14, version: 4 },
    {
      what: 'on a ticket of the list',
      screen: tickets,
      serve: (isAfter) => serveTickets(isAfter ? { Standing: { ...seated.Standing, attendance: 'waiting', version: 4 } } : {}),
      state: text,
      late: { event_id: event.ID, attendance: 'attending', waiting_position: null, rev: 13, version: 3 },
    },
  ),
  row(
    attendanceChanged,
    { event_id: event.ID, attendance: 'attending', waiting_position: null, rev: 14, version: 4 },
    {
      screen: subject(<MyStanding />),
      serve: (isAfter) => serveStanding(isAfter ? { attendance: 'attending', waiting_position: null, rev: 14, version: 4 } : {}),
      state: text,
      late: { event_id: event.ID, attendance: 'waiting', waiting_position: 1, rev: 13, version: 3 },
    },
  ),
  row(
    ownChanged,
    { kind: 'bookmark', id: event.ID, on: true, version: 4 },
    {
      what: 'bookmark',
      screen: subject(<MyStanding />),
      serve: (isAfter) => serveStanding(isAfter ? { bookmarked: true, bookmark_version: 4 } : {}),
      state: text,
      late: { kind: 'bookmark', id: event.ID, on: false, version: 3 },
    },
  ),
];
