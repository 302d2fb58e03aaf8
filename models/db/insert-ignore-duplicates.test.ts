import mongoose, { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testStores } from '#models/testing/stores';
import { connect, disconnect } from './connect.js';
import { insertIgnoringDuplicates } from './insert-ignore-duplicates.js';

interface Thing {
  _id: number;
}

/** The part of a model that the function uses. */
const modelOf = (collection: unknown) => ({ collection }) as mongoose.Model<Thing>;

beforeAll(async () => {
  await connect((await testStores()).mongoUri);
});
afterAll(disconnect);

it('documents that exist are skipped, and the inserted ones are returned', async () => {
  const things = mongoose.connection.collection<Thing>('things');
  await things.insertOne({ _id: 1 });
  expect(await insertIgnoringDuplicates(modelOf(things), [{ _id: 0 }, { _id: 1 }, { _id: 2 }])).toEqual([{ _id: 0 }, { _id: 2 }]);
  expect(await things.countDocuments()).toBe(3);
});

it('an unreachable database is an error, and not documents that were inserted', async () => {
  const client = new mongo.MongoClient('mongodb://127.0.0.1:1', { serverSelectionTimeoutMS: 50 });
  const inserted = insertIgnoringDuplicates(modelOf(client.db('any').collection('things')), [{ _id: 0 }]);
  await expect(inserted).rejects.toThrow(mongo.MongoServerSelectionError);
  await client.close();
});
