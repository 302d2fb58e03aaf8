import { holdCaller, transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { languageOf } from '#models/bus/i18n';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { createTicket, getContact, getMyTickets, getTickets, replyToTicket, SupportRequestStatus } from '#models/contract/support';
import { stopClock, supportClock } from '#models/db/answer-clock';
import { newId, toId } from '#models/db/model';
import { mostReplies, type SupportRequestDoc, SupportRequests } from '#models/db/support-requests';
import {
  countSupportRequests,
  findSupportRequest,
  ownSupportRequestPage,
  supportRequestPage,
  supportRequestsForViewer,
} from '#models/db/support-requests.loaders';
import { foldEmail } from '#models/db/text';
import { type DbSession, transaction } from '#models/db/transaction';

async function writeSupportRequest(ctx: Ctx, { email, ...ticket }: ParsedOf<typeof createTicket>, keep: Keep<string>): Promise<string> {
  const user = ctx.viewer?._id ?? null;
  const _id = newId();
  const record = await transaction(async (session) => {
    if (user) await holdCaller(session, ctx);
    const createdAt = new Date();
    const doc = { _id, ...ticket, user, email: user ? '' : foldEmail(email), status: 'open', createdAt } as const;
    await SupportRequests.create([{ ...doc, ...supportClock(createdAt, ctx.settings) }], { session });
    await keep(session, String(_id));
    // A visitor has no account: the support request serves as the actor.
    return recordActivity(session, { actor: user ?? _id, verb: 'ticket.created', object: _id, society: null, open: false });
  });
  publish(record);
  return String(_id);
}

/** Counts a visitor's support requests, by the e-mail address for the answer and by the visitor's address. */
async function countVisitor({ spend }: RateLimits, { email }: ParsedOf<typeof createTicket>, { client }: Ctx): Promise<void> {
  if (email === '') fail('validation_failed', { email: fieldTexts.email_required });
  await spend('ticketOf', foldEmail(email));
  await spend('ticketFrom', client.address);
}

/** Makes the action that creates a ticket. */
export const makeCreateTicket = (limits: RateLimits): CreatingAction<typeof createTicket, string> => ({
  async prepare(input, ctx) {
    ctx.require('ticket.create');
    if (!ctx.viewer) await countVisitor(limits, input, ctx);
    return { create: async (keep) => ({ data: await writeSupportRequest(ctx, input, keep) }), recall: async (id) => ({ data: id }) };
  },
});

export const getMyTicketsAction: Action<typeof getMyTickets> = async ({ limit, cursor }, ctx) => {
  const { tickets, next } = await ownSupportRequestPage(ctx.me._id, cursor, limit);
  return { data: await supportRequestsForViewer(ctx, tickets), next };
};

export const getTicketsAction: Action<typeof getTickets> = async ({ status, limit, cursor }, ctx) => {
  ctx.require('ticket.handle');
  const [{ tickets, next }, counts] = await Promise.all([supportRequestPage(status, cursor, limit), countSupportRequests()]);
  return { data: await supportRequestsForViewer(ctx, tickets), next, counts };
};

/** Status of a support request after a reply without one. */
function statusAfter(before: SupportRequestStatus, content: string, isSupport: boolean): SupportRequestStatus {
  if (content === '') return before;
  return isSupport ? 'answered' : 'open';
}

/** Starts the clock of a support request that was opened again; one that was open keeps its own. */
async function withClock(session: DbSession, ticket: SupportRequestDoc, { settings }: Ctx): Promise<SupportRequestDoc> {
  if (ticket.status !== 'open' || ticket.dueAt) return ticket;
  const clock = supportClock(new Date(), settings);
  await SupportRequests.updateOne({ _id: ticket._id }, { $set: clock }, { session });
  return { ...ticket, ...clock };
}

async function reply(
  ctx: Ctx,
  found: SupportRequestDoc,
  { content, status }: ParsedOf<typeof replyToTicket>,
  keep: Keep<string>,
): Promise<SupportRequestDoc> {
  // A platform admin's reply to their own support request does not count as support's.
  const isSupport = String(found.user) !== ctx.me.id;
  const next = status ?? statusAfter(found.status, content, isSupport);
  if (content === '' && next === found.status) return found;
  const written = { _id: newId(), by: ctx.me._id, isSupport, content, at: new Date() };
  const isAnswer = isSupport && content !== '';
  const { record, mail, ticket } = await transactionOf(ctx, async (session) => {
    const updated = await SupportRequests.findOneAndUpdate(
      { _id: found._id },
      {
        $set: { status: next },
        ...(next === 'open' ? {} : { $unset: stopClock }),
        $inc: { version: 1 },
        ...(content === '' ? {} : { $push: { replies: { $each: [written], $slice: -mostReplies } } }),
      },
      { session, returnDocument: 'after' },
    ).lean();
    const ticket = updated && (await withClock(session, updated, ctx));
    await keep(session, String(found._id));
    const params: Record<string, string> = isAnswer ? { answered: 'yes' } : {};
    const activity = { actor: ctx.me._id, verb: 'ticket.replied', object: found._id, society: null, open: false, params } as const;
    return {
      ticket: ticket ?? found,
      record: await recordActivity(session, activity),
      mail: isAnswer && found.email !== '' ? await recordMail(answerTo(found, content), session) : null,
    };
  });
  publish(record);
  if (mail) enqueueMailInBackground(mail);
  return ticket;
}

export const replyToTicketAction: CreatingAction<typeof replyToTicket, string> = {
  async prepare(input, ctx) {
    if (input.content === '' && !input.status) fail('validation_failed', { content: fieldTexts.content_required });
    const found = (await findSupportRequest(ctx, toId(input.ticket_id))) ?? fail('not_found');
    const answer = async (ticket: SupportRequestDoc) => {
      const [wire] = await supportRequestsForViewer(ctx, [ticket]);
      return { data: wire ?? fail('not_found') };
    };
    return { create: async (keep) => answer(await reply(ctx, found, input, keep)), recall: () => answer(found) };
  },
};

/** Mail that answers a visitor's support request, in the language of the ticket. */
const answerTo = ({ email, subject, content: asked }: SupportRequestDoc, content: string) =>
  ({ kind: 'ticket_answered', address: email, locale: languageOf(`${subject} ${asked}`), params: { subject, content } }) as const;

/** Makes the action that returns the configured address and time zone; the same for everybody. */
export const getContactAction: Action<typeof getContact> = async (_input, { settings }) => ({
  data: { email: settings.supportEmail, time_zone: settings.timeZone },
});
