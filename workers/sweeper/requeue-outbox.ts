import type { Job } from 'bullmq';
import { queue } from '#models/bus/jobs';
import { appendMessages } from '#models/bus/live-stream';
import { jobIdOf, publishAndEnqueue } from '#models/bus/publish';
import { anyRecordModel, type RecordDoc, type RecordKind, recordModels, refOf } from '#models/bus/records';
import { specOf } from '#models/bus/verbs/index';
import type { Log } from '../log.js';
import { markRecount } from './counter-sources.js';

export interface RequeueOptions {
  /** Age of `due` at which a record counts as having lost its message or its job. */
  dueAfterMs: number;
  /** Wait before a failed job is retried, doubled each time up to the maximum. */
  retryFirstMs: number;
  retryMaxMs: number;
  /** Records of each kind in a sweep. */
  records: number;
  /** News mails in a sweep, and pushes: there may be thousands, and nobody waits for them. */
  news: number;
}

/** Publishes overdue records without a job again, and marks their counters as in doubt. */
export async function requeueOverdue(options: RequeueOptions, log: Log): Promise<void> {
  for (const kind of Object.keys(recordModels) as RecordKind[]) {
    const overdue = anyRecordModel(kind)
      .find({ due: { $lt: new Date(Date.now() - options.dueAfterMs) } })
      .sort({ due: 1 })
      .limit(options.records)
      .lean()
      .cursor({ batchSize: 200 });
    for await (const doc of overdue) await requeueRecord({ kind, doc } as unknown as RecordDoc, options, log);
  }
}

async function requeueRecord(record: RecordDoc, options: RequeueOptions, log: Log): Promise<void> {
  const id = jobIdOf(refOf(record));
  const job = await queue('activity').getJob(id);
  const state = job ? await job.getState() : 'unknown';
  if (state !== 'unknown' && (state !== 'failed' || !isRetryDue(job, options))) return;
  try {
    for (const counted of specOf(record).affectedCounters()) await markRecount(counted);
    if (job && state === 'failed') await retryFailed(record, job);
    else await publishAndEnqueue(record);
    log.info({ record: id }, 'outbox.record requeued');
  } catch (error) {
    log.warn({ err: error, record: id }, 'outbox.record requeue failed');
  }
}

/** Moves the failed job back to waiting, for one more attempt; its number of attempts sets the next wait. */
async function retryFailed(record: RecordDoc, job: Job): Promise<void> {
  await appendMessages(await specOf(record).messages({}));
  await job.retry('failed');
}

/** Whether a failed job has waited long enough for one more attempt. */
export function isRetryDue(job: Job | undefined, { retryFirstMs, retryMaxMs }: RequeueOptions): boolean {
  const replaced = Math.max(0, (job?.attemptsMade ?? 0) - (job?.opts.attempts ?? 1));
  return Date.now() - (job?.finishedOn ?? 0) >= Math.min(retryFirstMs * 2 ** replaced, retryMaxMs);
}
