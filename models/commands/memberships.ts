import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { SocietyRole } from '#models/contract/societies';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { endClaims } from './admin-claims.js';
import { leaveDemotions } from './demotions.js';

/** Society after a membership change, and the record to publish; null if nothing changed. */
export interface MembershipChange {
  society: SocietyDoc;
  record: RecordDoc | null;
}

/** Whether somebody besides this person is an admin of the society. Concurrent step-downs conflict, since each also writes the society. */
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
  /** The demotion by others, whose reason the person gets. */
  demotion?: Id;
}

/**
 * Gives a member another role. Increments the society's `rev`, so that two concurrent changes conflict. Closes what depended on the
 * former role: requests for a demotion, and claims once there is another admin.
 */
export async function setRole(session: DbSession, { society, membership, role, by, demotion }: RoleChange): Promise<MembershipChange> {
  if (membership.role === role) return { society, record: null };
  await Memberships.updateOne({ _id: membership._id }, { $set: { role }, $inc: { version: 1 } }, { session });
  const updated = await incrementCounts(session, society._id, {});
  if (membership.role === 'admin') await leaveDemotions(session, society._id, membership.user);
  if (role === 'admin') await endClaims(session, { society: society._id });
  const params = { role, before: membership.role, ...(demotion && { demotion: String(demotion) }) };
  const about = { verb: 'member.role', object: membership.user, society: society._id, open: false } as const;
  return { society: updated, record: await recordActivity(session, { actor: by, ...about, params }) };
}

const weekMs = 7 * 24 * 3_600_000;

/** Ends a membership, by the member or by a moderator. The caller authorizes. */
export async function endMembership(session: DbSession, membership: MembershipDoc, by: Id, params = {}): Promise<MembershipChange> {
  const { _id, society, user, joinedAt } = membership;
  await Memberships.deleteOne({ _id }, { session });
  if (membership.role === 'admin') await leaveDemotions(session, society, user);
  else await endClaims(session, { society, user });
  const isFresh = Date.now() - joinedAt.getTime() < weekMs;
  const updated = await incrementCounts(session, society, { members: -1, ...(isFresh && { growth: -1 }) });
  const verb = by.equals(user) ? 'member.left' : 'member.removed';
  return { society: updated, record: await recordActivity(session, { actor: by, verb, object: user, society, open: false, params }) };
}
