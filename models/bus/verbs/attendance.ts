import { attendanceChanged, type EventCounts, eventStats } from '#models/contract/attendance';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { attendanceWord, waitingPosition } from '#models/db/attendances.loaders';
import type { BookmarkDoc } from '#models/db/bookmarks';
import { type EventDoc, Events } from '#models/db/events';
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

/** How a person stands to an event, for all of that person's screens. */
export async function attendanceLive(attendance: AttendanceDoc): Promise<Live> {
  return live(attendanceChanged, [roomOf('user', String(attendance.user))], {
    event_id: String(attendance.event),
    attendance: attendanceWord(attendance),
    waiting_position: await waitingPosition(attendance),
    version: attendance.version,
  });
}

const messagesOf = async (attendance: AttendanceDoc | null, event?: EventDoc): Promise<Live[]> =>
  attendance ? [...(await statsOf(attendance.event, event)), await attendanceLive(attendance)] : [];

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
};

/** A seat from the waiting list: the record's actor is who got it. */
export const seatGivenVerb: VerbSpec<ActivityDoc> = {
  messages: attendanceChangedVerb.messages,
  async tellings(activity) {
    const attendance = await load(activity);
    const event = attendance?.state === 'going' ? await Events.findById(attendance.event).lean() : null;
    if (!event || event.removedAt || event.cancelledAt) return [];
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
};
