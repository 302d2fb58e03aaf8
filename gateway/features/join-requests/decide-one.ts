import { transactionOf } from '#gateway/plugins/caller';
import type { Ctx } from '#gateway/plugins/context';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { becomeMember } from '#models/commands/become-member';
import { settleRequest } from '#models/commands/settle-request';
import { fail } from '#models/contract/failure';
import { Bans } from '#models/db/bans';
import { holdPerson } from '#models/db/holds';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { medianReplyHours } from '#models/db/join-requests.loaders';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc, societyFacts } from '#models/db/societies';
import { remainingRights } from '#models/db/staff-rights';
import type { DbSession } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { can } from '#models/policies/index';

export interface Decision {
  status: 'approved' | 'rejected';
  reason: string;
}

/**
 * The request's society, with the caller's right to decide as of this transaction: a batch takes a while, and who loses the role
 * meanwhile decides nothing more.
 */
export async function authorizeDecision(session: DbSession, ctx: Pick<Ctx, 'me'>, me: UserDoc, societyId: Id): Promise<SocietyDoc> {
  const society = await Societies.findById(societyId).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  const membership = await Memberships.findOne({ society: societyId, user: me._id }, { role: 1 }).session(session).lean();
  const roles = new Map(membership ? [[String(societyId), membership.role]] : []);
  if (!can({ ...ctx.me, ...remainingRights(ctx.me, me), roles }, 'joinRequest.decide', societyFacts(society))) return fail('forbidden');
  return society;
}

/** Median reply time of a society, after a decision or its undoing. */
export async function updateReplyHours(session: DbSession, society: Id): Promise<void> {
  const median = await medianReplyHours(society, session);
  await Societies.updateOne({ _id: society }, { $set: { medianReplyHours: median } }, { session });
}

/** Makes the requester a member, in the transaction of the decision; null when they are one already. */
async function admitRequester(session: DbSession, society: SocietyDoc, user: Id, by: Id, at: Date): Promise<RecordDoc | null> {
  const person = (await holdPerson(session, user)) ?? fail('not_found');
  if (await Bans.findOne({ society: society._id, user }, { _id: 1 }).session(session).lean()) return fail('banned');
  return becomeMember(session, { society, user: person, by, at });
}

/**
 * Decides a request and publishes that. Of several concurrent decisions one transaction commits; the others, retried, find it
 * decided. Those of one society take turns in this process, since each writes it.
 */
export async function decideOne(
  ctx: Pick<Ctx, 'me'>,
  { _id, society: societyId }: Pick<JoinRequestDoc, '_id' | 'society'>,
  decision: Decision,
) {
  const { status, reason } = decision;
  const work = async (session: DbSession, me: UserDoc): Promise<(RecordDoc | null)[]> => {
    const society = await authorizeDecision(session, ctx, me, societyId);
    const request = (await JoinRequests.findById(_id).session(session).lean()) ?? fail('not_found');
    if (request.status === status) return [];
    if (request.status !== 'pending') return fail(request.status === 'withdrawn' ? 'not_pending' : 'already_decided');
    const at = new Date();
    const decided = await settleRequest(session, request, { status, by: me._id, reason, at });
    const joined = status === 'approved' ? await admitRequester(session, society, request.user, me._id, at) : null;
    await updateReplyHours(session, societyId);
    return [joined, decided];
  };
  publishInOrder(await transactionOf(ctx, work, `society ${societyId}`));
}
