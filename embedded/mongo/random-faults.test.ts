import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CommandCall } from './command.js';
import { type Fault, randomFaults } from './random-faults.js';
import { type MongoStore, startMongoStore } from './server.js';

const folder = mkdtempSync(path.join(tmpdir(), 'faults-'));
let store: MongoStore;
let connection: mongoose.Connection;

beforeAll(async () => {
  store = await startMongoStore({ folder, faults: 'seven' });
  connection = await mongoose.createConnection(store.uri.replace('/?', '/faults?')).asPromise();
});

afterAll(async () => {
  await connection.close();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('writes and reads that the driver tries again are done once, whatever fails between', { tags: ['long'] }, async () => {
  const counters = connection.collection<{ _id: number; n: number }>('counters');
  await counters.insertOne({ _id: 1, n: 0 });
  for (let turn = 0; turn < 300; turn++) await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } });
  for (let turn = 0; turn < 300; turn++) expect(await counters.findOne({ _id: 1 })).toEqual({ _id: 1, n: 300 });
});

test('transactions are begun anew after a conflict, also at their commit', { tags: ['long'] }, async () => {
  const accounts = connection.collection<{ _id: string; n: number }>('accounts');
  await accounts.insertMany([
    { _id: 'a', n: 0 },
    { _id: 'b', n: 0 },
  ]);
  let begun = 0;
  for (let turn = 0; turn < 100; turn++) {
    await connection.transaction(async (session) => {
      begun += 1;
      await accounts.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      await accounts.updateOne({ _id: 'b' }, { $inc: { n: -1 } }, { session });
    });
  }
  expect(begun).toBeGreaterThan(100);
  expect(await accounts.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'a', n: 100 },
    { _id: 'b', n: -100 },
  ]);
});

describe('by themselves', () => {
  const call = (command: string, session: string, more: Partial<CommandCall> = {}): CommandCall =>
    ({ command, db: 'test', session, body: { [command]: 'things' }, ...more }) as CommandCall;
  const write = (session: string, txnNumber: number) => call('update', session, { body: { update: 'things', txnNumber } });
  const statement = (session: string, txnNumber: number, command = 'update') =>
    call(command, session, { transaction: { session, txnNumber, starts: false } });

  /** Asks as one who is alone, until there is a fault. */
  function firstFault(next: () => Fault | undefined): Fault {
    for (let turn = 0; turn < 2000; turn++) {
      vi.advanceTimersByTime(20);
      const fault = next();
      if (fault) return fault;
    }
    throw new Error('nothing failed');
  }

  const share = (count: number, next: (turn: number) => Fault | undefined) => {
    let failed = 0;
    for (let turn = 0; turn < count; turn++) {
      vi.advanceTimersByTime(20);
      if (next(turn)) failed++;
    }
    return failed / count;
  };

  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());

  test('5 % of the writes and reads of who is alone are cut off, the same ones for the same seed', () => {
    const [one, other] = [randomFaults('a'), randomFaults('a')];
    const rates = [
      share(4000, (turn) => one(write('s', turn), true)),
      share(4000, (turn) => one(call('find', 's', { body: { find: 'things', filter: { turn } } }), false)),
    ];
    for (const rate of rates) expect(rate).toBeGreaterThan(0.03);
    for (const rate of rates) expect(rate).toBeLessThan(0.07);
    expect(share(4000, (turn) => other(write('s', turn), true))).toBe(rates[0]);
  });

  test('a read that failed is let through when it comes again, whatever its session did meanwhile', () => {
    const faults = randomFaults('b');
    let turn = 0;
    const read = (of: number) => call('find', 's', { body: { find: 'things', filter: { of } } });
    expect(firstFault(() => faults(read(++turn), false))).toBe('cut');
    const failed = turn;
    for (let i = 0; i < 50; i++) faults(read(++turn), false);
    vi.advanceTimersByTime(20);
    expect(faults(read(failed), false)).toBeUndefined();
  });

  test('a retried read that carries a later cluster time is let through', () => {
    const faults = randomFaults('f');
    let turn = 0;
    const read = (time: number) => call('find', 's', { body: { find: 'things', filter: { turn }, $clusterTime: { time } } });
    for (let failures = 0; failures < 100; failures++) {
      firstFault(() => faults(read(2 * ++turn), false));
      vi.advanceTimersByTime(20);
      expect(faults(read(2 * turn + 1), false)).toBeUndefined();
    }
  });

  test('so is a write, by the number that its session gave it; those of other sessions are their own', () => {
    const faults = randomFaults('c');
    const waiting = new Set<number>();
    for (let txnNumber = 1; waiting.size < 20; txnNumber++) {
      vi.advanceTimersByTime(20);
      if (faults(write('s', txnNumber), true)) waiting.add(txnNumber);
    }
    for (const txnNumber of waiting) {
      vi.advanceTimersByTime(20);
      expect(faults(write('s', txnNumber), true)).toBeUndefined();
    }
    let txnNumber = 0;
    expect(firstFault(() => faults(write('t', ++txnNumber), true))).toMatch(/^cut/);
  });

  test('a transaction has at most one conflict, and none when it is begun again; those of other sessions are their own', () => {
    const faults = randomFaults('d');
    let txnNumber = 1;
    expect(firstFault(() => faults(statement('s', ++txnNumber), false))).toBe('conflict');
    const again = share(500, () => faults(statement('s', txnNumber), false) ?? faults(statement('s', txnNumber + 1), false));
    expect(again).toBe(0);
    expect(firstFault(() => faults(statement('s', ++txnNumber, 'commitTransaction'), false))).toBe('conflict');
    expect(firstFault(() => faults(statement('t', ++txnNumber), false))).toBe('conflict');
    expect(share(500, () => faults(statement('s', ++txnNumber, 'abortTransaction'), false))).toBe(0);
  });

  test('nobody is cut off in a crowd, nor where the driver would not try again', () => {
    const faults = randomFaults('e');
    const inCrowd = share(500, (turn) => faults(write('s', turn), true) ?? faults(write('t', turn), true));
    const untried = [
      call('getMore', 's'),
      call('updateMany', 's'),
      call('hello', 's'),
      { ...call('find', 's'), session: undefined } as CommandCall,
    ];
    expect([inCrowd, ...untried.map((one) => share(300, () => faults(one, false)))]).toEqual([0, 0, 0, 0, 0]);
  });
});
