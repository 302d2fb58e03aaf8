import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('writes and reads that the driver tries again are done once, whatever fails between', async () => {
  const counters = connection.collection<{ _id: number; n: number }>('counters');
  await counters.insertOne({ _id: 1, n: 0 });
  for (let turn = 0; turn < 300; turn++) await counters.updateOne({ _id: 1 }, { $inc: { n: 1 } });
  expect(await counters.findOne({ _id: 1 })).toEqual({ _id: 1, n: 300 });
});

test('transactions are begun anew after a conflict, and committed once after a lost answer', async () => {
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
