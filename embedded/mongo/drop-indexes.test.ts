import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MongoStore, startMongoStore } from './server.js';

const folder = mkdtempSync(join(tmpdir(), 'store-drop-indexes-'));
let store: MongoStore;
let connection: Connection;

async function open(): Promise<void> {
  store = await startMongoStore({ folder });
  connection = await mongoose.createConnection(store.uri, { dbName: 'test' }).asPromise();
}
async function close(): Promise<void> {
  await connection.close();
  await store.stop();
}

beforeAll(open);
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const things = () => connection.collection('things');
const names = async () => (await things().indexes()).map(({ name }) => name);

beforeEach(async () => {
  await connection.dropDatabase();
  await things().insertMany([{ a: 1, b: 2 }]);
  await things().createIndexes([{ key: { a: 1 }, unique: true }, { key: { b: 1 } }, { key: { a: 1, b: 1 } }]);
});

test('drops an index by name, for good, and its uniqueness with it', async () => {
  await expect(things().insertOne({ a: 1 })).rejects.toMatchObject({ code: 11000 });
  await things().dropIndex('a_1');
  expect(await names()).toEqual(['_id_', 'b_1', 'a_1_b_1']);
  await things().insertOne({ a: 1, b: 3 });
  await close();
  await open();
  expect(await names()).toEqual(['_id_', 'b_1', 'a_1_b_1']);
  expect(await things().countDocuments({ a: 1 })).toBe(2);
});

test('drops every index but that of _id', async () => {
  await things().dropIndexes();
  expect(await names()).toEqual(['_id_']);
});

test('refuses the index of _id, and names that it does not have, and then drops none', async () => {
  await expect(things().dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
  await expect(connection.db?.command({ dropIndexes: 'things', index: ['b_1', 'nope'] })).rejects.toMatchObject({ code: 27 });
  await expect(connection.db?.command({ dropIndexes: 'none', index: '*' })).rejects.toMatchObject({ code: 26 });
  expect(await names()).toHaveLength(4);
});
