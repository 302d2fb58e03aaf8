import type { Action } from '#gateway/plugins/calls';
import { type getOverlappingEvents, mostOverlaps } from '#models/contract/event-overlaps';
import { fail } from '#models/contract/failure';
import { eventTimes } from '#models/db/event-times';
import { eventsForViewer } from '#models/db/events.loaders';
import { overlappingEvents } from '#models/db/events.overlapping';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';

/** Dates and times are those of the university's time zone. */
export const getOverlappingEventsAction: Action<typeof getOverlappingEvents> = async ({ society_id, except, ...plan }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.events', found.facts);
  const { date, time, end_date: endDate = null, end_time: endTime = null } = plan;
  const { startsAt: after, endsAt: before } = eventTimes({ date, time, endDate, endTime }, ctx.settings.timeZone);
  const events = await overlappingEvents(ctx, { society: found.society._id, window: { after, before }, except });
  return { data: await eventsForViewer(ctx, events.slice(0, mostOverlaps)), next: null, counts: { events: events.length } };
};
