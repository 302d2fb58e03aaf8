import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nullable, time } from './parts.js';

const feature = 'attendance';

/** Attendance state of a person; waiting people move up in order as seats become free. */
export const attendance = z.enum(['attending', 'not_attending', 'waiting'], fieldTexts.unknown_choice);
export type Attendance = z.output<typeof attendance>;

/** Messages that go with a new state. */
export const attendanceMessages: Record<Attendance, string> = {
  attending: 'You are going to this event.',
  not_attending: 'You are no longer going to this event.',
  waiting: 'You are on the waiting list.',
};

/** All counters of an event, absolute; `rev` decides which are newer. */
export const eventCounts = z.object({
  attendees: count,
  interested: count,
  shares: count,
  seats_left: nullable(count),
  rev: z.number(),
});
export type EventCounts = z.output<typeof eventCounts>;

export const toggleAttendance = call({
  name: 'toggleAttendance',
  feature,
  method: 'POST',
  path: '/events/toggle_attendance',
  auth: 'required',
  policy: 'event.attend',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, status: attendance }),
  data: z.extend(eventCounts, {
    attendance,
    message: z.string(),
    waiting_position: nullable(count),
    /** Absent without an offer. */
    offered_until: z.optional(time),
    version: z.number(),
  }),
  summary: 'Attend an event, wait for a seat, or give it up: sets the state that is sent. Who asks to wait gets a seat where one is free.',
  errors: ['not_found', 'email_unverified', 'event_full', 'offer_over', 'event_over', 'event_cancelled'],
});

export const getUserStatus = call({
  name: 'getUserStatus',
  feature,
  method: 'GET',
  path: '/events/get_user_status',
  auth: 'required',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: z.object({
    attendance,
    bookmarked: z.boolean(),
    waiting_position: nullable(count),
    /** Time until which a free seat is held for the caller; absent without an offer. */
    offered_until: z.optional(time),
    /** The event's `rev` as of which the position is: the newer one wins. */
    rev: z.number(),
    version: z.number(),
    bookmark_version: z.number(),
  }),
  summary: 'How the caller stands to an event.',
  errors: ['not_found'],
});

/** Messages that go with a set or removed bookmark. */
export const bookmarkMessages = { set: 'Event saved.', gone: 'Event removed from saved.' } as const;

export const toggleBookmark = call({
  name: 'toggleBookmark',
  feature,
  method: 'POST',
  path: '/events/toggle_bookmark',
  auth: 'required',
  policy: 'event.bookmark',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, bookmarked: z.optional(z.boolean(fieldTexts.wrong_type)) }),
  data: z.extend(eventCounts, { bookmarked: z.boolean(), message: z.string(), version: z.number() }),
  summary: 'Bookmark an event or not: sets what is sent, flips without it.',
  errors: ['not_found', 'email_unverified'],
});

export const recordShare = call({
  name: 'recordShare',
  feature,
  method: 'POST',
  path: '/events/record_share',
  auth: 'required',
  policy: 'event.share',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id }),
  data: eventCounts,
  summary: 'Count that the caller shares an event: once a day.',
  errors: ['not_found', 'email_unverified'],
});

export const eventStats = message('event:stats', ['event', 'events'], z.extend(eventCounts, { event_id: id, society_id: id }));
export const attendanceChanged = message(
  'attendance:changed',
  ['user'],
  z.object({
    event_id: id,
    attendance,
    waiting_position: nullable(count),
    /** Absent without an offer. */
    offered_until: z.optional(time),
    rev: z.number(),
    version: z.number(),
  }),
);
