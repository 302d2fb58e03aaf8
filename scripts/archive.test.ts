import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testStores, withDatabase } from '#models/testing/stores';
import { readArchive, type Stored, writeArchive } from './archive.js';
import { everything, insertAll, isEmpty } from './copying.js';

const folder = mkdtempSync(path.join(tmpdir(), 'nadi-archive-'));
const file = path.join(folder, 'whole.backup');

async function* stored(...documents: Stored[]): AsyncGenerator<Stored> {
  yield* documents;
}

async function all(archive: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for await (const one of readArchive(archive)) found.push(one);
  return found;
}

beforeAll(async () => {
  const numbers = { int: new Int32(1), double: new Double(1), long: Long.fromString('9007199254740993') };
  await writeArchive(
    file,
    stored(
      {
        in: 'users',
        document: { _id: new ObjectId('0123456789abcdef01234567'), name: 'ليلى', at: new Date(5), none: null, list: [1, 'a'] },
      },
      { in: 'numbers', document: { _id: 1, ...numbers, bytes: new Binary(Buffer.from('xyz')) } },
    ),
  );
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

test('what was written is read, each value with its type', async () => {
  const [user, numbers] = await all(file);
  expect(user).toMatchObject({ in: 'users', document: { name: 'ليلى', at: new Date(5), none: null } });
  expect(user?.document._id.toHexString()).toBe('0123456789abcdef01234567');
  expect(numbers?.document.int).toBeInstanceOf(Int32);
  expect(numbers?.document.double).toBeInstanceOf(Double);
  expect(numbers?.document.long.toString()).toBe('9007199254740993');
});

test.each([
  ['cut short inside a document', (bytes: Buffer) => gzipSync(bytes.subarray(0, bytes.length - 40))],
  ['torn as a file', (bytes: Buffer) => gzipSync(bytes).subarray(0, -12)],
  ['something else', () => gzipSync(Buffer.from('no documents at all'))],
  ['not even compressed', (bytes: Buffer) => bytes],
])('a backup that is %s is refused', async (_, spoil) => {
  const spoilt = path.join(folder, 'spoilt.backup');
  writeFileSync(spoilt, spoil(gunzipSync(readFileSync(file))));
  await expect(all(spoilt)).rejects.toThrow();
});

test('a whole database goes into a file, and from it into another database', async () => {
  const { mongoUri } = await testStores();
  const from = await mongoose.createConnection(mongoUri).asPromise();
  const to = await mongoose.createConnection(withDatabase(mongoUri, `${from.name}_copy`)).asPromise();
  const rows = Array.from({ length: 2_500 }, (_, n) => ({ _id: n, n: new Double(n) }) as never);
  await from.collection('rows').insertMany(rows);
  await from.collection<{ _id: string }>('meta').insertOne({ _id: 'seed' });
  const copy = path.join(folder, 'copy.backup');
  expect(await writeArchive(copy, everything(from.db))).toEqual({ rows: 2_500, meta: 1 });
  expect(await isEmpty(to.db)).toBe(true);
  await insertAll(readArchive(copy), to.db);
  expect(await isEmpty(to.db)).toBe(false);
  expect(await to.collection('rows').countDocuments({ n: { $gte: 0 } })).toBe(2_500);
  await from.close();
  await to.close();
});
