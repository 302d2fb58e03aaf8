import type { Action } from '#gateway/plugins/calls';
import { countsOfEvent } from '#models/bus/verbs/attendance';
import type {
  getAllEvents,
  getCalendar,
  getEventInfo,
  getEventStats,
  getEventsAttendedByUser,
  getEventsBySociety,
  getRelatedEvents,
} from '#models/contract/events';
import { fail } from '#models/contract/failure';
import { attendedPage } from '#models/db/events.attended';
import { calendarDays } from '#models/db/events.calendar';
import { countEvents, eventsForViewer, findEvent } from '#models/db/events.loaders';
import { eventPage } from '#models/db/events.pages';
import { relatedPage } from '#models/db/events.related';
import { toId } from '#models/db/model';
import { findPerson } from '#models/db/people.loaders';
import { findSociety } from '#models/db/societies.loaders';

/** Days, weeks and months are those of the university's time zone. */
export const getAllEventsAction: Action<typeof getAllEvents> = async ({ cursor, limit, ...filter }, ctx) => {
  ctx.require('event.list');
  const page = await eventPage(ctx, { ...filter, zone: ctx.settings.timeZone }, cursor, limit);
  return { data: await eventsForViewer(ctx, page.events), next: page.next };
};

export const getEventsBySocietyAction: Action<typeof getEventsBySociety> = async ({ society_id, cursor, limit, ...filter }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.events', found.facts);
  const society = found.society._id;
  const zone = ctx.settings.timeZone;
  const [page, counts] = await Promise.all([eventPage(ctx, { ...filter, zone, society }, cursor, limit), countEvents(society)]);
  return { data: await eventsForViewer(ctx, page.events), next: page.next, counts };
};

export const getEventInfoAction: Action<typeof getEventInfo> = async ({ event_id }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const [event] = await eventsForViewer(ctx, [found.event]);
  return { data: event ?? fail('not_found') };
};

export const getEventStatsAction: Action<typeof getEventStats> = async ({ event_id }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  return { data: countsOfEvent(event) };
};

export const getRelatedEventsAction: Action<typeof getRelatedEvents> = async ({ event_id, cursor, limit }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const page = await relatedPage(ctx, event, cursor, limit);
  return { data: await eventsForViewer(ctx, page.events), next: page.next };
};

export const getCalendarAction: Action<typeof getCalendar> = async ({ from, to }, ctx) => {
  ctx.require('event.list');
  return { data: await calendarDays(ctx, { from, to, zone: ctx.settings.timeZone }), next: null };
};

export const getEventsAttendedByUserAction: Action<typeof getEventsAttendedByUser> = async ({ user_id, phase, cursor, limit }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('profile.see', found.facts);
  if (phase === 'coming') ctx.require('profile.plans', found.facts);
  const page = await attendedPage(ctx, found, phase, cursor, limit);
  return { data: await eventsForViewer(ctx, page.events), next: page.next };
};
