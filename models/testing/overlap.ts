import type { ClientSession } from 'mongoose';
import { Meta } from '#models/db/meta';
import { writeBarrier } from '#models/db/write-barrier';

/** Order in which two calls write after both have read. */
export type WriteOrder = 'first' | 'second' | 'together';

interface Call<T> {
  answer: Promise<T>;
  /** Resolves when the call waits at the barrier after its read, or has answered without reaching it. */
  ready: Promise<unknown>;
  release(): void;
}

/** Takes the transaction's snapshot, which all its reads share. */
const takeSnapshot = (session: ClientSession | null): Promise<unknown> =>
  session ? Meta.findOne({}, { _id: 1 }).session(session).lean().exec() : Promise.resolve();

/**
 * Starts a call and stops its first transaction, or its first single write that depends on a read, between read and write. Start
 * calls one after the other.
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

/** Runs two calls so that both read before either writes, and returns both answers. Only for calls served by this process. */
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
