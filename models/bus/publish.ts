import { setTimeout as sleep } from 'node:timers/promises';
import { invalidateByRecord } from './invalidate.js';
import { addJob } from './jobs.js';
import { appendMessages, type LiveMessage } from './live-stream.js';
import { type RecordDoc, refOf } from './records.js';
import type { Preloaded } from './verb.js';
import { specOf } from './verbs/index.js';

const underWay = new Set<Promise<void>>();

/** Sends a record's messages and, when the stream has them, adds its job (twice is once, by its id). Rejects while a store is away. */
export async function publishAndEnqueue(record: RecordDoc, preloaded: Preloaded = {}): Promise<void> {
  const ref = refOf(record);
  await appendMessages(await specOf(record).messages(preloaded));
  await addJob('activity.dispatch', ref, { jobId: jobIdOf(ref) });
}

/** The natural id of a record's job: like, unlike, like is three. */
export const jobIdOf = (ref: { id: string; version: number }): string => `r-${ref.id}-${ref.version}`;

/**
 * Says what has happened, after its commit. The caller's answer does not wait. It is tried twice, since a process that was
 * held up takes its own delay for one of Redis's; what fails then is left to the sweeper.
 */
export function publish(record: RecordDoc, preloaded: Preloaded = {}): void {
  invalidateByRecord(record);
  trackInBackground(publishWithOneRetry(record, preloaded));
}

const publishWithOneRetry = (record: RecordDoc, preloaded: Preloaded): Promise<void> =>
  publishAndEnqueue(record, preloaded).catch(() => publishAndEnqueue(record));

/** The same of several, one after the other: who is let in hears that they are a member before their request is no more. */
export function publishInOrder(records: readonly (RecordDoc | null)[]): void {
  const existing = records.filter((record) => record !== null);
  existing.forEach(invalidateByRecord);
  trackInBackground(
    (async () => {
      for (const record of existing) await publishWithOneRetry(record, {}).catch(() => undefined);
    })(),
  );
}

/** Sends what no record stands behind, to the same person's other screens. What is lost is seen at the next fetch. */
export const publishEphemeral = (...messages: LiveMessage[]): void => trackInBackground(appendMessages(messages));

const retryForMs = 30_000;
const retryEveryMs = 500;

/**
 * Says what takes rights away and has no record behind it: while Redis does not take it, it is tried again for a while. What is
 * not heard even so, a gateway finds out by itself.
 */
export const publishWithRetry = (...messages: LiveMessage[]): void =>
  trackInBackground(appendMessages(messages).catch(() => void retryAppend(messages, Date.now() + retryForMs)));

/** Nothing waits for it, a clean stop neither. */
async function retryAppend(messages: readonly LiveMessage[], until: number): Promise<void> {
  while (Date.now() < until) {
    await sleep(retryEveryMs, undefined, { ref: false });
    const isAppended = await appendMessages(messages).then(
      () => true,
      () => false,
    );
    if (isAppended) return;
  }
}

/** Lets something be said that nobody waits for; `drain` does, before a clean stop. */
export function trackInBackground(task: Promise<void>): void {
  const settled = task.catch(() => {});
  underWay.add(settled);
  void settled.finally(() => underWay.delete(settled));
}

/** Resolves when everything said so far has gone out or has been left to the sweeper: for a clean stop, and for tests. */
export async function drain(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
