import type { ClientSession } from 'mongoose';
import { Meta } from '#models/db/meta';
import { writeBarrier } from '#models/db/write-barrier';

/** Which of two calls that have both read writes first. */
export const writeOrders = ['first', 'second'] as const;
export type WriteOrder = (typeof writeOrders)[number] | 'together';

interface Call<T> {
  answer: Promise<T>;
  /** It has read and waits at the barrier, or it has answered without coming there. */
  ready: Promise<unknown>;
  release(): void;
}

/** Fixes what a transaction reads: all its reads are as of its first one. */
const takeSnapshot = (session: ClientSession | null): Promise<unknown> =>
  session ? Meta.findOne({}, { _id: 1 }).session(session).lean().exec() : Promise.resolve();

/**
 * Starts a call and holds its first transaction, or its first single write that rests on a read, where it has read and not
 * written. Calls have to be started one after the other.
 */
function begin<T>(ask: () => Promise<T>): Call<T> {
  let release = (): void => {};
  const go = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  writeBarrier.wait = async (session) => {
    writeBarrier.wait = undefined;
    await takeSnapshot(session);
    arrive();
    await go;
  };
  const answer = ask();
  return { answer, ready: Promise.race([arrived, answer.catch(() => {})]), release };
}

/** Runs two calls of which both have read before either writes, and answers both. Only for calls that this process serves. */
export async function overlap<A, B>(first: () => Promise<A>, second: () => Promise<B>, order: WriteOrder): Promise<[A, B]> {
  const one = begin(first);
  await one.ready;
  const two = begin(second);
  await two.ready;
  writeBarrier.wait = undefined;
  const [earlier, later] = order === 'second' ? [two, one] : [one, two];
  earlier.release();
  if (order !== 'together') await earlier.answer.catch(() => {});
  later.release();
  return Promise.all([one.answer, two.answer]);
}
