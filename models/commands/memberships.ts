import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { SocietyRole } from '#models/contract/societies';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

/** What a change to a person's membership leaves: the society as it is after it, and what is to be told; null where nothing changed. */
export interface MembershipChange {
  society: SocietyDoc;
  record: RecordDoc | null;
}

/** Whether somebody besides this person is an admin of the society. Both who asks and who steps down write the society. */
export async function hasOtherAdmin(session: DbSession, society: Id, user: Id): Promise<boolean> {
  const admins = await Memberships.find({ society, role: 'admin' }, { user: 1 }).limit(2).session(session).lean();
  return admins.some((admin) => !admin.user.equals(user));
}

const incrementCounts = async (session: DbSession, society: Id, counts: Record<string, number>): Promise<SocietyDoc> => {
  const updated = await Societies.findOneAndUpdate(
    { _id: society },
    { $inc: { ...counts, rev: 1 } },
    { session, returnDocument: 'after' },
  ).lean();
  if (!updated) throw new Error('A membership without its society.');
  return updated;
};

interface RoleChange {
  society: SocietyDoc;
  membership: MembershipDoc;
  role: SocietyRole;
  by: Id;
}

/** Gives a member another role. The society's `rev` moves with it, so that no two such changes pass each other. */
export async function setRole(session: DbSession, { society, membership, role, by }: RoleChange): Promise<MembershipChange> {
  if (membership.role === role) return { society, record: null };
  await Memberships.updateOne({ _id: membership._id }, { $set: { role }, $inc: { version: 1 } }, { session });
  const updated = await incrementCounts(session, society._id, {});
  const params = { role, before: membership.role };
  const about = { verb: 'member.role', object: membership.user, society: society._id, open: false } as const;
  return { society: updated, record: await recordActivity(session, { actor: by, ...about, params }) };
}

const weekMs = 7 * 24 * 3_600_000;

/** Ends a membership: by the member's own will, or by who removes them. Whether it may end is for the caller to judge. */
export async function endMembership(session: DbSession, membership: MembershipDoc, by: Id, params = {}): Promise<MembershipChange> {
  const { _id, society, user, joinedAt } = membership;
  await Memberships.deleteOne({ _id }, { session });
  const isFresh = Date.now() - joinedAt.getTime() < weekMs;
  const updated = await incrementCounts(session, society, { members: -1, ...(isFresh && { growth: -1 }) });
  const verb = by.equals(user) ? 'member.left' : 'member.removed';
  return { society: updated, record: await recordActivity(session, { actor: by, verb, object: user, society, open: false, params }) };
}
