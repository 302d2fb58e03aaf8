import type { RecordDoc } from '#models/bus/records';
import type { Id } from '#models/db/model';
import { RosterEntries } from '#models/db/roster-entries';
import { Sessions } from '#models/db/sessions';
import { staffWith } from '#models/db/staff.loaders';
import type { DbSession } from '#models/db/transaction';
import type { AccountGrace } from '#models/db/user-states';
import { type UserDoc, Users } from '#models/db/users';
import { deletedUser, endAdminRoles, placeholderOf } from './delete-account.js';
import { holdMembership } from './hold-membership.js';
import { requireOtherPlatformAdmin } from './other-platform-admin.js';
import { withdrawAppeals } from './withdraw-appeals.js';

/**
 * Placeholder of an account in its grace. Has no name; what is unique stays, so that nobody else gets the address, number or
 * identity meanwhile, and the image, so that it is not deleted as an orphan.
 */
function hiddenUser(account: UserDoc, { until, keepPosts }: Pick<AccountGrace, 'until' | 'keepPosts'>) {
  const { emailFolded, formerEmails, studentId, sso, passwordHash, image, returning } = account;
  // A restoration that is still under way has not brought back everything that the deletion before it removed.
  const grace: AccountGrace = { since: returning?.since ?? new Date(), until, keepPosts, rounds: 0, account };
  const unique = { emailFolded, studentId, ...(formerEmails && { formerEmails }), ...(sso && { sso }) };
  return { ...placeholderOf(account), ...unique, passwordHash, image, grace };
}

/**
 * Deactivates an account until its grace ends, as `markDeleted` deletes one: no further call of theirs passes, and nobody sees
 * their name. Erases nothing. The withdrawal job hides the rest.
 *
 * @returns the account before, the records to publish, and since when the grace counts; null if it is deleted already
 * @throws `only_admin`, `only_staff`
 */
export async function startGrace(session: DbSession, id: Id, grace: Pick<AccountGrace, 'until' | 'keepPosts'>) {
  const user = await Users.findOne({ _id: id, deletedAt: null }, null, { session }).lean();
  if (!user) return null;
  if (user.role === 'admin') await requireOtherPlatformAdmin(session, id);
  const records: RecordDoc[] = await endAdminRoles(session, id, (membership) => holdMembership(session, id, membership));
  records.push(...(await withdrawAppeals(session, id)));
  await Sessions.deleteMany({ user: id }, { session });
  await Users.deleteOne({ _id: id }, { session });
  const hidden = hiddenUser(user, grace);
  await Users.create([hidden], { session });
  return { user, records, since: hidden.grace.since };
}

/** Whether the university's list says that the person left meanwhile. */
async function hasLeft(session: DbSession, { _id, emailFolded }: UserDoc): Promise<boolean> {
  const theirs = { $or: [{ account: _id }, { emailFolded }] };
  const entries = await RosterEntries.find(theirs, { leftAt: 1 }, { session }).lean();
  return entries.length > 0 && entries.every(({ leftAt }) => leftAt !== null);
}

/**
 * An account without its rights as staff: during the grace nobody could take them, and two people can give them again. Only where
 * nobody else has every scope does a platform admin stay one.
 */
async function withoutRights(session: DbSession, account: UserDoc): Promise<UserDoc> {
  if (account.role === 'admin' && (await staffWith('all', session)).length === 0) return account;
  const { staff, ...others } = account;
  return { ...others, role: 'user' };
}

/**
 * Takes a deletion back within the grace. The restoration job brings memberships and content back. A person who left the
 * university meanwhile is restored suspended, as the roster wants it. Rights as staff do not come back.
 *
 * @returns the account as restored; null if it is not in a grace
 */
export async function restoreFromGrace(session: DbSession, id: Id): Promise<UserDoc | null> {
  const now = new Date();
  const hidden = await Users.findOne({ _id: id, 'grace.until': { $gt: now } }, null, { session }).lean();
  if (!hidden?.grace) return null;
  const { since } = hidden.grace;
  const account = await withoutRights(session, hidden.grace.account);
  const leaver = account.role !== 'admin' && (await hasLeft(session, account));
  const suspension = leaver ? { suspendedAt: now, suspendedFor: '', suspendedBy: 'roster' as const } : {};
  const restored: UserDoc = { ...account, ...suspension, version: hidden.version + 1, rev: hidden.rev + 1, returning: { since }, due: now };
  await Users.deleteOne({ _id: id }, { session });
  await Users.create([restored], { session });
  return restored;
}

/** Replaces the placeholder of an account in its grace by that of a deleted one. */
async function replaceByDeleted(session: DbSession, { _id, version, rev, grace }: UserDoc, account: UserDoc): Promise<void> {
  await Users.deleteOne({ _id }, { session });
  await Users.create([deletedUser({ ...account, version, rev }, grace?.keepPosts ?? false)], { session });
}

/**
 * Ends a grace that is over: the account becomes a deleted one, which the erasure job clears.
 *
 * @returns whether this call ended it
 */
export async function endGrace(session: DbSession, id: Id): Promise<boolean> {
  const hidden = await Users.findOne({ _id: id, 'grace.until': { $lte: new Date() } }, null, { session }).lean();
  if (!hidden?.grace) return false;
  await replaceByDeleted(session, hidden, hidden.grace.account);
  return true;
}

/**
 * Ends a grace before its time, since the account never proved its address, which now is somebody else's: as `endGrace`, but
 * without erasing what belongs to the address.
 */
export async function endGraceEarly(session: DbSession, id: Id): Promise<void> {
  const hidden = await Users.findOne({ _id: id, grace: { $exists: true } }, null, { session }).lean();
  if (hidden?.grace) await replaceByDeleted(session, hidden, { ...hidden.grace.account, emailFolded: `deleted:${id}` });
}

/** Holds an account in its grace against restoration; false if it is not in one. */
export async function holdGrace(session: DbSession, id: Id): Promise<boolean> {
  const held = await Users.updateOne({ _id: id, grace: { $exists: true } }, { $inc: { rev: 1 } }, { session });
  return held.matchedCount === 1;
}
