import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { eventCategories, sharedEvent } from './events.js';
import { lengths } from './limits.js';
import { id, image, isDay, nullable, tags } from './parts.js';

const feature = 'events';

const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const orEmpty = (fits: (text: string) => boolean) =>
  nullable(
    z.string(fieldTexts.wrong_type).check(
      z.trim(),
      z.refine((text) => text === '' || fits(text), fieldTexts.wrong_type),
    ),
  );
const needed = (required: string, fits: (text: string) => boolean) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.refine(fits, fieldTexts.wrong_type));
const longEnough = (least: number, most: number, required: string, short: string) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.minLength(least, short), z.maxLength(most, fieldTexts.too_long));

const mostSeats = 1_000_000;

const fields = {
  title: longEnough(3, lengths.title, fieldTexts.event_title_required, fieldTexts.event_title_short),
  description: longEnough(20, lengths.description, fieldTexts.description_required, fieldTexts.description_short),
  category: z.enum(eventCategories, fieldTexts.category_required),
  date: needed(fieldTexts.event_date_required, isDay),
  time: needed(fieldTexts.event_time_required, isClock),
  end_date: orEmpty(isDay),
  end_time: orEmpty(isClock),
  location: z.string(fieldTexts.wrong_type).check(z.trim(), z.maxLength(lengths.location, fieldTexts.too_long)),
  is_online: z.boolean(fieldTexts.wrong_type),
  online_link: z
    .string(fieldTexts.website_invalid)
    .check(z.trim(), z.maxLength(lengths.url, fieldTexts.too_long), z.regex(/^$|^https?:\/\/\S+$/, fieldTexts.website_invalid)),
  image,
  max_attendees: nullable(
    z
      .number(fieldTexts.bad_number)
      .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(mostSeats, fieldTexts.bad_number)),
  ),
  registration_required: z.boolean(fieldTexts.wrong_type),
  tags,
};

/** What of an event's fields must fit together; dates and times are local to the university. */
export interface EventPlan {
  date: string;
  time: string;
  end_date: string | null;
  end_time: string | null;
  location: string;
  is_online: boolean;
  online_link: string;
}

/** What does not fit together, by field: the same for form and server. */
export function eventFaults({ date, time, end_date, end_time, location, is_online, online_link }: EventPlan): Record<string, string> {
  const faults: Record<string, string> = {};
  if (end_date && end_date < date) faults.end_date = fieldTexts.event_end_early;
  else if (end_time && end_time <= time && (!end_date || end_date === date)) faults.end_time = fieldTexts.event_end_early;
  if (is_online && online_link === '') faults.online_link = fieldTexts.event_link_required;
  if (!is_online && location === '') faults.location = fieldTexts.event_location_required;
  return faults;
}

/** Whether a start, or an end, lies in the past or too far ahead, as of the university's clocks. */
export function startFaults({ date, time, end_date }: EventPlan, now: { date: string; time: string }): Record<string, string> {
  if (date < now.date) return { date: fieldTexts.event_past };
  if (date === now.date && time < now.time) return { time: fieldTexts.event_past };
  const last = `${Number(now.date.slice(0, 4)) + 2}${now.date.slice(4)}`;
  if (date > last) return { date: fieldTexts.event_far };
  return end_date && end_date > last ? { end_date: fieldTexts.event_far } : {};
}

export const createEvent = call({
  name: 'createEvent',
  feature,
  method: 'POST',
  path: '/events/create_event',
  auth: 'required',
  policy: 'society.createEvents',
  rate: 'write',
  status: 201,
  input: z
    .object({
      society_id: id,
      ...fields,
      end_date: z._default(fields.end_date, null),
      end_time: z._default(fields.end_time, null),
      location: z._default(fields.location, ''),
      is_online: z._default(fields.is_online, false),
      online_link: z._default(fields.online_link, ''),
      image: z._default(image, ''),
      max_attendees: z._default(fields.max_attendees, null),
      registration_required: z._default(fields.registration_required, false),
      tags: z._default(tags, []),
    })
    .check(({ value, issues }) => {
      for (const [field, text] of Object.entries(eventFaults(value)))
        issues.push({ code: 'custom', message: text, path: [field], input: value });
    }),
  data: id,
  summary: 'Plan an event of a society. The data is its id.',
  errors: ['not_found', 'forbidden'],
});

export const eventCreated = message('event:created', ['events', 'society'], sharedEvent);
