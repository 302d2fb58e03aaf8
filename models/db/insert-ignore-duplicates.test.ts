import mongoose, { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDbUnavailable } from '#gateway/plugins/db-unavailable';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';
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

it('a connection that breaks in the insert is an error, and not documents that were inserted', async (context) => {
  skipOnGivenMongo(context, 'it makes a command fail');
  const broken = mongoose.connection.collection<Thing>('broken');
  const data = { failCommands: ['insert'], closeConnection: true, namespace: `${mongoose.connection.name}.broken` };
  // The driver repeats the command once.
  await mongoose.connection
    .getClient()
    .db('admin')
    .command({ configureFailPoint: 'failCommand', mode: { times: 2 }, data });
  const error: unknown = await insertIgnoringDuplicates(modelOf(broken), [{ _id: 0 }]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(mongo.MongoNetworkError);
  expect(isDbUnavailable(error)).toBe(true);
});
