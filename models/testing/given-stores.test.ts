import { mongo } from 'mongoose';
import { expect, inject, test } from 'vitest';
import { readTestEnv } from '#models/env';
import { takeGivenStores } from './given-stores.js';
import { startTestedStores } from './processes.js';
import { skipOnGivenMongo } from './skip-on-given.js';
import { dropTaken, noteTaken } from './taken-stores.js';

const given = { TEST_MONGODB_URI: inject('stores').mongoUri, TEST_REDIS_URL: undefined };

async function databases(): Promise<string[]> {
  const client = await mongo.MongoClient.connect(given.TEST_MONGODB_URI);
  const { databases: found } = await client.db().admin().listDatabases({ nameOnly: true });
  await client.close();
  return found.map(({ name }) => name);
}

/** Writes into the database of an address and gives its name. */
async function writeTo(uri: string | undefined): Promise<string> {
  const client = await mongo.MongoClient.connect(uri ?? '');
  await client.db().collection('things').insertOne({ a: 1 });
  const { databaseName } = client.db();
  await client.close();
  return databaseName;
}

test('a program gets its own database on the given MongoDB, and giveBack drops only that one', async () => {
  const [first, second] = [await takeGivenStores(given), await takeGivenStores(given)];
  const names = [await writeTo(first.settings.MONGODB_URI), await writeTo(second.settings.MONGODB_URI)];
  expect(await databases()).toEqual(expect.arrayContaining(names));
  await first.giveBack();
  expect(await databases()).not.toContain(names[0]);
  expect(await databases()).toContain(names[1]);
  await second.giveBack();
});

test('dropTaken drops the databases that the test file took, and no other', async () => {
  const [own, others] = [await takeGivenStores(given), await takeGivenStores(given)];
  const names = [await writeTo(own.settings.MONGODB_URI), await writeTo(others.settings.MONGODB_URI)];
  noteTaken(names[0] ?? '');
  await dropTaken(given.TEST_MONGODB_URI);
  expect((await databases()).filter((name) => names.includes(name))).toEqual([names[1]]);
  await others.giveBack();
});

test('a program starts its own stores when none are given', async () => {
  const { settings, giveBack } = await takeGivenStores({ TEST_MONGODB_URI: undefined, TEST_REDIS_URL: undefined });
  expect(settings).toEqual({});
  await giveBack();
});

test('process tests use the given MongoDB, cannot kill it, and leave no database in it', async () => {
  const stores = await startTestedStores(given);
  expect(stores.mongo).toBeUndefined();
  const name = await writeTo(stores.mongoUri);
  expect(stores.mongoUri).toContain(`/${name}?`);
  await stores.close();
  expect(await databases()).not.toContain(name);
});

test('a test about the embedded store is skipped, with its reason, only on another store', () => {
  const reasons: string[] = [];
  skipOnGivenMongo({ skip: (reason) => reasons.push(reason) }, 'it kills the store');
  const expected = readTestEnv().TEST_MONGODB_URI === undefined ? [] : ['Left out on TEST_MONGODB_URI: it kills the store'];
  expect(reasons).toEqual(expected);
});
