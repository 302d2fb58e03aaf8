import { setTimeout as sleep } from 'node:timers/promises';
import { invalidateByRecord } from './invalidate.js';
import { addJob } from './jobs.js';
import { appendMessages, type LiveMessage } from './live-stream.js';
import { type RecordDoc, refOf } from './records.js';
import type { Preloaded } from './verb.js';
import { specOf } from './verbs/index.js';

const underWay = new Set<Promise<void>>();

/** Appends a record's messages, then enqueues its job (deduplicated by id). Rejects while a store is away. */
export async function publishAndEnqueue(record: RecordDoc, preloaded: Preloaded = {}): Promise<void> {
  const ref = refOf(record);
  await appendMessages(await specOf(record).messages(preloaded));
  await addJob('activity.dispatch', ref, { jobId: jobIdOf(ref) });
}

/** Job id of a record; like, unlike, like gives three ids. */
export const jobIdOf = (ref: { id: string; version: number }): string => `r-${ref.id}-${ref.version}`;

/**
 * Publishes a record after its commit without delaying the response. Retries once, since a process that was paused can mistake
 * its own delay for a Redis timeout; a second failure is left to the sweeper.
 */
export function publish(record: RecordDoc, preloaded: Preloaded = {}): void {
  invalidateByRecord(record);
  trackInBackground(publishWithOneRetry(record, preloaded));
}

const publishWithOneRetry = (record: RecordDoc, preloaded: Preloaded): Promise<void> =>
  publishAndEnqueue(record, preloaded).catch(() => publishAndEnqueue(record));

/** Publishes several records in order: a person who is let in gets the membership before the end of their request. */
export function publishInOrder(records: readonly (RecordDoc | null)[]): void {
  const existing = records.filter((record) => record !== null);
  existing.forEach(invalidateByRecord);
  trackInBackground(
    (async () => {
      for (const record of existing) await publishWithOneRetry(record, {}).catch(() => undefined);
    })(),
  );
}

/** Publishes messages that no record backs, to the person's other screens. Lost ones are corrected by the next fetch. */
export const publishEphemeral = (...messages: LiveMessage[]): void => trackInBackground(appendMessages(messages));

const retryForMs = 30_000;
const retryEveryMs = 500;

/**
 * Publishes messages that revoke rights and have no record; retries for a while when Redis does not take them. Gateways find
 * out by themselves about those still lost.
 */
export const publishWithRetry = (...messages: LiveMessage[]): void => trackInBackground(publishOrRetry(() => appendMessages(messages)));

/**
 * Runs a task that publishes a change which the job that made it would not find again. Never rejects: retries for a while in the
 * background when the task fails.
 */
export const publishOrRetry = (task: () => Promise<void>): Promise<void> => task().catch(() => void retry(task, Date.now() + retryForMs));

/** Not tracked: a clean stop does not wait for it. */
async function retry(task: () => Promise<void>, until: number): Promise<void> {
  while (Date.now() < until) {
    await sleep(retryEveryMs, undefined, { ref: false });
    const isDone = await task().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Runs a task that no response waits for; `drain` waits for it before a clean stop. */
export function trackInBackground(task: Promise<void>): void {
  const settled = task.catch(() => {});
  underWay.add(settled);
  void settled.finally(() => underWay.delete(settled));
}

/** Resolves when all tracked background work has finished or was left to the sweeper: for a clean stop, and for tests. */
export async function drain(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
