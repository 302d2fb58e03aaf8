import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { SocietyRole } from '#models/contract/societies';
import { endConsent } from '#models/db/consents';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

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
}

/** Gives a member another role. Increments the society's `rev`, so that two concurrent changes conflict. */
export async function setRole(session: DbSession, { society, membership, role, by }: RoleChange): Promise<MembershipChange> {
  if (membership.role === role) return { society, record: null };
  await Memberships.updateOne({ _id: membership._id }, { $set: { role }, $inc: { version: 1 } }, { session });
  const updated = await incrementCounts(session, society._id, {});
  const params = { role, before: membership.role };
  const about = { verb: 'member.role', object: membership.user, society: society._id, open: false } as const;
  return { society: updated, record: await recordActivity(session, { actor: by, ...about, params }) };
}

const weekMs = 7 * 24 * 3_600_000;

/** Ends a membership, by the member or by a moderator. The caller authorizes. */
export async function endMembership(session: DbSession, membership: MembershipDoc, by: Id, params = {}): Promise<MembershipChange> {
  const { _id, society, user, joinedAt } = membership;
  await Memberships.deleteOne({ _id }, { session });
  const isFresh = Date.now() - joinedAt.getTime() < weekMs;
  const updated = await incrementCounts(session, society, { members: -1, ...(isFresh && { growth: -1 }) });
  const verb = by.equals(user) ? 'member.left' : 'member.removed';
  const wasNamed = await endConsent(session, { user, subject: 'sensitive-membership', society });
  const all = { ...params, ...(wasNamed && { named: 'true' }) };
  return { society: updated, record: await recordActivity(session, { actor: by, verb, object: user, society, open: false, params: all }) };
}
