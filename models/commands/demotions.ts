import { type RecordDoc, recordActivity } from '#models/bus/records';
import { demotionAdmins } from '#models/contract/limits';
import { ableAdminsIn } from '#models/db/able-admins';
import { type DemotionDoc, Demotions } from '#models/db/demotions';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

const closing = (status: DemotionDoc['status']) => ({
  $set: { status, endedAt: new Date() },
  $unset: { open: 1 },
  $inc: { version: 1 },
});

/** Whether enough admins besides this one can sign in for a demotion to be decided. */
export const hasEnough = (able: readonly Id[], user: Id): boolean =>
  able.filter((admin) => !admin.equals(user)).length >= demotionAdmins - 1;

/** Present admins of a society, read in the transaction. */
export async function adminsIn(session: DbSession, society: Id): Promise<Id[]> {
  const found = await Memberships.find({ society, role: 'admin' }, { user: 1 }).session(session).lean();
  return found.map(({ user }) => user);
}

/** Records that a request was made, answered or closed. `asked`: a new one, of which the other admins are notified. */
export const recordDemotion = (session: DbSession, { _id, society }: DemotionDoc, actor: Id, asked = false): Promise<RecordDoc> =>
  recordActivity(session, {
    actor,
    verb: 'demotion.changed',
    object: _id,
    society,
    open: false,
    ...(asked && { params: { asked: 'true' } }),
  });

/** Closes an open request and records it. */
export async function closeDemotion(
  session: DbSession,
  demotion: DemotionDoc,
  status: Exclude<DemotionDoc['status'], 'open'>,
  actor: Id,
): Promise<RecordDoc> {
  await Demotions.updateOne({ _id: demotion._id, open: true }, closing(status), { session });
  return recordDemotion(session, demotion, actor);
}

/**
 * Closes the open requests about and by a person who is no longer an admin, takes their agreement out of the others, and closes all
 * where too few admins remain. A departure alone never demotes anybody. Returns the records of what was closed; the record of
 * the role publishes the others.
 */
export async function leaveDemotions(session: DbSession, { society, user, by }: { society: Id; user: Id; by: Id }): Promise<RecordDoc[]> {
  const open = await Demotions.find({ society, open: true }).session(session).lean();
  if (open.length === 0) return [];
  const able = await ableAdminsIn(session, society);
  const closed: RecordDoc[] = [];
  for (const demotion of open) {
    const ends = !hasEnough(able, demotion.user) || demotion.user.equals(user) || demotion.by.equals(user);
    if (ends) closed.push(await closeDemotion(session, demotion, 'ended', by));
    else await Demotions.updateOne({ _id: demotion._id }, { $pull: { agreed: user }, $inc: { version: 1 } }, { session });
  }
  return closed;
}
