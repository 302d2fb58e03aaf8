import type { RecordDoc } from '#models/bus/records';
import type { Id } from '#models/db/model';
import { RosterEntries } from '#models/db/roster-entries';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { claimInvitations } from './invitations.js';
import { followedFields } from './roster-accounts.js';

/** Links the active entry of the roster that has the account's verified address, unless either has another one. */
async function linkEntry(session: DbSession, user: Id): Promise<void> {
  const account = await Users.findOne({ _id: user, deletedAt: null, verifiedAt: { $ne: null } }, null, { session }).lean();
  if (!account) return;
  const open = { emailFolded: account.emailFolded, leftAt: null, account: null };
  const entry = await RosterEntries.findOne(open, null, { session }).lean();
  if (!entry || (await RosterEntries.findOne({ account: user }, { _id: 1 }, { session }).lean())) return;
  await RosterEntries.updateOne({ _id: entry._id }, { $set: { account: user } }, { session });
  const follows = followedFields(entry, account);
  if (Object.keys(follows).length > 0) await Users.updateOne({ _id: user }, { $set: follows, $inc: { version: 1, rev: 1 } }, { session });
}

/** Gives an account that has just verified its address the invitations to it, and its entry on the roster. */
export async function onAddressVerified(session: DbSession, user: Id): Promise<RecordDoc[]> {
  await linkEntry(session, user);
  return claimInvitations(session, user);
}
