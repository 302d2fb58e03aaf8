import mongoose, { mongo } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isDbUnavailable } from '#gateway/plugins/db-unavailable';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';
import { testStores } from '#models/testing/stores';
import { coalescedInserts, coalescedUpdates } from './coalesce.js';
import { connect, disconnect } from './connect.js';

interface Thing {
  _id: number;
  name?: string;
  count?: number;
}

const commands: string[] = [];
const things = () => mongoose.connection.collection<Thing>('things');
/** The part of a model that the functions use, once the connection is open. */
const model = {
  get collection() {
    return things();
  },
} as unknown as mongoose.Model<Thing>;

const update = coalescedUpdates(model);
const insert = coalescedInserts(model);

beforeAll(async () => {
  const { mongoUri } = await testStores();
  await connect(`${mongoUri}${mongoUri.includes('?') ? '&' : '?'}monitorCommands=true`);
  mongoose.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  await things().createIndex({ name: 1 }, { unique: true, partialFilterExpression: { name: { $exists: true } } });
});
afterAll(disconnect);
beforeEach(async () => {
  await things().deleteMany({});
  commands.length = 0;
});

it('updates of one turn are one command, each by its own filter', async () => {
  await things().insertMany([{ _id: 1, count: 1 }, { _id: 2, count: 1 }, { _id: 3 }]);
  commands.length = 0;
  await Promise.all([
    update({ filter: { _id: 3 }, update: { $set: { name: 'three' } } }),
    update({ filter: { count: 1 }, update: { $inc: { count: 1 } }, many: true }),
    update({ filter: { _id: 4 }, update: { $set: { name: 'four' } }, upsert: true }),
    update({ filter: { _id: 5 }, update: { $set: { name: 'five' } } }),
  ]);
  expect(commands).toEqual(['update']);
  expect(await things().find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 1, count: 2 },
    { _id: 2, count: 2 },
    { _id: 3, name: 'three' },
    { _id: 4, name: 'four' },
  ]);
});

it('an update that a unique index refuses fails alone, with the error of a duplicate', async () => {
  await things().insertMany([{ _id: 1, name: 'one' }, { _id: 2 }, { _id: 3 }]);
  const results = await Promise.allSettled([
    update({ filter: { _id: 2 }, update: { $set: { name: 'one' } } }),
    update({ filter: { _id: 3 }, update: { $set: { name: 'three' } } }),
  ]);
  expect(results).toMatchObject([{ status: 'rejected', reason: { code: 11000 } }, { status: 'fulfilled' }]);
  expect(await things().findOne({ _id: 3 })).toEqual({ _id: 3, name: 'three' });
});

it('inserts of one turn are one command, and each caller gets the inserted ones of its own', async () => {
  await things().insertOne({ _id: 1 });
  commands.length = 0;
  expect(await Promise.all([insert([{ _id: 0 }, { _id: 1 }]), insert([{ _id: 2 }]), insert([{ _id: 1 }])])).toEqual([
    [{ _id: 0 }],
    [{ _id: 2 }],
    [],
  ]);
  expect(commands).toEqual(['insert']);
});

it('an insert that fails otherwise than by a duplicate fails alone', async () => {
  const results = await Promise.allSettled([insert([{ _id: 1 }]), insert([{ _id: 2 }, { _id: [3] as never }]), insert([{ _id: 1 }])]);
  expect(results).toMatchObject([{ value: [{ _id: 1 }] }, { status: 'rejected' }, { value: [] }]);
  expect(await things().countDocuments()).toBe(2);
});

it('a connection that breaks is the error of every update of its turn', async (context) => {
  skipOnGivenMongo(context, 'it makes a command fail');
  const data = { failCommands: ['update'], closeConnection: true, namespace: `${mongoose.connection.name}.things` };
  // The driver repeats the command once.
  await mongoose.connection
    .getClient()
    .db('admin')
    .command({ configureFailPoint: 'failCommand', mode: { times: 2 }, data });
  const results = await Promise.allSettled([1, 2].map((_id) => update({ filter: { _id }, update: { $set: { name: 'x' } } })));
  for (const result of results) {
    const error: unknown = result.status === 'rejected' && result.reason;
    expect(error).toBeInstanceOf(mongo.MongoNetworkError);
    expect(isDbUnavailable(error)).toBe(true);
  }
});
