import { transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { lockEvent } from '#models/commands/seats';
import type { ParsedOf } from '#models/contract/define';
import type { EventMessage, getEventMessages, sendEventMessage } from '#models/contract/event-messages';
import { fail } from '#models/contract/failure';
import { messagesADay } from '#models/contract/limits';
import { EventMessages } from '#models/db/event-messages';
import { eventMessagePage, eventMessagesToWire } from '#models/db/event-messages.loaders';
import type { EventDoc } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { newId, toId } from '#models/db/model';

const dayMs = 86_400_000;

async function answer(id: string): Promise<{ data: EventMessage }> {
  const [message] = await eventMessagesToWire(await EventMessages.find({ _id: toId(id) }).lean());
  return { data: message ?? fail('not_found') };
}

/** Locks the event, so that two organizers do not send the third and the fourth message of a day at once. */
async function send(ctx: Ctx, event: EventDoc, { to, text }: ParsedOf<typeof sendEventMessage>, keep: Keep<string>) {
  const [_id, at] = [newId(), new Date()];
  const record = await transactionOf(ctx, async (session) => {
    if (!(await lockEvent(session, event._id))) return fail('not_found');
    const since = new Date(at.getTime() - dayMs);
    const sent = await EventMessages.countDocuments({ event: event._id, at: { $gt: since } }).session(session);
    if (sent >= messagesADay) return fail('messages_full');
    await EventMessages.create([{ _id, event: event._id, society: event.society, by: ctx.me._id, to, text, at }], { session });
    await keep(session, String(_id));
    const params = { message: String(_id) };
    return recordActivity(session, {
      actor: ctx.me._id,
      verb: 'event.messaged',
      object: event._id,
      society: event.society,
      open: false,
      params,
    });
  });
  publish(record);
  return answer(String(_id));
}

export const sendEventMessageAction: CreatingAction<typeof sendEventMessage, string> = {
  async prepare(input, ctx) {
    const { event, facts } = (await findEvent(ctx, toId(input.event_id))) ?? fail('not_found');
    ctx.require('event.message', facts);
    return { create: (keep) => send(ctx, event, input, keep), recall: answer };
  },
};

export const getEventMessagesAction: Action<typeof getEventMessages> = async ({ event_id, cursor, limit }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.organise', facts);
  const page = await eventMessagePage(event._id, cursor, limit);
  return { data: await eventMessagesToWire(page.items), next: page.next };
};
