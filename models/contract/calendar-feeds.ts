import * as z from 'zod/mini';
import { call } from './define.js';
import { eventCategories } from './event-choices.js';
import { fieldTexts } from './field-texts.js';
import { id, nothing, nullable, time } from './parts.js';

const feature = 'attendance';

/** Exactly one field selects the content of the file. */
export const getCalendarFile = call({
  name: 'getCalendarFile',
  feature,
  method: 'GET',
  path: '/events/calendar.ics',
  auth: 'optional',
  policy: 'event.list',
  rate: 'read',
  status: 200,
  media: 'text/calendar',
  input: z.object({
    event_id: z.optional(id),
    society_id: z.optional(id),
    key: z.optional(z.string(fieldTexts.wrong_type).check(z.trim(), z.maxLength(100, fieldTexts.too_long))),
  }),
  data: z.string(),
  summary: "iCalendar of one event, of a society's events, or of the calendar subscription with this key.",
  errors: ['not_found', 'forbidden'],
});

/** Contents of a calendar subscription: own events, those of own societies, of one society, or of a category. */
const subscriptionKinds = ['mine', 'societies', 'society', 'category'] as const;
const subscriptionKind = z.enum(subscriptionKinds, fieldTexts.unknown_choice);
export type SubscriptionKind = z.output<typeof subscriptionKind>;

/** A calendar subscription, without its key: only its hash is stored. */
export const calendarSubscription = z.object({
  ID: id,
  Kind: subscriptionKind,
  Society_ID: nullable(id),
  Society_Name: nullable(z.string()),
  Category: nullable(z.string()),
  Created_At: time,
  /** Last time that a calendar fetched it, to the hour; null if none has. */
  Used_At: nullable(time),
});
export type CalendarSubscription = z.output<typeof calendarSubscription>;

export const makeCalendarKey = call({
  name: 'makeCalendarKey',
  feature,
  method: 'POST',
  path: '/events/calendar_key',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({
    kind: z._default(subscriptionKind, 'mine'),
    society_id: z.optional(id),
    category: z.optional(z.enum(eventCategories, fieldTexts.unknown_choice)),
  }),
  data: z.object({ ID: id, key: z.string(), url: z.string() }),
  summary:
    'Make the key of a calendar subscription: of own events, of own societies, of one society or of a category. An earlier key of the same no longer works.',
  errors: ['not_found', 'forbidden'],
});

export const getCalendarKeys = call({
  name: 'getCalendarKeys',
  feature,
  method: 'GET',
  path: '/events/calendar_keys',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: nothing,
  data: z.array(calendarSubscription),
  summary: 'Own calendar subscriptions, the newest first, without their keys.',
});

export const revokeCalendarKey = call({
  name: 'revokeCalendarKey',
  feature,
  method: 'DELETE',
  path: '/events/calendar_key',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: z.object({ subscription_id: z.optional(id) }),
  data: z.object({ revoked: z.boolean() }),
  summary: 'End a calendar subscription, or that of own events; again is as the first time.',
});
