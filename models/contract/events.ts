import * as z from 'zod/mini';
import { attendance, eventCounts } from './attendance.js';
import { call } from './define.js';
import { eventCategories } from './event-choices.js';
import { eventPhases } from './event-phase.js';
import { fieldTexts } from './field-texts.js';
import { count, day, id, nullable, paging, query, shownId, time } from './parts.js';

const feature = 'events';

export const eventStatus = z.enum(['upcoming', 'completed', 'cancelled']);
const person = z.object({ ID: id, Name: z.string(), Image: z.string() });

/** `Date` is YYYY-MM-DD and `Time` HH:MM, local to the university. */
export const sharedEvent = z.object({
  ID: id,
  Title: z.string(),
  Description: z.string(),
  Date: z.string(),
  Time: z.string(),
  /** Start and end as instants; the default end is two hours after the start. */
  Starts_At: time,
  Ends_At: time,
  End_Date: nullable(z.string()),
  End_Time: nullable(z.string()),
  Location: z.string(),
  Category: z.string(),
  Image: z.string(),
  Organizer: z.string(),
  Creator_Name: z.string(),
  Creator_Image: z.string(),
  Society_Name: z.string(),
  CreatedAt: time,
  User: shownId,
  Society_ID: id,
  Is_Online: z.boolean(),
  Max_Attendees: nullable(count),
  seats_left: nullable(count),
  attendees: count,
  interested: count,
  shares: count,
  Tags: z.array(z.string()),
  Registration_Required: z.boolean(),
  /** Whether free seats are offered; absent until it was chosen once. */
  Offer_Seats: z.optional(z.boolean()),
  Status: eventStatus,
  /** Phase by its own times. Clients advance it with `eventAsOf`. */
  Phase: z.enum(eventPhases),
  /** Reason of the cancellation; '' if none was given. */
  Cancel_Reason: z.string(),
  rev: z.number(),
  version: z.number(),
});
export type SharedEvent = z.output<typeof sharedEvent>;

export const event = z.extend(sharedEvent, {
  Society: z.object({ ID: id, Name: z.string(), Image: z.string(), Category: z.string(), Is_Admin: z.boolean() }),
  Online_Link: nullable(z.string()),
  Faces: z.array(person),
  /** The viewer's attendance and bookmark, with versions that show which answer or message is newer; null for a visitor. */
  Standing: nullable(z.object({ attendance, version: z.number(), bookmarked: z.boolean(), bookmark_version: z.number() })),
  Can: z.object({ edit: z.boolean(), cancel: z.boolean(), delete: z.boolean(), attend: z.boolean(), checkIn: z.boolean() }),
});
export type Event = z.output<typeof event>;

const when = z.optional(z.enum(['all', 'today', 'thisWeek', 'thisMonth'], fieldTexts.unknown_choice));
const sort = z.optional(z.enum(['date', 'dateDesc', 'title'], fieldTexts.unknown_choice));
const filters = { ...paging, q: query(100), category: z.optional(z.enum(eventCategories, fieldTexts.unknown_choice)), when, sort };

export const getAllEvents = call({
  name: 'getAllEvents',
  feature,
  method: 'GET',
  path: '/events/get_all_events',
  auth: 'optional',
  policy: 'event.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(filters),
  data: z.array(event),
  summary: 'Events that the caller may see; what has not ended first. `when` finds what takes place then, also where it began before.',
});

export const getEventsBySociety = call({
  name: 'getEventsBySociety',
  feature,
  method: 'GET',
  path: '/events/get_events_by_society',
  auth: 'optional',
  policy: 'society.events',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...filters, society_id: id, status: z.optional(z.enum(['upcoming', 'completed'], fieldTexts.unknown_choice)) }),
  data: z.array(event),
  counts: z.object({ upcoming: count, completed: count }),
  summary:
    "A society's events; with `status` only those that have not ended (upcoming), or only those that have (completed): the called off are neither. The counts go by the same.",
  errors: ['not_found', 'forbidden'],
});

export const getEventInfo = call({
  name: 'getEventInfo',
  feature,
  method: 'GET',
  path: '/events/get_event_info',
  auth: 'optional',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: event,
  summary: 'One event.',
  errors: ['not_found'],
});

export const getEventStats = call({
  name: 'getEventStats',
  feature,
  method: 'GET',
  path: '/events/get_event_stats',
  auth: 'optional',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  input: z.object({ event_id: id }),
  data: eventCounts,
  summary: 'How many go to an event, bookmarked it and shared it.',
  errors: ['not_found'],
});

export const getRelatedEvents = call({
  name: 'getRelatedEvents',
  feature,
  method: 'GET',
  path: '/events/get_related_events',
  auth: 'optional',
  policy: 'event.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, event_id: id }),
  data: z.array(event),
  summary: 'Other events that have not ended: of the same society first, then of the same category.',
  errors: ['not_found'],
});

const longestSpan = 42;
const dayMs = 86_400_000;

/** One day of the calendar, with its events; `going`: the viewer attends one of them. */
export const calendarDay = z.object({ date: z.string(), count, events: z.array(event), going: z.boolean() });
export type CalendarDay = z.output<typeof calendarDay>;

export const getCalendar = call({
  name: 'getCalendar',
  feature,
  method: 'GET',
  path: '/events/get_calendar',
  auth: 'optional',
  policy: 'event.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ from: day, to: day }).check(({ value, issues }) => {
    const days = (Date.parse(value.to) - Date.parse(value.from)) / dayMs + 1;
    const text = days < 1 ? fieldTexts.wrong_type : days > longestSpan ? fieldTexts.span_long : null;
    if (text) issues.push({ code: 'custom', message: text, path: ['to'], input: value });
  }),
  data: z.array(calendarDay),
  summary:
    'Every day from one to another, at most 42: how many events take place, and three of them, those that have ended last. One of several days stands on each; cancelled ones are left out.',
});

export const getEventsAttendedByUser = call({
  name: 'getEventsAttendedByUser',
  feature,
  method: 'GET',
  path: '/events/get_events_attended_by_user',
  auth: 'optional',
  policy: 'profile.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, user_id: id, phase: z._default(z.enum(['ended', 'coming'], fieldTexts.unknown_choice), 'ended') }),
  data: z.array(event),
  summary:
    'Events that a person attended, as their profile shows them to the caller, the latest first; with `phase=coming` those that they go to and that have not ended, the next first: for signed-in callers only.',
  errors: ['not_found', 'forbidden'],
});
