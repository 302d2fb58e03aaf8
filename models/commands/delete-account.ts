import type { RecordDoc } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { endMembership, hasOtherAdmin, recordsOf } from './memberships.js';
import { requireOtherPlatformAdmin } from './other-platform-admin.js';
import { withdrawAppeals } from './withdraw-appeals.js';

/** Placeholder of a deleted person, shown as 'Deleted user'. Built from scratch, so that no field survives by mistake. */
export const placeholderOf = (user: UserDoc): Partial<UserDoc> => {
  const now = new Date();
  return {
    _id: user._id,
    name: 'Deleted user',
    nameGrams: [],
    // Mongoose requires a value; this is not an address.
    email: '-',
    emailFolded: `deleted:${user._id}`,
    passwordHash: '-',
    createdAt: now,
    deletedAt: now,
    version: user.version + 1,
    rev: user.rev + 1,
    due: now,
  };
};

/** Placeholder of an account that the erasure job clears. */
export const deletedUser = (user: UserDoc, keepPosts: boolean): Partial<UserDoc> => ({
  ...placeholderOf(user),
  leaving: { emailFolded: user.emailFolded, keepPosts, rounds: 0 },
});

/**
 * Ends the memberships in which a person is an admin; fails with `only_admin` where a society would have none left. `before` runs
 * before each end. Returns the records to publish.
 */
export async function endAdminRoles(
  session: DbSession,
  id: Id,
  before: (membership: MembershipDoc) => Promise<void> = async () => {},
): Promise<RecordDoc[]> {
  const records: RecordDoc[] = [];
  for (const membership of await Memberships.find({ user: id, role: 'admin' }, null, { session }).lean()) {
    const society = await Societies.findById(membership.society, { removedAt: 1 }, { session }).lean();
    if (society && !society.removedAt && !(await hasOtherAdmin(session, membership.society, id))) fail('only_admin');
    if (!society) continue;
    await before(membership);
    records.push(...recordsOf(await endMembership(session, membership, id)));
  }
  return records;
}

/**
 * Marks an account as deleted, so that no further call of theirs passes, and drops personal data from it; the erasure job does
 * the rest. Ends admin memberships in the same transaction, so that no society loses its last admin: `only_admin`. The last
 * platform admin stays: `only_staff`. Withdraws open appeals, so that nothing brings erased content back. Null if it is deleted
 * already.
 */
export async function markDeleted(session: DbSession, id: Id, keepPosts: boolean): Promise<RecordDoc[] | null> {
  const user = await Users.findOne({ _id: id, deletedAt: null }, null, { session }).lean();
  if (!user) return null;
  if (user.role === 'admin') await requireOtherPlatformAdmin(session, id);
  const records = await endAdminRoles(session, id);
  records.push(...(await withdrawAppeals(session, id)));
  await Sessions.deleteMany({ user: id }, { session });
  await Users.deleteOne({ _id: id }, { session });
  await Users.create([deletedUser(user, keepPosts)], { session });
  return records;
}
