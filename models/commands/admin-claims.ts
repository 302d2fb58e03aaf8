import { publishInOrder } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { type AdminClaimDoc, AdminClaims } from '#models/db/admin-claims';
import { isAway } from '#models/db/admin-claims.loaders';
import { outsideAudit } from '#models/db/audit-draft';
import { holdPerson } from '#models/db/holds';
import type { Id } from '#models/db/model';
import { type DbSession, transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { adminsIn } from './demotions.js';

interface Outcome {
  status: Exclude<AdminClaimDoc['status'], 'open'>;
  by: Id;
  reason?: string;
}

/** Closes an open claim and records it; null for one that another transaction has closed. */
export async function closeClaim(
  session: DbSession,
  claim: AdminClaimDoc,
  { status, by, reason = '' }: Outcome,
): Promise<RecordDoc | null> {
  const { modifiedCount } = await AdminClaims.updateOne(
    { _id: claim._id, open: true },
    { $set: { status, reason, decidedBy: by, endedAt: new Date() }, $unset: { open: 1 }, $inc: { version: 1 } },
    { session },
  );
  if (modifiedCount === 0) return null;
  return recordActivity(session, { actor: by, verb: 'claim.closed', object: claim._id, society: claim.society, open: false });
}

/**
 * The only admin of a society if they are away, in a transaction that holds the society; else null. Holds their account, so that an
 * activity of theirs at the same time conflicts.
 */
export async function awayAdmin(session: DbSession, society: Id): Promise<UserDoc | null> {
  const [only, ...others] = await adminsIn(session, society);
  if (!only || others.length > 0) return null;
  const admin = await holdPerson(session, only);
  return admin && isAway(admin) ? admin : null;
}

/** Closes open claims with a membership that somebody changed. Returns the records of what was closed. */
export async function endClaims(session: DbSession, of: { society: Id; user?: Id }, by: Id): Promise<RecordDoc[]> {
  const closed: RecordDoc[] = [];
  for (const claim of await AdminClaims.find({ ...of, open: true })
    .session(session)
    .lean()) {
    const record = await closeClaim(session, claim, { status: 'ended', by });
    if (record) closed.push(record);
  }
  return closed;
}

/**
 * Notes that an account is used, and closes the claims to societies whose only admin it is. A claim that is being made or confirmed
 * holds the account, so it reads the new time or is found here.
 */
export async function noteActive(user: Id): Promise<void> {
  await Users.updateOne({ _id: user, deletedAt: null }, { $set: { activeAt: new Date() } });
  if (!(await AdminClaims.exists({ absent: user, open: true }))) return;
  // A login's entry names no society.
  const records = await outsideAudit(() => transaction((session) => closeOf(session, user)));
  publishInOrder(records);
}

/** Closes the claims to societies of an admin who is back. */
async function closeOf(session: DbSession, admin: Id): Promise<(RecordDoc | null)[]> {
  const closed: (RecordDoc | null)[] = [];
  for (const claim of await AdminClaims.find({ absent: admin, open: true }).session(session).lean())
    closed.push(await closeClaim(session, claim, { status: 'returned', by: admin }));
  return closed;
}
