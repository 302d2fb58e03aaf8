import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

interface Removed {
  removedAt: Date;
  /** Null if it was removed before: then nothing is written. */
  record: RecordDoc | null;
}

/** Marks a society as removed, which frees its name; its content stays until the nightly tidy. Fails if there is none. */
export async function removeSociety(session: DbSession, id: Id, by: Id): Promise<Removed> {
  const society = (await Societies.findById(id).session(session).lean()) ?? fail('not_found');
  if (society.removedAt) return { removedAt: society.removedAt, record: null };
  const removedAt = new Date();
  await Societies.updateOne({ _id: id }, { $set: { removedAt }, $unset: { active: 1 }, $inc: { version: 1 } }, { session });
  return { removedAt, record: await recordActivity(session, { actor: by, verb: 'society.removed', object: id, society: id, open: false }) };
}
