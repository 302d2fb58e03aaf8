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
});

/** A society is written, and then the work breaks as often as there are faults. */
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

it('is begun anew where a connection broke under it, also where only Node says so', async () => {
  const work = breaking([Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })]);
  await work.run;
  expect([work.tries(), await work.isThere()]).toEqual([2, true]);
});

it('is given up, with all that it wrote, by any other fault', async () => {
  const work = breaking([new Error('a bug')]);
  await expect(work.run).rejects.toThrow('a bug');
  expect([work.tries(), await work.isThere()]).toEqual([1, false]);
});

it('is run again after conflicts, but begins no attempt later than 10 s after the first', async () => {
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
