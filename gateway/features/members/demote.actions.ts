import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { hasOtherAbleAdmin, recordsOf, setRole } from '#models/commands/memberships';
import type { demoteAdmin } from '#models/contract/demotions';
import { fail } from '#models/contract/failure';
import { Demotions } from '#models/db/demotions';
import { holdPerson } from '#models/db/holds';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

const membershipIn = (session: DbSession, society: Id, user: Id): Promise<MembershipDoc | null> =>
  Memberships.findOne({ society, user }).session(session).lean().exec();

/** Makes a member an admin; holds the account, so that it cannot be deleted at the same time. */
async function appoint(session: DbSession, society: SocietyDoc, user: Id, by: Id): Promise<RecordDoc[]> {
  const person = await holdPerson(session, user);
  const membership = await membershipIn(session, society._id, user);
  if (!person || person.suspendedAt || !membership) return fail('not_found');
  return recordsOf(await setRole(session, { society, membership, role: 'admin', by }));
}

/** Stores the decision with its reason, of which the person is notified. */
async function noteDemotion(session: DbSession, society: Id, user: Id, by: Id, reason: string): Promise<Id> {
  const [_id, now] = [newId(), new Date()];
  const decided = { status: 'done', createdAt: now, expiresAt: now, endedAt: now } as const;
  await Demotions.create([{ _id, society, user, by, reason, ...decided }], { session });
  return _id;
}

/**
 * Demotes an admin, as a platform admin. The role changes write the society, so no society is left without an
 * admin who can sign in.
 */
export const demoteAdminAction: Action<typeof demoteAdmin> = async ({ society_id, user_id, reason, successor }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('admin.demote', found.facts);
  const [id, user, by] = [found.society._id, toId(user_id), ctx.me._id];
  if (successor === user_id) return fail('last_admin');
  const { society, records } = await transactionOf(ctx, async (session) => {
    const before = await Societies.findById(id).session(session).lean();
    if (!before || before.removedAt) return fail('not_found');
    const membership = await membershipIn(session, id, user);
    if (membership?.role !== 'admin') return fail('not_admin');
    const appointed = successor ? await appoint(session, before, toId(successor), by) : [];
    if (!(await hasOtherAbleAdmin(session, id, user))) return fail('last_admin');
    const demotion = await noteDemotion(session, id, user, by, reason);
    const change = await setRole(session, { society: before, membership, role: 'member', by, params: { demotion: String(demotion) } });
    return { society: change.society, records: [...appointed, ...recordsOf(change)] };
  });
  publishInOrder(records);
  return { data: { society_id, user_id, Role: 'member', Member_Count: society.members, rev: society.rev } };
};
