import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { becomeMember } from '#models/commands/become-member';
import { closeInvitation } from '#models/commands/invitations';
import { settleRequest } from '#models/commands/settle-request';
import type { GivenConsent } from '#models/contract/consents';
import { fail } from '#models/contract/failure';
import type { acceptInvitation, declineInvitation } from '#models/contract/invitation-answers';
import type { getInvitations } from '#models/contract/invitations';
import { Bans } from '#models/db/bans';
import { setPendingConsent } from '#models/db/consents';
import { type InvitationDoc, Invitations } from '#models/db/invitations';
import { findOwnInvitation, invitationPage } from '#models/db/invitations.loaders';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { isSensitive, Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';

export const getInvitationsAction: Action<typeof getInvitations> = async ({ cursor, limit }, ctx) => {
  const { invitations, next } = await invitationPage(ctx, ctx.me._id, cursor, limit);
  return { data: invitations, next };
};

type Answered = 'accepted' | 'declined';

/** Loads the invitation as of now; fails unless it is open, or was answered in the same way before. */
async function toAnswer(session: DbSession, id: Id, answer: Answered): Promise<InvitationDoc> {
  const invitation = (await Invitations.findById(id).session(session).lean()) ?? fail('not_found');
  if (invitation.status !== 'pending' && invitation.status !== answer) return fail('invitation_closed');
  return invitation;
}

/** Makes the invited person a member; an open join request of theirs is approved with it. */
async function letIn(
  session: DbSession,
  invitation: InvitationDoc,
  me: UserDoc,
  consent: GivenConsent | undefined,
): Promise<(RecordDoc | null)[]> {
  const society = await Societies.findById(invitation.society).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  const pair = { society: society._id, user: me._id };
  if (await Bans.findOne(pair, { _id: 1 }).session(session).lean()) return fail('banned');
  const request = await JoinRequests.findOne({ ...pair, pending: true })
    .session(session)
    .lean();
  const settled = request && (await settleRequest(session, request, { status: 'approved', by: invitation.by }));
  const about = { ...pair, subject: 'sensitive-membership' } as const;
  await setPendingConsent(session, about, isSensitive(society) ? consent : undefined);
  const joined = await becomeMember(session, { society, user: me });
  return [joined ?? (await closeInvitation(session, invitation, 'accepted')), settled];
}

async function answer(ctx: Ctx, invitationId: string, as: Answered, consent?: GivenConsent) {
  const found = (await findOwnInvitation(ctx, toId(invitationId))) ?? fail('not_found');
  ctx.require('invitation.answer', { user: String(found.user) });
  const { invitation, records } = await transactionOf(ctx, async (session, me) => {
    const before = await toAnswer(session, found._id, as);
    if (before.status === as) return { invitation: before, records: [] };
    const done = as === 'accepted' ? await letIn(session, before, me, consent) : [await closeInvitation(session, before, as)];
    return { invitation: { ...before, version: before.version + 1 }, records: done };
  });
  publishInOrder(records);
  return { society_id: String(invitation.society), version: invitation.version };
}

/** Accepts an invitation. A person who has left since does not get in again by it. */
export const acceptInvitationAction: Action<typeof acceptInvitation> = async ({ invitation_id, consent }, ctx) => {
  const done = await answer(ctx, invitation_id, 'accepted', consent);
  const own = await Memberships.findOne({ society: done.society_id, user: ctx.me._id }, { role: 1 }).lean();
  return { data: { ...done, Role: own?.role ?? fail('invitation_closed') } };
};

export const declineInvitationAction: Action<typeof declineInvitation> = async ({ invitation_id }, ctx) => ({
  data: await answer(ctx, invitation_id, 'declined'),
});
