import * as z from 'zod/mini';
import { call, message } from './define.js';
import { eventCategories } from './event-choices.js';
import { event, sharedEvent } from './events.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, freeLine, id, image, isDay, line, nullable, optionalText, tags, text, website } from './parts.js';

const feature = 'events';

/** Whether a text is a time of day, HH:MM. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const orEmpty = (fits: (text: string) => boolean) =>
  nullable(
    z.string(fieldTexts.wrong_type).check(
      z.trim(),
      z.refine((text) => text === '' || fits(text), fieldTexts.wrong_type),
    ),
  );
const needed = (required: string, fits: (text: string) => boolean) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.refine(fits, fieldTexts.wrong_type));
const mostSeats = 1_000_000;

/** Fields of an event that its organisers set. */
export const eventFields = {
  title: line(lengths.title, fieldTexts.event_title_required, { least: 3, text: fieldTexts.event_title_short }),
  description: text(lengths.description, fieldTexts.description_required, { least: 20, text: fieldTexts.description_short }),
  category: z.enum(eventCategories, fieldTexts.category_required),
  date: needed(fieldTexts.event_date_required, isDay),
  time: needed(fieldTexts.event_time_required, isClock),
  end_date: orEmpty(isDay),
  end_time: orEmpty(isClock),
  location: freeLine(lengths.location),
  is_online: z.boolean(fieldTexts.wrong_type),
  online_link: website,
  image,
  max_attendees: nullable(
    z
      .number(fieldTexts.seats_invalid)
      .check(z.int(fieldTexts.seats_invalid), z.minimum(1, fieldTexts.seats_invalid), z.maximum(mostSeats, fieldTexts.seats_invalid)),
  ),
  registration_required: z.boolean(fieldTexts.wrong_type),
  /** Whether a free seat is offered to the first in line for two hours, instead of given at once. */
  offer_seats: z.boolean(fieldTexts.wrong_type),
  tags,
};

/** Fields of an event that must be consistent; dates and times are local to the university. */
export interface EventPlan {
  date: string;
  time: string;
  end_date: string | null;
  end_time: string | null;
  location: string;
  is_online: boolean;
  online_link: string;
}

/** Inconsistent fields with their texts: the same for form and server. */
export function eventFaults({ date, time, end_date, end_time, location, is_online, online_link }: EventPlan): Record<string, string> {
  const faults: Record<string, string> = {};
  if (end_date && end_date < date) faults.end_date = fieldTexts.event_end_early;
  else if (end_time && end_time <= time && (!end_date || end_date === date)) faults.end_time = fieldTexts.event_end_early;
  if (is_online && online_link === '') faults.online_link = fieldTexts.event_link_required;
  if (!is_online && location === '') faults.location = fieldTexts.event_location_required;
  return faults;
}

/** Errors of a chosen day or start by the university's clocks: past, or too far ahead. */
export function startFaults({ date, time }: Pick<EventPlan, 'date' | 'time'>, now: { date: string; time: string }): Record<string, string> {
  if (date < now.date) return { date: fieldTexts.event_past };
  if (date === now.date && time < now.time) return { time: fieldTexts.event_past };
  return isFar(date, now) ? { date: fieldTexts.event_far } : {};
}

export const endFaults = ({ end_date }: Pick<EventPlan, 'end_date'>, now: { date: string }): Record<string, string> =>
  end_date && isFar(end_date, now) ? { end_date: fieldTexts.event_far } : {};

const isFar = (date: string, now: { date: string }): boolean => date > `${Number(now.date.slice(0, 4)) + 2}${now.date.slice(4)}`;

/** Fields of a new event, with their defaults. */
export const newEventFields = {
  society_id: id,
  ...eventFields,
  end_date: z._default(eventFields.end_date, null),
  end_time: z._default(eventFields.end_time, null),
  location: z._default(eventFields.location, ''),
  is_online: z._default(eventFields.is_online, false),
  online_link: z._default(eventFields.online_link, ''),
  image: z._default(image, ''),
  max_attendees: z._default(eventFields.max_attendees, null),
  registration_required: z._default(eventFields.registration_required, false),
  offer_seats: z.optional(eventFields.offer_seats),
  tags: z._default(tags, []),
};

/** Refuses input of a new event whose fields are inconsistent. */
export function refuseFaultyPlan({ value, issues }: { value: EventPlan; issues: z.core.$ZodRawIssue[] }): void {
  for (const [field, text] of Object.entries(eventFaults(value)))
    issues.push({ code: 'custom', message: text, path: [field], input: value });
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
  input: z.object(newEventFields).check(refuseFaultyPlan),
  data: id,
  summary: 'Plan an event of a society. The data is its id.',
  errors: ['not_found', 'forbidden', 'email_unverified'],
});

export const updateEvent = call({
  name: 'updateEvent',
  feature,
  method: 'PUT',
  path: '/events/update_event',
  auth: 'required',
  policy: 'event.edit',
  rate: 'write',
  status: 200,
  input: z.extend(z.partial(z.object(eventFields)), { event_id: id }),
  data: event,
  summary: 'Change an event; what is absent stays as it is. More seats go to who waits first, in order.',
  errors: ['not_found', 'forbidden', 'email_unverified'],
});

export const cancelEvent = call({
  name: 'cancelEvent',
  feature,
  method: 'POST',
  path: '/events/cancel_event',
  auth: 'required',
  policy: 'event.edit',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id, reason: optionalText(lengths.reason) }),
  data: event,
  summary: 'Call an event off; who goes, waits or bookmarked it is told. Again is as the first time.',
  errors: ['not_found', 'forbidden', 'email_unverified', 'event_over'],
});

export const deleteEvent = call({
  name: 'deleteEvent',
  feature,
  method: 'DELETE',
  path: '/events/delete_event',
  auth: 'required',
  policy: 'event.delete',
  rate: 'write',
  status: 200,
  input: z.object({ event_id: id }),
  data: z.object({ event_id: id, society_id: id, Event_Count: count, rev: z.number() }),
  summary: "Delete an event; the answer has the society's count.",
  errors: ['not_found', 'forbidden', 'email_unverified'],
});

export const eventCreated = message('event:created', ['events', 'society'], sharedEvent);
export const eventUpdated = message('event:updated', ['events', 'society', 'event'], sharedEvent);
export const eventRemoved = message(
  'event:removed',
  ['events', 'society', 'event'],
  /** `version` of the removal: an event with a higher one has been restored since. */
  z.object({ event_id: id, society_id: id, version: z.number() }),
);
