import * as z from 'zod/mini';
import { attendance, eventCounts } from './attendance.js';
import { call } from './define.js';
import { eventFields, newEventFields, refuseFaultyPlan } from './event-changes.js';
import { event } from './events.js';
import { fieldTexts } from './field-texts.js';
import { lengths, seriesLength } from './limits.js';
import { count, day, id, nullable, optionalText, paging, time } from './parts.js';

const feature = 'events';

/** Interval between the meetings of a series. */
const seriesInterval = z.enum(['week', 'fortnight', 'month'], fieldTexts.unknown_choice);
export type SeriesInterval = z.output<typeof seriesInterval>;

/** Interval and end of a series: the number of meetings, the last possible day, or both, of which the first to be reached ends it. */
export const repeat = z
  .object(
    {
      every: seriesInterval,
      count: z.optional(
        z
          .number(fieldTexts.series_length)
          .check(
            z.int(fieldTexts.series_length),
            z.minimum(seriesLength.least, fieldTexts.series_length),
            z.maximum(seriesLength.most, fieldTexts.series_length),
          ),
      ),
      until: z.optional(day),
    },
    fieldTexts.required,
  )
  .check(({ value, issues }) => {
    if (value.count === undefined && value.until === undefined)
      issues.push({ code: 'custom', message: fieldTexts.series_end_required, path: ['count'], input: value });
  });

export const createSeries = call({
  name: 'createSeries',
  feature,
  method: 'POST',
  path: '/events/create_series',
  auth: 'required',
  policy: 'society.createEvents',
  rate: 'write',
  status: 201,
  input: z.object({ ...newEventFields, repeat }).check(refuseFaultyPlan),
  data: z.object({ series_id: id, event_ids: z.array(id) }),
  summary:
    'Plan a series: 2 to 52 events with the fields of one, each with seats and a waiting list of its own, at the same local hour every week, every second week, or every month on the same weekday (a fifth one means the last of the month). `repeat` has `every` (week, fortnight, month), and `count`, `until` (the last possible day) or both.',
  errors: ['not_found', 'forbidden', 'email_unverified'],
});

/** Meetings that a change or cancellation reaches: from the named one on, or all that have not begun. */
const seriesScope = z.enum(['following', 'all'], fieldTexts.unknown_choice);
export type SeriesScope = z.output<typeof seriesScope>;

/** Meetings that were reached, and the ids of those left because they were changed on their own. */
const reached = z.object({ meetings: z.array(event), left: z.array(id) });

export const updateSeries = call({
  name: 'updateSeries',
  feature,
  method: 'PUT',
  path: '/events/update_series',
  auth: 'required',
  policy: 'event.edit',
  rate: 'write',
  status: 200,
  input: z.extend(z.partial(z.object(eventFields)), { event_id: id, scope: seriesScope }),
  data: reached,
  summary:
    'Change the named meeting and the following ones, or all; what is absent stays as it is. A new date moves each by as many days as the named one. Meetings that have begun, that are called off, or that were changed on their own stay as they are, but for the named one.',
  errors: ['not_found', 'forbidden', 'email_unverified', 'event_over', 'event_cancelled'],
});

export const cancelSeries = call({
  name: 'cancelSeries',
  feature,
  method: 'POST',
  path: '/events/cancel_series',
  auth: 'required',
  policy: 'event.edit',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, scope: seriesScope, reason: optionalText(lengths.reason) }),
  data: reached,
  summary:
    'Call off the named meeting and the following ones, or all, but for those that have begun or were changed on their own; each person who goes, waits or bookmarked one is told once. Again is as the first time.',
  errors: ['not_found', 'forbidden', 'email_unverified', 'event_over'],
});

/** A meeting: an event, with its place in the series from 1, and whether it was changed on its own. */
const meeting = z.extend(event, { Series: z.object({ ID: id, Every: seriesInterval, Number: count, Changed: z.boolean() }) });

export const getSeries = call({
  name: 'getSeries',
  feature,
  method: 'GET',
  path: '/events/get_series',
  auth: 'optional',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, event_id: id }),
  data: z.array(meeting),
  counts: z.object({ meetings: count, remaining: count }),
  summary:
    'Meetings of the series that an event belongs to, in the order of their start; empty for a single event. `remaining` counts those that can still be attended.',
  errors: ['not_found'],
});

export const attendSeries = call({
  name: 'attendSeries',
  feature: 'attendance',
  method: 'POST',
  path: '/events/attend_series',
  auth: 'required',
  policy: 'event.attend',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, status: z.enum(['attending', 'not_attending'], fieldTexts.unknown_choice) }),
  data: z.object({
    meetings: z.array(
      z.extend(eventCounts, {
        event_id: id,
        attendance,
        waiting_position: nullable(count),
        /** Absent without an offer of a seat. */
        offered_until: z.optional(time),
        version: z.number(),
      }),
    ),
  }),
  summary:
    'Attend all remaining meetings of a series, with a seat where one is free and a place on the waiting list where not; or give all of them up.',
  errors: ['not_found', 'email_unverified', 'event_over', 'event_cancelled'],
});
