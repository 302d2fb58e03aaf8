import { type RecordDoc, recordActivity } from '#models/bus/records';
import { Events, stewardsOver } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

interface Ending {
  society: Id;
  user: Id;
  by: Id;
  /** One event; all of the society by default. */
  event?: Id;
}

/**
 * Ends a person's role as a steward in a society, so that nobody who comes back later has it still. Returns the records of the
 * events at which stewards may act yet.
 */
export async function endStewardships(session: DbSession, { society, user, by, event }: Ending): Promise<RecordDoc[]> {
  const stewarded = { society, stewards: user, ...(event ? { _id: event } : {}) };
  const events = await Events.find(stewarded, { endsAt: 1, stewardsVersion: 1 }).session(session).lean();
  if (events.length === 0) return [];
  await Events.updateMany(stewarded, { $pull: { stewards: user }, $inc: { stewardsVersion: 1 } }, { session });
  const records: RecordDoc[] = [];
  for (const each of events) {
    if (stewardsOver(each)) continue;
    const about = { verb: 'steward.changed', object: each._id, society, open: false } as const;
    const version = String((each.stewardsVersion ?? 0) + 1);
    records.push(await recordActivity(session, { actor: by, ...about, params: { user: String(user), version } }));
  }
  return records;
}
