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

/**
 * Runs a transaction that inserts a society and fails once with `fault`, after the insert or in the commit. It counts the attempts
 * after that one only: a store that injects faults may add attempts before it, by conflicts of its own.
 */
function breaking(fault: Error, at: 'work' | 'commit' = 'work') {
  const _id = newId();
  let [hasFailed, retries] = [false, 0];
  function fail() {
    hasFailed = true;
    throw fault;
  }
  if (at === 'commit') vi.spyOn(mongoose.mongo.ClientSession.prototype, 'commitTransaction').mockImplementationOnce(async () => fail());
  const run = transaction(async (session) => {
    if (hasFailed) retries += 1;
    await Societies.collection.insertOne({ _id, nameFolded: String(_id) } as never, { session });
    if (at === 'work' && !hasFailed) fail();
  });
  return { run, retries: () => retries, isThere: async () => (await Societies.collection.countDocuments({ _id })) === 1 };
}

it('a transaction is retried after its connection broke, even when only Node reports it', async () => {
  const work = breaking(Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }));
  await work.run;
  expect(work.retries()).toBeGreaterThan(0);
  expect(await work.isThere()).toBe(true);
});

it.each([
  ['a system error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  ["the driver's TypeError about a system error", new TypeError('error.hasErrorLabel is not a function')],
])('a commit that fails with %s is a network error, not a bug', async (_name, fault) => {
  const work = breaking(fault, 'commit');
  await expect(work.run).rejects.toThrow(mongoose.mongo.MongoNetworkError);
  expect(work.retries()).toBe(0);
});

it('a transaction is aborted with all its writes after any other error', async () => {
  const work = breaking(new Error('a bug'));
  await expect(work.run).rejects.toThrow('a bug');
  expect([work.retries(), await work.isThere()]).toEqual([0, false]);
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

it('a slow retry does not hold up the retries of other transactions', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let [slowTries, otherTries] = [0, 0];
  const first = transaction(async () => {
    slowTries += 1;
    if (slowTries === 1) retryTransaction('Another has written it.', null);
    await slow;
  });
  await expect.poll(() => slowTries).toBe(2);
  await transaction(async () => {
    otherTries += 1;
    if (otherTries === 1) retryTransaction('Another has written it.', null);
  });
  finish();
  await first;
  expect([slowTries, otherTries]).toEqual([2, 2]);
});
