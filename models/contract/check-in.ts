import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, instant, nullable, paging, query, time } from './parts.js';

const feature = 'attendance';

const person = z.object({ ID: id, Name: z.string(), Image: z.string() });

/** Person on an organiser's list. */
export const attendee = z.extend(person, {
  attendance: z.enum(['attending', 'waiting']),
  waiting_position: nullable(count),
  /** Time at which they took the seat, or began to wait. */
  At: time,
  Checked_In_At: nullable(time),
  Checked_In_By: nullable(id),
  /** Time of a late check-in by the door code, which waits for a steward. */
  Claimed_At: nullable(time),
  version: z.number(),
});
export type Attendee = z.output<typeof attendee>;

export const getAttendees = call({
  name: 'getAttendees',
  feature,
  method: 'GET',
  path: '/events/get_attendees',
  auth: 'required',
  policy: 'event.attendees',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    ...paging,
    event_id: id,
    q: query(100),
    state: z._default(z.enum(['attending', 'waiting', 'checked_in', 'unconfirmed'], fieldTexts.unknown_choice), 'attending'),
  }),
  data: z.array(attendee),
  counts: z.object({ attending: count, waiting: count, checked_in: count }),
  summary:
    'Who comes, in the order in which they said so; who waits, in theirs. For the organisers; all but the waiting list also for stewards.',
  errors: ['not_found', 'forbidden'],
});

export const exportAttendees = call({
  name: 'exportAttendees',
  feature,
  method: 'GET',
  path: '/events/export_attendees',
  auth: 'required',
  policy: 'event.organise',
  rate: 'export',
  status: 200,
  media: 'text/csv',
  input: z.object({ event_id: id }),
  data: z.string(),
  summary: 'All people of an event as a table: name, state, when they signed up, when they came, whether they are a no-show.',
  errors: ['not_found', 'forbidden'],
});

export const checkIn = call({
  name: 'checkIn',
  feature,
  method: 'POST',
  path: '/events/check_in',
  auth: 'required',
  policy: 'event.checkIn',
  rate: 'write',
  status: 200,
  input: z.object({
    event_id: id,
    /** Text of a scanned ticket, or the id of a person: exactly one of the two. */
    code: z.optional(z.string(fieldTexts.wrong_type).check(z.trim(), z.maxLength(100, fieldTexts.too_long))),
    user_id: z.optional(id),
    undo: z._default(z.boolean(fieldTexts.wrong_type), false),
    /** Time of a check-in made offline, at most 30 days ago; now if left out. */
    at: z.optional(instant),
  }),
  data: z.object({
    user: person,
    Checked_In_At: nullable(time),
    Checked_In_By: nullable(id),
    /** True if the state was the same before: `Checked_In_At` has its time. */
    again: z.boolean(),
    checked_in: count,
    version: z.number(),
  }),
  summary: 'Check somebody in, by the code of their ticket or by who they are, or take it back; twice says when it was done.',
  errors: ['not_found', 'forbidden', 'bad_ticket', 'event_cancelled'],
});

export const getMyTicket = call({
  name: 'getMyTicket',
  feature,
  method: 'GET',
  path: '/events/my_ticket',
  auth: 'required',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: z.object({ event_id: id, code: z.string(), Name: z.string(), Checked_In_At: nullable(time), version: z.number() }),
  summary: "The caller's ticket: a signed code, which the organisers read at the door.",
  errors: ['not_found'],
});

export const eventCheckedIn = message(
  'event:checked-in',
  ['eventDoor'],
  z.object({
    event_id: id,
    user_id: id,
    at: nullable(time),
    by: nullable(id),
    claimed_at: nullable(time),
    checked_in: count,
    version: z.number(),
  }),
);
