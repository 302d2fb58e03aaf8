import { attendanceChanged, type EventCounts, eventStats } from '#models/contract/attendance';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { attendanceWord, waitingPosition } from '#models/db/attendances.loaders';
import type { BookmarkDoc } from '#models/db/bookmarks';
import type { StaleTopic } from '#models/db/card-stamps';
import { type EventDoc, Events, hasEnded } from '#models/db/events';
import { type Id, toId } from '#models/db/model';
import type { ShareDoc } from '#models/db/shares';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type CounterRef, staleTopic, type VerbSpec } from '../verb.js';

export const countsOfEvent = ({ attendees, interested, shares, seatsLeft, rev }: EventDoc): EventCounts => ({
  attendees,
  interested,
  shares,
  seats_left: seatsLeft,
  rev,
});

/** An event's counters, for its page and, if it is listed, for the lists. */
export function eventStatsLive(event: EventDoc): LiveMessage {
  const id = String(event._id);
  const rooms = [roomOf('event', id), ...(event.open ? [roomOf('events')] : [])];
  return liveMessage(eventStats, rooms, { event_id: id, society_id: String(event.society), ...countsOfEvent(event) });
}

/** Counters of an event, unless it was removed. */
async function statsOf(id: Id, preloaded?: EventDoc): Promise<LiveMessage[]> {
  const event = preloaded ?? (await Events.findById(id).lean());
  return event && !event.removedAt ? [eventStatsLive(event)] : [];
}

type AttendanceState = Pick<AttendanceDoc, 'user' | 'event' | 'state' | 'offeredUntil' | 'version'>;

/** A person's attendance state, for all of their screens; the position is as of this `rev` of the event, or newer. */
export const attendanceStateLive = (attendance: AttendanceState, position: number | null, rev: number): LiveMessage =>
  liveMessage(attendanceChanged, [roomOf('user', String(attendance.user))], {
    event_id: String(attendance.event),
    attendance: attendanceWord(attendance),
    waiting_position: position,
    ...(attendance.offeredUntil && { offered_until: attendance.offeredUntil.toISOString() }),
    rev,
    version: attendance.version,
  });

/** Attendance state with the current position on the waiting list; `event` was read before. */
export async function attendanceLive(attendance: AttendanceDoc, event?: Pick<EventDoc, 'rev'>): Promise<LiveMessage> {
  const found = event ?? (await Events.findById(attendance.event, { rev: 1 }).lean());
  return attendanceStateLive(attendance, await waitingPosition(attendance), found?.rev ?? 0);
}

async function messagesOf(attendance: AttendanceDoc | null, preloaded?: EventDoc): Promise<LiveMessage[]> {
  if (!attendance) return [];
  const event = preloaded ?? (await Events.findById(attendance.event).lean()) ?? undefined;
  return [...(await statsOf(attendance.event, event)), await attendanceLive(attendance, event)];
}

const eventCounters = (id: Id): CounterRef[] => [{ kind: 'event', id }];

/** The person's own card, and those of their followers. */
const staleByAttendee = (user: Id): StaleTopic[] => [...staleTopic('own', user), ...staleTopic('going', user)];

/** Attendance of an event without a seat limit: the attendance is its own record. */
export const attendanceToggled: VerbSpec<AttendanceDoc> = {
  messages: (attendance, preloaded) => messagesOf(attendance, preloaded.event),
  affectedCounters: ({ event }) => eventCounters(event),
  staleTopics: ({ user }) => staleByAttendee(user),
};

export const eventBookmarked: VerbSpec<BookmarkDoc> = {
  async messages({ event, user, on, version }, preloaded) {
    const own = liveMessage(ownChanged, [roomOf('user', String(user))], { kind: 'bookmark', id: String(event), on, version });
    return [...(await statsOf(event, preloaded.event)), own];
  },
  affectedCounters: ({ event }) => eventCounters(event),
  staleTopics: ({ user }) => staleTopic('own', user),
};

export const eventShared: VerbSpec<ShareDoc> = {
  messages: ({ event }, preloaded) => statsOf(event, preloaded.event),
  affectedCounters: ({ event }) => eventCounters(event),
};

const load = (activity: ActivityDoc) => Attendances.findById(activity.object).lean();
/** The activity holds the id of its event, so that counting need not read the attendance. */
const attendanceCounters = ({ params }: ActivityDoc): CounterRef[] => (params?.event ? eventCounters(toId(params.event)) : []);

/** Event on whose waiting list others may have moved up; joining at the end moves nobody. */
async function changedWaitingList(activity: ActivityDoc): Promise<Id | null> {
  const attendance = await load(activity);
  return attendance && attendance.state !== 'waiting' ? attendance.event : null;
}

/** Also the cards of the society's members, if the last seat was taken or one is free again: full events are not recommended. */
async function staleBySeat(activity: ActivityDoc): Promise<StaleTopic[]> {
  const attendance = await load(activity);
  if (!attendance) return [];
  const event = await Events.findById(attendance.event, { society: 1, seatsLeft: 1 }).lean();
  const isTurn = event?.seatsLeft === (attendance.state === 'going' ? 0 : 1);
  return [...staleByAttendee(attendance.user), ...(event && isTurn ? staleTopic('society', event.society) : [])];
}

/**
 * Attendance of an event with a seat limit; the record's object is the attendance. Giving a seat up retracts the notification
 * of having it; an offer that ends, taken or not, retracts its notification.
 */
export const attendanceChangedVerb: VerbSpec<ActivityDoc> = {
  messages: async (activity, preloaded) => messagesOf(await load(activity), preloaded.event),
  async retractions({ object }) {
    const attendance = await Attendances.findById(object).lean();
    if (!attendance) return [];
    const ended: Verb[] = [];
    if (attendance.state !== 'going') ended.push('seat.given');
    if (!attendance.offeredUntil) ended.push('seat.offered');
    const records = await Activities.find({ object, verb: { $in: ended } }, { actor: 1 }).lean();
    return records.map((record) => ({ record, audience: () => audienceOf(record.actor) }));
  },
  affectedCounters: attendanceCounters,
  affectedWaitingList: changedWaitingList,
  staleTopics: staleBySeat,
};

/** A seat from the waiting list; the record's actor is the person who got it. Ends an offer, where the limit was removed. */
export const seatGivenVerb: VerbSpec<ActivityDoc> = {
  messages: attendanceChangedVerb.messages,
  retractions: attendanceChangedVerb.retractions,
  async notifications(activity) {
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
        audience: () => audienceOf(activity.actor),
        society: null,
      },
    ];
  },
  affectedCounters: attendanceCounters,
  affectedWaitingList: changedWaitingList,
  staleTopics: staleBySeat,
};

/** A seat that is held for the first in line until a time; the record's actor is this person. */
export const seatOfferedVerb: VerbSpec<ActivityDoc> = {
  messages: attendanceChangedVerb.messages,
  async notifications(activity) {
    const attendance = await load(activity);
    const until = attendance?.state === 'waiting' ? attendance.offeredUntil : undefined;
    const event = attendance && until && until > new Date() ? await Events.findById(attendance.event).lean() : null;
    if (!event || !until || event.removedAt || event.cancelledAt || hasEnded(event)) return [];
    const { date = '', time = '' } = activity.params ?? {};
    return [
      {
        key: `seat_offer:${event._id}:${until.getTime()}`,
        type: 'seat_offered',
        params: { title: event.title, date, time, event: String(event._id), until: until.toISOString() },
        link: `/events/${event._id}`,
        why: 'waiting',
        audience: () => audienceOf(activity.actor),
        society: null,
      },
    ];
  },
  affectedCounters: attendanceCounters,
};
