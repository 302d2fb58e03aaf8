import { existsSync } from 'node:fs';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { testRedis, testStores, withDatabase } from './stores.js';

test('a test file gets a redis-server of its own', async () => {
  const [first, second] = [new Redis(await testRedis()), new Redis(await testRedis())];
  await first.set('a', '1');
  expect(await second.get('a')).toBe(existsSync(first.options.path ?? '') ? null : '1');
  first.disconnect();
  second.disconnect();
});

test('a test file gets a database of its own', async () => {
  const { mongoUri } = await testStores();
  const other = await testStores();
  expect(mongoUri).not.toBe(other.mongoUri);
  const connection = await mongoose.createConnection(mongoUri).asPromise();
  await connection.collection('things').insertOne({ a: 1 });
  expect(await connection.collection('things').countDocuments({ a: 1 })).toBe(1);
  await connection.close();
});

test.each([
  ['mongodb://%2Ftmp%2Fm.sock/?directConnection=true', 'mongodb://%2Ftmp%2Fm.sock/d?directConnection=true'],
  ['mongodb://u:p@a:1,b:2/old?replicaSet=r', 'mongodb://u:p@a:1,b:2/d?replicaSet=r'],
  ['mongodb+srv://host', 'mongodb+srv://host/d'],
])('the database goes into %s', (uri, expected) => {
  expect(withDatabase(uri, 'd')).toBe(expected);
});
