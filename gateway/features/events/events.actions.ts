import type { Action } from '#gateway/plugins/calls';
import type { getAllEvents, getEventInfo, getEventsBySociety } from '#models/contract/events';
import { fail } from '#models/contract/failure';
import { countEvents, eventsForViewer, findEvent } from '#models/db/events.loaders';
import { eventPage } from '#models/db/events.pages';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';

/** Days, weeks and months are those of the university's time zone. */
export const getAllEventsIn =
  (zone: string): Action<typeof getAllEvents> =>
  async ({ cursor, limit, ...filter }, ctx) => {
    ctx.require('event.list');
    const page = await eventPage(ctx, { ...filter, zone }, cursor, limit);
    return { data: await eventsForViewer(ctx, page.events), next: page.next };
  };

export const getEventsBySocietyIn =
  (zone: string): Action<typeof getEventsBySociety> =>
  async ({ society_id, cursor, limit, ...filter }, ctx) => {
    const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
    ctx.require('society.events', found.facts);
    const society = found.society._id;
    const [page, counts] = await Promise.all([eventPage(ctx, { ...filter, zone, society }, cursor, limit), countEvents(society)]);
    return { data: await eventsForViewer(ctx, page.events), next: page.next, counts };
  };

export const getEventInfoAction: Action<typeof getEventInfo> = async ({ event_id }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const [event] = await eventsForViewer(ctx, [found.event]);
  return { data: event ?? fail('not_found') };
};
