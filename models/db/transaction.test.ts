import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testStores } from '#models/testing/stores';
import { connect, disconnect } from './connect.js';
import { newId } from './model.js';
import { Societies } from './societies.js';
import { giveUpAfterMs, retryTransaction, transaction } from './transaction.js';

beforeAll(async () => {
  await connect((await testStores()).mongoUri);
});
afterAll(disconnect);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Runs a transaction that inserts a society and then fails once for each fault. */
function breaking(faults: Error[]) {
  const _id = newId();
  let tries = 0;
  const run = transaction(async (session) => {
    tries += 1;
    await Societies.collection.insertOne({ _id, nameFolded: String(_id) } as never, { session });
    const fault = faults.shift();
    if (fault) throw fault;
  });
  return { run, tries: () => tries, isThere: async () => (await Societies.collection.countDocuments({ _id })) === 1 };
}

it('a transaction is retried after its connection broke, even when only Node reports it', async () => {
  const work = breaking([Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })]);
  await work.run;
  expect([work.tries(), await work.isThere()]).toEqual([2, true]);
});

it.each([
  ['a system error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ["the driver's TypeError about a system error", new TypeError('error.hasErrorLabel is not a function')],
])('a commit that fails with %s is a network error, not a bug', async (_name, fault) => {
  vi.spyOn(mongoose.mongo.ClientSession.prototype, 'commitTransaction').mockRejectedValueOnce(fault);
  const work = breaking([]);
  await expect(work.run).rejects.toThrow(mongoose.mongo.MongoNetworkError);
  expect(work.tries()).toBe(1);
});

it('a transaction is aborted with all its writes after any other error', async () => {
  const work = breaking([new Error('a bug')]);
  await expect(work.run).rejects.toThrow('a bug');
  expect([work.tries(), await work.isThere()]).toEqual([1, false]);
});

it('a transaction is retried after conflicts, with no attempt later than 10 s after the first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let tries = 0;
  const conflicting = transaction(async () => {
    tries += 1;
    vi.setSystemTime(Date.now() + giveUpAfterMs / 4 + 1);
    retryTransaction('Another has written it.', null);
  });
  await expect(conflicting).rejects.toThrow(mongoose.mongo.MongoOperationTimeoutError);
  expect(tries).toBe(4);
});
