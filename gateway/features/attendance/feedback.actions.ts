import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { getEventFeedback, getMyFeedback, giveFeedback } from '#models/contract/event-feedback';
import { fail } from '#models/contract/failure';
import { EventFeedbacks, feedbackToWire, feedbackUntil } from '#models/db/event-feedback';
import { cameTo, loadFeedback } from '#models/db/event-feedback.loaders';
import { type FoundEvent, findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';

const factsFor = async (ctx: Ctx, { event, facts }: FoundEvent) => ({ event: facts, came: await cameTo(event._id, ctx.me._id) });

export const getMyFeedbackAction: Action<typeof getMyFeedback> = async ({ event_id }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('feedback.own', found.facts);
  const [own, facts] = await Promise.all([
    EventFeedbacks.findOne({ event: found.event._id, user: ctx.me._id }).lean(),
    factsFor(ctx, found),
  ]);
  const isOpen = facts.event.over && new Date() < feedbackUntil(found.event);
  return { data: feedbackToWire(found.event, own, isOpen && ctx.can('feedback.give', facts)) };
};

/** Leaves no activity: nobody is told, and nothing may say who answered when. */
export const giveFeedbackAction: Action<typeof giveFeedback> = async ({ event_id, rating, text }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const facts = await factsFor(ctx, found);
  ctx.require('feedback.give', facts);
  if (!facts.event.over) fail('event_not_over');
  if (new Date() >= feedbackUntil(found.event)) fail('feedback_closed');
  const { _id: event, society } = found.event;
  const own = await transactionOf(ctx, (session) =>
    EventFeedbacks.findOneAndUpdate(
      { event, user: ctx.me._id },
      { $set: { society, rating, text, at: new Date() }, $inc: { version: 1 } },
      { session, upsert: true, returnDocument: 'after', setDefaultsOnInsert: false },
    ).lean(),
  );
  return { data: feedbackToWire(found.event, own, true) };
};

export const getEventFeedbackAction: Action<typeof getEventFeedback> = async ({ event_id }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.organise', facts);
  return { data: await loadFeedback(event._id) };
};
