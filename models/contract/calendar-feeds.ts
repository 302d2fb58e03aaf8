import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { id, nothing } from './parts.js';

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
  summary: "iCalendar of one event, of a society's events, or of what the owner of a key attends and has saved.",
  errors: ['not_found', 'forbidden'],
});

export const makeCalendarKey = call({
  name: 'makeCalendarKey',
  feature,
  method: 'POST',
  path: '/events/calendar_key',
  auth: 'required',
  policy: 'account.edit',
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({ key: z.string(), url: z.string() }),
  summary: 'Make a key of the own private calendar feed; an earlier one no longer works.',
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
  input: nothing,
  data: z.object({ revoked: z.boolean() }),
  summary: 'End the own private calendar feed; again is as the first time.',
});
