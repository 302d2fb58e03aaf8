import { attendanceChanged } from '#models/contract/attendance';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import type { Event } from '#models/contract/events';
import { standings } from '@/features/events/events.store';
import { OverlappingEvents } from '@/features/events/overlapping-events';
import { useSeries } from '@/features/events/series.queries';
import { type ConformanceRow, row } from '../conformance';
import { aSeries, eventOf, type Meeting, serveSeries } from '../fake-series';
import { onCall, yes } from '../fake-server';
import { arrives } from '../fake-socket';
import { anEvent, sharedEventOf } from '../society-fixtures';
import { json, subject, text } from './shared';

const standing = { attendance: 'not_attending', version: 3, bookmarked: false, bookmark_version: 1 } as const;
/** A series of three meetings, which the viewer does not attend. */
export const meetings = aSeries(3, { Standing: standing, Max_Attendees: 5, seats_left: 5, rev: 5, version: 2 }) as [
  Meeting,
  Meeting,
  Meeting,
];
const [first, , last] = meetings;

/** The meetings in order, each with the viewer's attendance. */
export function SeriesSubject() {
  const { meetings: shown } = useSeries(first.ID);
  const own = new Map(standings.useList(shown.map(({ ID }) => ID)).map((each) => [each.event, each.attendance]));
  return json(shown.map(({ ID, Time, Status }) => [ID, Time, Status, own.get(ID)]));
}
/** Serves the series with one attendance of all meetings. */
export const serveAttendance = (attendance: 'attending' | 'not_attending', version: number): void =>
  serveSeries(meetings.map((each) => ({ ...each, Standing: { ...standing, attendance, version } })));

const serveLast = (found: Event | null): void =>
  serveSeries(meetings.flatMap((each) => (each === last ? (found ? [{ ...last, ...found }] : []) : [each])));
const screen = subject(<SeriesSubject />);
const before = eventOf(last);
const moved: Event = {
  ...before,
  Time: '19:00',
  Starts_At: new Date(Date.parse(first.Starts_At) - 86_400_000).toISOString(),
  Ends_At: new Date(Date.parse(first.Starts_At) - 80_000_000).toISOString(),
  version: 3,
};
const removal = { event_id: last.ID, society_id: last.Society_ID, version: 3 };
const restored: Event = { ...before, version: 4 };

const plan = { society_id: first.Society_ID, date: first.Date, time: '17:00' };
const beside = anEvent({ Title: 'Open lecture', version: 2 });
const serveOverlaps = (found: Event[]): void =>
  onCall(getOverlappingEvents, () => yes(getOverlappingEvents, found, { next: null, counts: { events: found.length } }));

/** Rows of series, and of what is on at a planned time. */
export const seriesRows: ConformanceRow[] = [
  row(eventUpdated, sharedEventOf(moved), {
    what: 'of a series, moved before the others',
    screen,
    serve: (isAfter) => serveLast(isAfter ? moved : before),
    state: text,
    late: sharedEventOf(before),
  }),
  row(eventRemoved, removal, {
    what: 'of a series',
    screen,
    serve: (isAfter) => serveLast(isAfter ? null : before),
    state: text,
    late: () => arrives(eventUpdated, sharedEventOf(before)),
  }),
  row(eventCreated, sharedEventOf(restored), {
    what: 'of a series, restored',
    screen,
    open: async () => {
      arrives(eventRemoved, removal);
    },
    serve: (isAfter) => serveLast(isAfter ? restored : null),
    state: text,
    late: () => arrives(eventRemoved, removal),
  }),
  row(
    attendanceChanged,
    { event_id: last.ID, attendance: 'waiting', waiting_position: 1, rev: 9, version: 5 },
    {
      what: 'of a series',
      screen,
      serve: (isAfter) => serveLast(isAfter ? { ...before, Standing: { ...standing, attendance: 'waiting', version: 5 } } : before),
      state: text,
      late: { event_id: last.ID, attendance: 'attending', waiting_position: null, rev: 8, version: 4 },
    },
  ),
  row(eventCreated, sharedEventOf(beside), {
    what: 'at a planned time',
    screen: subject(<OverlappingEvents plan={plan} />),
    serve: (isAfter) => serveOverlaps(isAfter ? [beside] : []),
    state: text,
    late: sharedEventOf({ ...beside, Title: 'Older', version: 1 }),
  }),
];
