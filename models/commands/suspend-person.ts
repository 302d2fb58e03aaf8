import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { Id } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

interface Suspension {
  suspended: boolean;
  reason: string;
  by: Id;
}

/** Suspends an account and ends its sessions, or reinstates it; null if it is in that state already. */
export async function suspendPerson(session: DbSession, user: UserDoc, { suspended, reason, by }: Suspension): Promise<RecordDoc | null> {
  if ((user.suspendedAt !== null) === suspended) return null;
  const set = { suspendedAt: suspended ? new Date() : null, suspendedFor: suspended ? reason : '' };
  await Users.updateOne({ _id: user._id }, { $set: set, $inc: { version: 1 } }, { session });
  if (suspended) await Sessions.deleteMany({ user: user._id }, { session });
  return recordActivity(session, { actor: by, verb: 'user.suspended', object: user._id, society: null, open: false });
}

/** After the commit: deletes sessions once more, for a sign-in that was under way; later ones find the account suspended. */
export async function afterPersonSuspended(record: RecordDoc, user: UserDoc): Promise<void> {
  await Sessions.deleteMany({ user: user._id });
  publish(record);
}
