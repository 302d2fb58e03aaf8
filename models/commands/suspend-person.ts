import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { clearSuccessions } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

interface Suspension {
  suspended: boolean;
  reason: string;
  by: Id;
}

/** Suspends an account in its grace, or reinstates it: a restoration brings it back so. */
async function suspendHidden(session: DbSession, id: Id, { suspendedAt, suspendedFor }: Pick<UserDoc, 'suspendedAt' | 'suspendedFor'>) {
  const $set = { 'grace.account.suspendedAt': suspendedAt, 'grace.account.suspendedFor': suspendedFor };
  await Users.updateOne({ _id: id }, { $set, $unset: { 'grace.account.suspendedBy': 1 }, $inc: { version: 1 } }, { session });
}

/**
 * Suspends an account and ends its sessions, or reinstates it; null if it is in that state already. `user` may be in its grace,
 * but not deleted for good.
 */
export async function suspendPerson(session: DbSession, user: UserDoc, { suspended, reason, by }: Suspension): Promise<RecordDoc | null> {
  if (((user.grace?.account ?? user).suspendedAt !== null) === suspended) return null;
  const set = { suspendedAt: suspended ? new Date() : null, suspendedFor: suspended ? reason : '' };
  if (user.grace) await suspendHidden(session, user._id, set);
  else await Users.updateOne({ _id: user._id }, { $set: set, $unset: { suspendedBy: 1 }, $inc: { version: 1 } }, { session });
  if (suspended) {
    await Sessions.deleteMany({ user: user._id }, { session });
    await clearSuccessions(session, user._id);
  }
  return recordActivity(session, { actor: by, verb: 'user.suspended', object: user._id, society: null, open: false });
}

/**
 * Suspends the account of a person who left the university, and ends its sessions. The record also gives up seats and withdraws
 * join requests. An account that is suspended for another reason stays so.
 */
export async function suspendLeaver(session: DbSession, user: UserDoc, by: Id): Promise<RecordDoc> {
  const set = user.suspendedAt ? {} : { suspendedAt: new Date(), suspendedFor: '', suspendedBy: 'roster' as const };
  await Users.updateOne({ _id: user._id }, { $set: set, $inc: { version: 1 } }, { session });
  await Sessions.deleteMany({ user: user._id }, { session });
  await clearSuccessions(session, user._id);
  const params = { left: 'true' };
  return recordActivity(session, { actor: by, verb: 'user.suspended', object: user._id, society: null, open: false, params });
}

/** Ends the suspension of a person who had left; null if the account is suspended for another reason, or not at all. */
export async function reinstateReturner(session: DbSession, user: UserDoc, by: Id): Promise<RecordDoc | null> {
  return user.suspendedBy === 'roster' ? suspendPerson(session, user, { suspended: false, reason: '', by }) : null;
}

/** After the commit: deletes sessions once more, for a sign-in that was under way; later ones find the account suspended. */
export async function afterPersonSuspended(record: RecordDoc, user: UserDoc): Promise<void> {
  await Sessions.deleteMany({ user: user._id });
  publish(record);
}
