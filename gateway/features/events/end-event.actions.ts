import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import type { cancelEvent, deleteEvent } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { bump } from '#models/db/counters';
import { type EventDoc, Events } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';

interface Ending {
  verb: 'event.cancelled' | 'event.removed';
  by: Id;
  set: Partial<EventDoc>;
  /** What must still be so; else somebody was faster and nothing is written. */
  assume: Partial<EventDoc>;
}

/** Ends an event, and records it. It counts as a change of its seats, so that none is given away meanwhile. */
const end = ({ _id, society, open }: EventDoc, { verb, by, set, assume }: Ending) =>
  transaction(async (session) => {
    const ended = await Events.updateOne({ _id, removedAt: null, ...assume }, { $set: set, $inc: { version: 1, rev: 1 } }, { session });
    return ended.modifiedCount === 0 ? null : recordActivity(session, { actor: by, verb, object: _id, society, open });
  });

/** Called off twice it answers as the first time, with the first reason. */
export const cancelEventAction: Action<typeof cancelEvent> = async ({ event_id, reason }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  if (found.facts.over) fail('event_over');
  const set = { cancelledAt: new Date(), cancelReason: reason };
  const record = await end(found.event, { verb: 'event.cancelled', by: ctx.me._id, set, assume: { cancelledAt: null } });
  if (record) tell(record);
  const [event] = await eventsForViewer(ctx, await Events.find({ _id: found.event._id }).lean());
  return { data: event ?? fail('not_found') };
};

export const deleteEventAction: Action<typeof deleteEvent> = async ({ event_id }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.delete', found.facts);
  const { event, society } = found;
  const record =
    (await end(event, { verb: 'event.removed', by: ctx.me._id, set: { removedAt: new Date() }, assume: {} })) ?? fail('not_found');
  const counted = await bump(Societies, society._id, { inc: { events: -1 }, since: record.doc.at });
  if (counted) tell(record);
  const { events, rev } = counted ?? society;
  return { data: { event_id, society_id: String(society._id), Event_Count: events, rev } };
};
