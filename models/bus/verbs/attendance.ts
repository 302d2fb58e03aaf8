import { attendanceChanged, type EventCounts, eventStats } from '#models/contract/attendance';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { attendanceWord, waitingPosition } from '#models/db/attendances.loaders';
import type { BookmarkDoc } from '#models/db/bookmarks';
import { type EventDoc, Events, hasEnded } from '#models/db/events';
import { type Id, toId } from '#models/db/model';
import type { ShareDoc } from '#models/db/shares';
import { type Live, live } from '../push.js';
import { type Counted, only, type VerbSpec } from '../verb.js';

export const countsOfEvent = ({ attendees, interested, shares, seatsLeft, rev }: EventDoc): EventCounts => ({
  attendees,
  interested,
  shares,
  seats_left: seatsLeft,
  rev,
});

/** An event's counters, for its page and, where it is listed, for the lists. */
export function eventStatsLive(event: EventDoc): Live {
  const id = String(event._id);
  const rooms = [roomOf('event', id), ...(event.open ? [roomOf('events')] : [])];
  return live(eventStats, rooms, { event_id: id, society_id: String(event.society), ...countsOfEvent(event) });
}

/** The counters of an event that is still there. */
async function statsOf(id: Id, known?: EventDoc): Promise<Live[]> {
  const event = known ?? (await Events.findById(id).lean());
  return event && !event.removedAt ? [eventStatsLive(event)] : [];
}

type Standing = Pick<AttendanceDoc, 'user' | 'event' | 'state' | 'version'>;

/** How a person stands to an event, for all of that person's screens; the place is as of this `rev` of the event, or newer. */
export const standingLive = (attendance: Standing, place: number | null, rev: number): Live =>
  live(attendanceChanged, [roomOf('user', String(attendance.user))], {
    event_id: String(attendance.event),
    attendance: attendanceWord(attendance),
    waiting_position: place,
    rev,
    version: attendance.version,
  });

/** The same with the place as it is now; `event` was read before. */
export async function attendanceLive(attendance: AttendanceDoc, event?: Pick<EventDoc, 'rev'>): Promise<Live> {
  const found = event ?? (await Events.findById(attendance.event, { rev: 1 }).lean());
  return standingLive(attendance, await waitingPosition(attendance), found?.rev ?? 0);
}

async function messagesOf(attendance: AttendanceDoc | null, known?: EventDoc): Promise<Live[]> {
  if (!attendance) return [];
  const event = known ?? (await Events.findById(attendance.event).lean()) ?? undefined;
  return [...(await statsOf(attendance.event, event)), await attendanceLive(attendance, event)];
}

const eventOf = (id: Id): Counted[] => [{ kind: 'event', id }];

/** Of an event without a seat limit: the attendance is its own record. */
export const attendanceToggled: VerbSpec<AttendanceDoc> = {
  messages: (attendance, known) => messagesOf(attendance, known.event),
  counted: ({ event }) => eventOf(event),
};

export const eventBookmarked: VerbSpec<BookmarkDoc> = {
  async messages({ event, user, on, version }, known) {
    const own = live(ownChanged, [roomOf('user', String(user))], { kind: 'bookmark', id: String(event), on, version });
    return [...(await statsOf(event, known.event)), own];
  },
  counted: ({ event }) => eventOf(event),
};

export const eventShared: VerbSpec<ShareDoc> = {
  messages: ({ event }, known) => statsOf(event, known.event),
  counted: ({ event }) => eventOf(event),
};

const load = (activity: ActivityDoc) => Attendances.findById(activity.object).lean();
/** Which event the attendance that it records is of stands in the activity, so that counting need not read it. */
const countedBy = ({ params }: ActivityDoc): Counted[] => (params?.event ? eventOf(toId(params.event)) : []);

/** The event on whose waiting list others may have moved up; joining its end moves nobody. */
async function movedQueue(activity: ActivityDoc): Promise<Id | null> {
  const attendance = await load(activity);
  return attendance && attendance.state !== 'waiting' ? attendance.event : null;
}

/** Of an event with a seat limit. The record's object is the attendance; who gives a seat up is no longer told that they have it. */
export const attendanceChangedVerb: VerbSpec<ActivityDoc> = {
  messages: async (activity, known) => messagesOf(await load(activity), known.event),
  async takesBack({ object }) {
    const attendance = await Attendances.findById(object).lean();
    if (!attendance || attendance.state === 'going') return [];
    const given = await Activities.find({ object, verb: 'seat.given' }, { actor: 1 }).lean();
    return given.map((record) => ({ record, audience: () => only(record.actor) }));
  },
  counted: countedBy,
  movesQueue: movedQueue,
};

/** A seat from the waiting list: the record's actor is who got it. */
export const seatGivenVerb: VerbSpec<ActivityDoc> = {
  messages: attendanceChangedVerb.messages,
  async tellings(activity) {
    const attendance = await load(activity);
    const event = attendance?.state === 'going' ? await Events.findById(attendance.event).lean() : null;
    if (!event || event.removedAt || event.cancelledAt || hasEnded(event)) return [];
    return [
      {
        key: `seat:${event._id}`,
        type: 'seat_given',
        params: { title: event.title },
        link: `/events/${event._id}`,
        why: 'waiting',
        audience: () => only(activity.actor),
        society: null,
      },
    ];
  },
  counted: countedBy,
  movesQueue: movedQueue,
};
