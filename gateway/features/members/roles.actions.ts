import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publishInOrder } from '#models/bus/publish';
import { endMembership, hasOtherAdmin, type MembershipChange, recordsOf, setRole } from '#models/commands/memberships';
import { fail } from '#models/contract/failure';
import type { stepDown, updateMemberRole } from '#models/contract/member-list';
import type { leaveSociety, MembershipState } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { holdPerson } from '#models/db/holds';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

/** Loads the society and a person's membership in a transaction; null for a person who is not a member. */
export async function present(session: DbSession, id: Id, user: Id): Promise<{ society: SocietyDoc; membership: MembershipDoc | null }> {
  const society = await Societies.findById(id).session(session).lean();
  if (!society || society.removedAt) return fail('not_found');
  return { society, membership: await Memberships.findOne({ society: id, user }).session(session).lean() };
}

/** Changes a membership in a transaction, publishes it, and returns the new state. */
async function change(
  ctx: Ctx,
  user: Id,
  role: SocietyRole | null,
  work: (session: DbSession) => Promise<MembershipChange>,
): Promise<MembershipState> {
  const made = await transactionOf(ctx, work);
  publishInOrder(recordsOf(made));
  const { society } = made;
  return { society_id: String(society._id), user_id: String(user), Role: role, Member_Count: society.members, rev: society.rev };
}

/** Changes a member's role, also to admin. Admins can only step down themselves. */
export const updateMemberRoleAction: Action<typeof updateMemberRole> = async ({ society_id, member, role }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('member.manage', found.facts);
  const user = toId(member);
  const data = await change(ctx, user, role, async (session) => {
    // Lock the account, so that an account that is being deleted cannot become the last admin.
    if (!(await holdPerson(session, user))) return fail('not_found');
    const { society, membership } = await present(session, found.society._id, user);
    if (!membership) return fail('not_found');
    if (membership.role === 'admin' && role !== 'admin') return fail('is_admin');
    return setRole(session, { society, membership, role, by: ctx.me._id });
  });
  return { data };
};

/** Steps down. Each transaction writes the society, so of the last two admins who step down at once one is refused. */
export const stepDownAction: Action<typeof stepDown> = async ({ society_id, role }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  const isRepeat = !ctx.can('society.stepDown', found.facts) && ctx.me.verified && ctx.me.roles.get(society_id) === role;
  if (!isRepeat) ctx.require('society.stepDown', found.facts);
  const user = ctx.me._id;
  const data = await change(ctx, user, role, async (session) => {
    const { society, membership } = await present(session, found.society._id, user);
    if (!membership) return fail('forbidden');
    if (membership.role === 'admin' && !(await hasOtherAdmin(session, society._id, user))) return fail('only_admin');
    return setRole(session, { society, membership, role, by: user });
  });
  return { data };
};

/** Leaves a society. Succeeds for a person who is not a member. */
export const leaveSocietyAction: Action<typeof leaveSociety> = async ({ society_id }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  if (!ctx.can('society.leave', found.facts) && ctx.me.roles.has(society_id)) fail('email_unverified');
  const user = ctx.me._id;
  const data = await change(ctx, user, null, async (session) => {
    const { society, membership } = await present(session, found.society._id, user);
    if (!membership) return { society, record: null };
    if (membership.role === 'admin' && !(await hasOtherAdmin(session, society._id, user))) return fail('only_admin');
    return endMembership(session, membership, user);
  });
  return { data };
};
