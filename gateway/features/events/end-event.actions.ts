import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { afterEventRemoved, endEvent } from '#models/commands/end-event';
import type { cancelEvent, deleteEvent } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { Events } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';

/** Cancels an event. A repeat gets the same answer, with the first reason. */
export const cancelEventAction: Action<typeof cancelEvent> = async ({ event_id, reason }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  if (found.facts.over) fail('event_over');
  const set = { cancelledAt: new Date(), cancelReason: reason };
  const ending = { verb: 'event.cancelled', by: ctx.me._id, set, assume: { cancelledAt: null } } as const;
  const record = await transactionOf(ctx, (session) => endEvent(session, found.event, ending));
  if (record) publish(record);
  const [event] = await eventsForViewer(ctx, await Events.find({ _id: found.event._id }).lean());
  return { data: event ?? fail('not_found') };
};

export const deleteEventAction: Action<typeof deleteEvent> = async ({ event_id }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.delete', found.facts);
  const { event, society } = found;
  const ending = { verb: 'event.removed', by: ctx.me._id, set: { removedAt: new Date() }, assume: {} } as const;
  const record = (await transactionOf(ctx, (session) => endEvent(session, event, ending))) ?? fail('not_found');
  const { events, rev } = (await afterEventRemoved(record, event)) ?? society;
  return { data: { event_id, society_id: String(society._id), Event_Count: events, rev } };
};
