import { type RecordDoc, recordActivity } from '#models/bus/records';
import { stopClock } from '#models/db/answer-clock';
import type { Id } from '#models/db/model';
import { Reports } from '#models/db/reports';
import type { DbSession } from '#models/db/transaction';

/**
 * Withdraws the open appeals of an account that is being deleted: its content is about to be erased, so nothing is left to
 * restore. Returns the records to publish.
 */
export async function withdrawAppeals(session: DbSession, author: Id): Promise<RecordDoc[]> {
  const open = await Reports.find({ about: author, appeal: { $exists: true }, appealed: true }, { society: 1 }, { session }).lean();
  const decidedAt = new Date();
  const records: RecordDoc[] = [];
  for (const { _id, society } of open) {
    const withdrawn = {
      $set: { 'appeal.status': 'withdrawn', 'appeal.decidedAt': decidedAt },
      $unset: { appealed: 1, ...stopClock },
      $inc: { version: 1 },
    } as const;
    await Reports.updateOne({ _id, appealed: true }, withdrawn, { session });
    const activity = { actor: author, verb: 'report.appeal-decided', object: _id, society, open: false } as const;
    records.push(await recordActivity(session, activity));
  }
  return records;
}
