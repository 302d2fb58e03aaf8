import type { Action } from '#gateway/plugins/calls';
import type { getAttendees } from '#models/contract/check-in';
import { fail } from '#models/contract/failure';
import { attendeePage, attendeesToWire, countAttendees } from '#models/db/attendances.loaders';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';

export const getAttendeesAction: Action<typeof getAttendees> = async ({ event_id, state, q, cursor, limit }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.attendees', facts);
  if (state === 'waiting') ctx.require('event.organise', facts);
  const [page, counts] = await Promise.all([attendeePage(event._id, { state, q }, cursor, limit), countAttendees(event._id)]);
  return { data: await attendeesToWire(page.attendees), next: page.next, counts };
};
