import { transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish, publishInOrder } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { becomeMember } from '#models/commands/become-member';
import { settleRequest } from '#models/commands/settle-request';
import type { DataOf, ParsedOf } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import type { askToJoin, checkRequest, getOwnRequests, withdrawRequest } from '#models/contract/join-requests';
import { Bans } from '#models/db/bans';
import { setPendingConsent } from '#models/db/consents';
import { Invitations } from '#models/db/invitations';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { newestRequest } from '#models/db/join-requests.loaders';
import { ownRequestPage } from '#models/db/join-requests.pages';
import { Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { isSensitive, Societies, type SocietyDoc } from '#models/db/societies';
import { findOwnRequest, findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import type { SocietyFacts } from '#models/policies/facts';

type JoinInput = Omit<ParsedOf<typeof askToJoin>, 'society_id'>;

interface JoinOutcome {
  request: JoinRequestDoc | null;
  status: 'pending' | 'approved';
  records: (RecordDoc | null)[];
}

/** Fails with the reason why the caller may not join, as far as they may know it. */
function refuse(ctx: Ctx, society: SocietyFacts): never {
  if (ctx.me.banned.has(society.id)) return fail('banned');
  if (ctx.me.verified && society.visibility === 'invite-only') return fail('invitation_needed');
  return fail(ctx.me.verified ? 'forbidden' : 'email_unverified');
}

/** Whether the caller becomes a member without a request; decided by the society as it is in the transaction. */
async function joinsAtOnce(session: DbSession, { _id, privacy }: SocietyDoc, user: Id): Promise<boolean> {
  if (privacy.visibility !== 'invite-only') return privacy.visibility === 'public' && !privacy.joinApproval;
  const invitation = await Invitations.findOne({ society: _id, user, open: true }, { _id: 1 }).session(session).lean();
  return invitation !== null || fail('invitation_needed');
}

const maxHistory = 20;

async function ask(session: DbSession, society: Id, user: Id, answer: string): Promise<JoinOutcome> {
  const last = await newestRequest(user, society, session);
  if (last?.pending) return { request: last, status: 'pending', records: [] };
  const createdAt = new Date();
  const request: JoinRequestDoc = {
    _id: newId(),
    society,
    user,
    status: 'pending',
    pending: true,
    answer,
    createdAt,
    decidedAt: null,
    decidedBy: null,
    reason: '',
    history: [...(last?.history ?? []).slice(-maxHistory), { status: 'pending', at: createdAt, by: user, reason: '' }],
    version: 1,
  };
  await JoinRequests.create([request], { session });
  const record = await recordActivity(session, { actor: user, verb: 'request.created', object: request._id, society, open: false });
  return { request, status: 'pending', records: [record] };
}

async function join(session: DbSession, societyId: Id, me: UserDoc, { answer, consent }: JoinInput): Promise<JoinOutcome> {
  const pair = { society: societyId, user: me._id };
  const society = await Societies.findById(societyId).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  if (await Memberships.findOne(pair, { _id: 1 }).session(session).lean()) {
    const last = await newestRequest(me._id, societyId, session);
    return { request: last?.status === 'approved' ? last : null, status: 'approved', records: [] };
  }
  if (await Bans.findOne(pair, { _id: 1 }).session(session).lean()) return fail('banned');
  const about = { ...pair, subject: 'sensitive-membership' } as const;
  await setPendingConsent(session, about, isSensitive(society) ? consent : undefined);
  if (!(await joinsAtOnce(session, society, me._id))) return ask(session, societyId, me._id, answer);
  const open = await JoinRequests.findOne({ ...pair, pending: true })
    .session(session)
    .lean();
  const settled = open ? await settleRequest(session, open, { status: 'approved', by: me._id }) : null;
  const joined = await becomeMember(session, { society, user: me });
  return { request: open && { ...open, version: open.version + 1 }, status: 'approved', records: [joined, settled] };
}

const answerOf = ({ request, status }: JoinOutcome): DataOf<typeof askToJoin> => ({
  status,
  Request_ID: request ? String(request._id) : null,
  version: request?.version ?? null,
});

/** Joins at once or creates a request. A repeat gets the same answer; of two concurrent calls one finds what the other wrote. */
export const askToJoinAction: CreatingAction<typeof askToJoin, DataOf<typeof askToJoin>> = {
  async prepare({ society_id, ...input }, ctx) {
    const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
    if (!ctx.can('society.join', facts) && !ctx.me.roles.has(society_id)) refuse(ctx, facts);
    return {
      async create(keep) {
        // A new society is joined by many at once, and each joining writes it.
        const hot = `society ${society._id}`;
        const outcome = await transactionOf(
          ctx,
          async (session, me) => {
            const done = await join(session, society._id, me, input);
            await keep(session, answerOf(done));
            return done;
          },
          hot,
        );
        publishInOrder(outcome.records);
        return { data: answerOf(outcome) };
      },
      recall: async (outcome) => ({ data: outcome }),
    };
  },
};

/** Withdraws the caller's open request. A repeat gets the same answer. */
export const withdrawRequestAction: Action<typeof withdrawRequest> = async ({ society_id }, ctx) => {
  const found = (await findOwnRequest(ctx, ctx.me._id, toId(society_id))) ?? fail('not_found');
  ctx.require('joinRequest.withdraw', found.facts);
  const { request, record } = await transactionOf(ctx, async (session) => {
    const last = await newestRequest(ctx.me._id, found.society._id, session);
    if (last?.status === 'withdrawn') return { request: last, record: null };
    if (!last?.pending) return fail('not_pending');
    const settled = await settleRequest(session, last, { status: 'withdrawn', by: ctx.me._id });
    return { request: { ...last, version: last.version + 1 }, record: settled };
  });
  if (record) publish(record);
  return { data: { Request_ID: String(request._id), version: request.version } };
};

export const checkRequestAction: Action<typeof checkRequest> = async ({ society_id }, ctx) => {
  const { last } = (await findOwnRequest(ctx, ctx.me._id, toId(society_id))) ?? fail('not_found');
  return { data: !last || last.status === 'withdrawn' ? null : last.status };
};

export const getOwnRequestsAction: Action<typeof getOwnRequests> = async ({ status, cursor, limit }, ctx) => {
  const { requests, next } = await ownRequestPage(ctx, ctx.me._id, status, cursor, limit);
  return { data: requests, next };
};
