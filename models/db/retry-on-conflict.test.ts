import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Failure } from '#models/contract/failure';
import { testStores } from '#models/testing/stores';
import { connect, createIndexes, disconnect } from './connect.js';
import { Meta } from './meta.js';
import { conflict, retryOnConflict } from './retry-on-conflict.js';

describe('retryOnConflict with a real store', () => {
  beforeAll(async () => {
    await connect((await testStores()).mongoUri);
    await createIndexes();
  });
  afterAll(disconnect);

  it('concurrent optimistic increments of one document each have their effect', async () => {
    await Meta.create({ _id: 'hot', value: 0 });
    const increment = () =>
      retryOnConflict(async () => {
        const value = (await Meta.findById('hot').orFail().lean()).value as number;
        const { modifiedCount } = await Meta.updateOne({ _id: 'hot', value }, { $set: { value: value + 1 } });
        return modifiedCount === 1 || conflict;
      });
    await Promise.all(Array.from({ length: 10 }, increment));
    expect((await Meta.findById('hot').lean())?.value).toBe(10);
  });

  it('concurrent upserts of one document all succeed, and the first wins', async () => {
    const upsert = (value: number) => retryOnConflict(() => Meta.updateOne({ _id: 'once' }, { $setOnInsert: { value } }, { upsert: true }));
    const results = await Promise.all([1, 2, 3, 4, 5].map(upsert));
    expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await Meta.countDocuments({ _id: 'once' })).toBe(1);
  });
});

it('a duplicate key error counts as a conflict', async () => {
  const attempt = vi.fn(async () => 'done').mockRejectedValueOnce(Object.assign(new Error('E11000'), { code: 11000 }));
  expect(await retryOnConflict(attempt)).toBe('done');
  expect(attempt).toHaveBeenCalledTimes(2);
});

it('any other error is thrown by the first attempt', async () => {
  const attempt = vi.fn(async () => {
    throw new Error('The store is away.');
  });
  await expect(retryOnConflict(attempt)).rejects.toThrow('The store is away.');
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('null and false are results, not conflicts', async () => {
  expect([await retryOnConflict(async () => null), await retryOnConflict(async () => false)]).toEqual([null, false]);
});

it('endless conflicts fail with unavailable after twenty attempts with growing random delays', async () => {
  const timers = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const attempt = vi.fn(async () => conflict);
  const started = performance.now();
  await expect(retryOnConflict(attempt)).rejects.toEqual(new Failure('unavailable'));
  // Half of 1 + 2 + 4 + … + 32 + 13 × 64.
  expect(performance.now() - started).toBeGreaterThan(400);
  expect(attempt).toHaveBeenCalledTimes(20);
  expect(timers).toHaveBeenCalledTimes(19);
  timers.mockRestore();
});
