import { setTimeout as sleep } from 'node:timers/promises';
import { forgetByRecord } from './forget.js';
import { addJob } from './jobs.js';
import { append, type Live } from './push.js';
import { type RecordDoc, refOf } from './records.js';
import type { Known } from './verb.js';
import { specOf } from './verbs/index.js';

const underWay = new Set<Promise<void>>();

/** Sends a record's messages and, when the stream has them, adds its job (twice is once, by its id). Rejects while a store is away. */
export async function deliver(record: RecordDoc, known: Known = {}): Promise<void> {
  const ref = refOf(record);
  await append(await specOf(record).messages(known));
  await addJob('activity.dispatch', ref, { jobId: jobIdOf(ref) });
}

/** The natural id of a record's job: like, unlike, like is three. */
export const jobIdOf = (ref: { id: string; version: number }): string => `r-${ref.id}-${ref.version}`;

/**
 * Says what has happened, after its commit. The caller's answer does not wait. It is tried twice, since a process that was
 * held up takes its own delay for one of Redis's; what fails then is left to the sweeper.
 */
export function tell(record: RecordDoc, known: Known = {}): void {
  forgetByRecord(record);
  aside(deliverTwice(record, known));
}

const deliverTwice = (record: RecordDoc, known: Known): Promise<void> => deliver(record, known).catch(() => deliver(record));

/** The same of several, one after the other: who is let in hears that they are a member before their request is no more. */
export function tellInTurn(records: readonly (RecordDoc | null)[]): void {
  const told = records.filter((record) => record !== null);
  told.forEach(forgetByRecord);
  aside(
    (async () => {
      for (const record of told) await deliverTwice(record, {}).catch(() => undefined);
    })(),
  );
}

/** Sends what no record stands behind, to the same person's other screens. What is lost is seen at the next fetch. */
export const say = (...messages: Live[]): void => aside(append(messages));

const sayForMs = 30_000;
const sayAgainMs = 500;

/**
 * Says what takes rights away and has no record behind it: while Redis does not take it, it is tried again for a while. What is
 * not heard even so, a gateway finds out by itself.
 */
export const sayFirmly = (...messages: Live[]): void => aside(append(messages).catch(() => void sayAgain(messages, Date.now() + sayForMs)));

/** Nothing waits for it, a clean stop neither. */
async function sayAgain(messages: readonly Live[], until: number): Promise<void> {
  while (Date.now() < until) {
    await sleep(sayAgainMs, undefined, { ref: false });
    const isSaid = await append(messages).then(
      () => true,
      () => false,
    );
    if (isSaid) return;
  }
}

/** Lets something be said that nobody waits for; `allTold` does, before a clean stop. */
export function aside(saying: Promise<void>): void {
  const said = saying.catch(() => {});
  underWay.add(said);
  void said.finally(() => underWay.delete(said));
}

/** Resolves when everything said so far has gone out or has been left to the sweeper: for a clean stop, and for tests. */
export async function allTold(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
