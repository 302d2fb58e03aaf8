import { deleteAuditBefore, sealBatch } from '#models/db/audit-chain';
import { Meta } from '#models/db/meta';
import type { Deletions } from '#models/db/retention-ledger';
import type { Log } from '../log.js';

const dayId = 'auditHeadDay';
const retentionDays = 2 * 365;

/** Whether this worker is the first of the day. */
async function isFirstOf(day: string): Promise<boolean> {
  const before = await Meta.findOneAndUpdate({ _id: dayId }, { $set: { value: day } }, { upsert: true, returnDocument: 'before' }).lean();
  return before?.value !== day;
}

/**
 * Appends new entries of the audit trail to its chain, and logs the head once a day: whoever keeps the log can prove later that
 * nothing before it was changed (`npm run audit:verify -- --head SEQ:HASH`).
 */
export async function sealAudit(log: Log, now: Date = new Date()): Promise<void> {
  for (;;) {
    const { sealed, head } = await sealBatch();
    if (sealed > 0) continue;
    const day = now.toISOString().slice(0, 10);
    if (head.seq > 0 && (await isFirstOf(day))) log.info({ day, ...head }, 'audit.head written');
    return;
  }
}

/** Deletes entries after two years; the chain goes on from the last deleted one. */
export async function deleteOldAudit(log: Log): Promise<Deletions> {
  const count = await deleteAuditBefore(new Date(Date.now() - retentionDays * 86_400_000));
  if (count > 0) log.info({ count }, 'retention.audit deleted');
  return { auditEntries: count };
}
