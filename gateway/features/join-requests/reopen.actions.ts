import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { endMembership, recordsOf } from '#models/commands/memberships';
import { fail } from '#models/contract/failure';
import { reopenForMs } from '#models/contract/limits';
import type { reopenRequest } from '#models/contract/request-desk';
import { Bans } from '#models/db/bans';
import { holdPerson } from '#models/db/holds';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { joinRequestsToWire, newestRequest } from '#models/db/join-requests.loaders';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';
import { authorizeDecision, updateReplyHours } from './decide-one.js';

/** Ends the membership that the approval made. Fails if the person has left, has another role, or has joined in another way. */
async function takeBackMembership(session: DbSession, request: JoinRequestDoc, by: Id): Promise<RecordDoc[]> {
  const { society, user, decidedAt } = request;
  const membership = await Memberships.findOne({ society, user }).session(session).lean();
  if (membership?.role !== 'member' || membership.joinedAt.getTime() !== decidedAt?.getTime()) return fail('reopen_changed');
  return recordsOf(await endMembership(session, membership, by, { undone: String(request._id) }));
}

/** Holds the society and the person of a rejected request. Fails if the person has joined or been banned since. */
async function holdRejected(session: DbSession, { society, user }: JoinRequestDoc): Promise<RecordDoc[]> {
  const pair = { society, user };
  if (await Memberships.findOne(pair, { _id: 1 }).session(session).lean()) return fail('reopen_changed');
  if (await Bans.findOne(pair, { _id: 1 }).session(session).lean()) return fail('reopen_changed');
  await Societies.updateOne({ _id: society }, { $inc: { rev: 1 } }, { session });
  return [];
}

/** Makes a decided request pending again, in the transaction; null for one that is pending already. */
async function reopen(session: DbSession, id: Id, by: Id): Promise<RecordDoc[]> {
  const request = (await JoinRequests.findById(id).session(session).lean()) ?? fail('not_found');
  if (request.status === 'pending') return [];
  if (request.status === 'withdrawn') return fail('not_pending');
  if (Date.now() - (request.decidedAt?.getTime() ?? 0) > reopenForMs) return fail('reopen_expired');
  if (!(await holdPerson(session, request.user))) return fail('not_found');
  const newest = await newestRequest(request.user, request.society, session);
  if (newest && !newest._id.equals(id)) return fail('reopen_changed');
  const taken = request.status === 'approved' ? await takeBackMembership(session, request, by) : await holdRejected(session, request);
  const at = new Date();
  const undecided = {
    status: 'pending',
    pending: true,
    decidedAt: null,
    decidedBy: null,
    reason: '',
    nudgedAt: null,
    escalation: 0,
    escalatedTo: [] as Id[],
  } as const;
  await JoinRequests.updateOne(
    { _id: id },
    { $set: undecided, $push: { history: { status: 'pending', at, by, reason: '' } }, $inc: { version: 1 } },
    { session },
  );
  await updateReplyHours(session, request.society);
  const about = { object: id, society: request.society, open: false, params: { undone: request.status } };
  return [...taken, await recordActivity(session, { actor: by, verb: 'request.reopened', ...about })];
}

/** Undoes a decision of the last ten minutes, by whichever admin. A repeat gets the same answer. */
export const reopenRequestAction: Action<typeof reopenRequest> = async ({ request_id }, ctx) => {
  const id = toId(request_id);
  const request = (await JoinRequests.findById(id, { society: 1 }).lean()) ?? fail('not_found');
  const found = (await findSociety(ctx, request.society)) ?? fail('not_found');
  ctx.require('joinRequest.decide', found.facts);
  const records = await transactionOf(
    ctx,
    async (session, me) => {
      await authorizeDecision(session, ctx, me, request.society);
      return reopen(session, id, me._id);
    },
    `society ${request.society}`,
  );
  publishInOrder(records);
  const [wire] = await joinRequestsToWire(await JoinRequests.find({ _id: id }).lean());
  return { data: wire ?? fail('not_found') };
};
