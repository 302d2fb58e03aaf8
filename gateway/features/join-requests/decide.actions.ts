import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { becomeMember } from '#models/commands/become-member';
import { settleRequest } from '#models/commands/settle-request';
import { fail } from '#models/contract/failure';
import type { approveRequest, getJoinRequests, JoinRequest, rejectRequest } from '#models/contract/join-requests';
import { Bans } from '#models/db/bans';
import { holdPerson } from '#models/db/holds';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { countRequests, joinRequestsToWire, medianReplyHours, requestPage } from '#models/db/join-requests.loaders';
import { type Id, toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

export const getJoinRequestsAction: Action<typeof getJoinRequests> = async ({ society_id, status, cursor, limit }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('joinRequest.list', found.facts);
  const { _id } = found.society;
  const [page, counts] = await Promise.all([requestPage(_id, status, cursor, limit), countRequests(_id)]);
  return { data: await joinRequestsToWire(page.requests), next: page.next, counts };
};

interface Decision {
  status: 'approved' | 'rejected';
  reason: string;
  by: Id;
}

/** Makes the requester a member, in the transaction of the decision; null when they are one already. */
async function admitRequester(session: DbSession, { society: id, user }: JoinRequestDoc, by: Id): Promise<RecordDoc | null> {
  const [person, society] = [await holdPerson(session, user), await Societies.findById(id).session(session).lean()];
  if (!society || society.removedAt || !person) return fail('not_found');
  if (await Bans.findOne({ society: id, user }, { _id: 1 }).session(session).lean()) return fail('banned');
  return becomeMember(session, { society, user: person, by });
}

/** Settles a request. Of several concurrent decisions one transaction commits; the others, retried, find it decided. */
async function settle(session: DbSession, id: Id, { status, reason, by }: Decision): Promise<(RecordDoc | null)[]> {
  const request = (await JoinRequests.findById(id).session(session).lean()) ?? fail('not_found');
  if (request.status === status) return [];
  if (request.status !== 'pending') return fail(request.status === 'withdrawn' ? 'not_pending' : 'already_decided');
  const decided = await settleRequest(session, request, { status, by, reason });
  const joined = status === 'approved' ? await admitRequester(session, request, by) : null;
  const median = await medianReplyHours(request.society, session);
  await Societies.updateOne({ _id: request.society }, { $set: { medianReplyHours: median } }, { session });
  return [joined, decided];
}

async function decide(ctx: Ctx, requestId: string, status: Decision['status'], reason = ''): Promise<JoinRequest> {
  const id = toId(requestId);
  const request = await JoinRequests.findById(id, { society: 1 }).lean();
  const found = (request && (await findSociety(ctx, request.society))) ?? fail('not_found');
  ctx.require('joinRequest.decide', found.facts);
  const records = await transactionOf(ctx, (session) => settle(session, id, { status, reason, by: ctx.me._id }));
  publishInOrder(records);
  const [wire] = await joinRequestsToWire(await JoinRequests.find({ _id: id }).lean());
  return wire ?? fail('not_found');
}

export const approveRequestAction: Action<typeof approveRequest> = async ({ request_id }, ctx) => ({
  data: await decide(ctx, request_id, 'approved'),
});

export const rejectRequestAction: Action<typeof rejectRequest> = async ({ request_id, reason }, ctx) => {
  await decide(ctx, request_id, 'rejected', reason);
  return { data: null };
};
