import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, instant, nullable, time } from './parts.js';

const feature = 'attendance';

/** Digits of a door code. */
export const doorCodeLength = 6;

const digits = z.string(fieldTexts.wrong_type).check(z.trim(), z.regex(new RegExp(`^\\d{${doorCodeLength}}$`), fieldTexts.wrong_type));

export const getDoorCode = call({
  name: 'getDoorCode',
  feature,
  method: 'GET',
  path: '/events/door_code',
  auth: 'required',
  policy: 'event.checkIn',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: z.object({
    code: digits,
    /** Milliseconds until the next code. */
    changes_in: count,
    attending: count,
    checked_in: count,
    /** People whose late check-in waits for a steward. */
    unconfirmed: count,
  }),
  summary: 'The code of the door screen, which changes every 15 s, and how many came. For organisers and stewards.',
  errors: ['not_found', 'forbidden', 'event_cancelled'],
});

export const checkInHere = call({
  name: 'checkInHere',
  feature,
  method: 'POST',
  path: '/events/check_in_here',
  auth: 'required',
  policy: 'event.checkInHere',
  rate: 'write',
  status: 200,
  input: z.object({
    event_id: id,
    code: digits,
    /** Time at which a phone without a network read the code; left out by a phone with one. */
    at: z.optional(instant),
  }),
  data: z.object({
    event_id: id,
    Checked_In_At: nullable(time),
    /** Time of a late check-in that a steward has not confirmed yet. */
    Claimed_At: nullable(time),
    /** True if the caller was checked in before, or had claimed it. */
    again: z.boolean(),
    version: z.number(),
  }),
  summary: 'Check oneself in by the code on the door screen. A phone that was offline is checked in once a steward confirms it.',
  errors: ['not_found', 'email_unverified', 'not_going', 'door_closed', 'door_code_over', 'event_cancelled', 'too_many_requests'],
});

/** A person who may check in at one event. */
const steward = z.object({ ID: id, Name: z.string(), Image: z.string() });
export type Steward = z.output<typeof steward>;

export const getStewards = call({
  name: 'getStewards',
  feature,
  method: 'GET',
  path: '/events/get_stewards',
  auth: 'required',
  policy: 'event.stewards',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ event_id: id }),
  data: z.array(steward),
  summary: 'The stewards of an event, at most twenty, in the order in which they were named. For the organisers.',
  errors: ['not_found', 'forbidden'],
});

export const setSteward = call({
  name: 'setSteward',
  feature,
  method: 'POST',
  path: '/events/set_steward',
  auth: 'required',
  policy: 'event.stewards',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, user_id: id, steward: z.boolean(fieldTexts.wrong_type) }),
  data: z.object({ event_id: id, user_id: id, steward: z.boolean(), version: z.number() }),
  summary: 'Name a member or an attendee as a steward of one event until two hours after its end, or end that.',
  errors: ['not_found', 'forbidden', 'email_unverified', 'stewards_full', 'event_cancelled', 'event_over'],
});

export const stewardChanged = message(
  'event:steward',
  ['user', 'eventDoor'],
  z.object({ event_id: id, user_id: id, steward: z.boolean(), version: z.number() }),
);
