import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MongoStore, startMongoStore } from './server.js';

type Session = mongo.ClientSession;

const folder = mkdtempSync(join(tmpdir(), 'store-transactions-'));
let store: MongoStore;
let connection: Connection;
let things: mongo.Collection<{ _id: string; n?: number; on?: boolean; key?: string }>;
const sessions: Session[] = [];

beforeAll(async () => {
  store = await startMongoStore({ folder, transactionSeconds: 2 });
  connection = await mongoose.createConnection(store.uri, { dbName: 'test' }).asPromise();
});
afterAll(async () => {
  await connection.close();
  await store.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  things = connection.collection('things') as never;
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.endSession();
  await connection.dropDatabase();
});

/** A session with a transaction begun: its snapshot is taken by its first statement. */
async function begin(): Promise<Session> {
  const session = await connection.startSession();
  sessions.push(session);
  session.startTransaction();
  return session;
}

/** A transaction that has read everything, so that its snapshot is of now. */
async function beginAndRead(): Promise<Session> {
  const session = await begin();
  await things.find({}, { session }).toArray();
  return session;
}

const failure = (work: Promise<unknown>): Promise<mongo.MongoServerError> =>
  work.then(
    () => expect.fail('it did not fail'),
    (error) => error,
  );

async function expectConflict(work: Promise<unknown>): Promise<void> {
  const error = await failure(work);
  expect(error).toMatchObject({ code: 112, codeName: 'WriteConflict' });
  expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
}

/** Whether something has not settled after some turns of both processes. */
async function isWaiting(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await connection.db?.command({ ping: 1 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  return !settled;
}

describe('two transactions at the same time', () => {
  beforeEach(async () => {
    await things.insertMany([
      { _id: 'a', on: true, n: 0 },
      { _id: 'b', on: true, n: 0 },
    ]);
  });

  test('that read both doctors on call and each take another one off both commit: write skew', async () => {
    const [one, two] = [await begin(), await begin()];
    expect(await things.countDocuments({ on: true }, { session: one })).toBe(2);
    expect(await things.countDocuments({ on: true }, { session: two })).toBe(2);
    await things.updateOne({ _id: 'a' }, { $set: { on: false } }, { session: one });
    await things.updateOne({ _id: 'b' }, { $set: { on: false } }, { session: two });
    await one.commitTransaction();
    await two.commitTransaction();
    expect(await things.countDocuments({ on: true })).toBe(0);
  });

  test('that write the same document: the second is refused at once, and aborted', async () => {
    const [one, two] = [await begin(), await begin()];
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session: one });
    await expectConflict(things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session: two }));
    expect(await failure(things.findOne({ _id: 'b' }, { session: two }))).toMatchObject({ code: 251 });
    await one.commitTransaction();
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(1);
  });

  test.each([
    ['updates', (session: Session) => things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })],
    ['deletes', (session: Session) => things.deleteOne({ _id: 'a' }, { session })],
    ['finds and modifies', (session: Session) => things.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 1 } }, { session })],
    ['replaces the key of', (session: Session) => things.updateMany({ on: true }, { $set: { n: 5 } }, { session })],
  ])('the one that %s a document which was written since its snapshot is refused', async (_what, write) => {
    const session = await beginAndRead();
    await things.updateOne({ _id: 'a' }, { $set: { n: 7 } });
    await expectConflict(write(session));
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(7);
  });

  test('the one that writes again what it wrote itself goes on', async () => {
    const session = await beginAndRead();
    for (let i = 0; i < 3; i++) await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    await things.deleteOne({ _id: 'a' }, { session });
    await things.insertOne({ _id: 'a', n: 9 }, { session });
    await session.commitTransaction();
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(9);
  });

  test('that an aborted one wrote can be written at once', async () => {
    const [one, two] = [await begin(), await begin()];
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session: one });
    await one.abortTransaction();
    await things.updateOne({ _id: 'a' }, { $inc: { n: 5 } }, { session: two });
    await two.commitTransaction();
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(5);
  });

  test('by withTransaction, forty of them on one document, count each', { tags: ['long'] }, async () => {
    const add = (session: Session) => async () => {
      const found = await things.findOne({ _id: 'a' }, { session });
      await things.updateOne({ _id: 'a' }, { $set: { n: (found?.n ?? 0) + 1 } }, { session });
    };
    await Promise.all(
      Array.from({ length: 40 }, () => connection.getClient().withSession((session) => session.withTransaction(add(session)))),
    );
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(40);
  });
});

describe('a snapshot', () => {
  test('stays the same through every kind of read, whatever others write', async () => {
    await things.createIndex({ key: 1 });
    await things.insertMany(['a', 'b', 'c'].map((key, n) => ({ _id: key, key, n })));
    const session = await begin();
    const read = async () => [
      await things.find({}, { session }).sort({ _id: 1 }).toArray(),
      await things
        .find({ key: { $gte: 'b' } }, { session })
        .sort({ key: 1 })
        .toArray(),
      await things.countDocuments({}, { session }),
      await things.countDocuments({ key: 'b' }, { session }),
      await things.distinct('key', {}, { session }),
      await things.findOne({ _id: 'b' }, { session }),
    ];
    const before = await read();
    await things.updateOne({ _id: 'b' }, { $set: { key: 'z', n: 9 } });
    await things.deleteOne({ _id: 'c' });
    await things.insertOne({ _id: 'd', key: 'b' });
    expect(await read()).toEqual(before);
    await session.commitTransaction();
    expect((await things.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual(['a', 'b', 'd']);
  });

  test('has the writes of its own transaction, and nobody else has them before the commit', async () => {
    await things.insertOne({ _id: 'a', n: 1 });
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $set: { n: 2 } }, { session });
    await things.insertOne({ _id: 'b', n: 3 }, { session });
    const of = async (options: object) => (await things.find({}, options).sort({ _id: 1 }).toArray()).map(({ n }) => n);
    expect([await of({ session }), await of({})]).toEqual([[2, 3], [1]]);
    const other = await begin();
    expect(await of({ session: other })).toEqual([1]);
    await session.commitTransaction();
    expect([await of({ session: other }), await of({})]).toEqual([[1], [2, 3]]);
  });

  test('is merged with what others have written to other documents of the collection, in every index', async () => {
    await things.createIndex({ key: 1 }, { unique: true });
    await things.insertMany(['a', 'b', 'c', 'd'].map((key) => ({ _id: key, key })));
    const session = await beginAndRead();
    await things.updateOne({ _id: 'a' }, { $set: { key: 'A' } }, { session });
    await things.insertOne({ _id: 'e', key: 'e' }, { session });
    await things.deleteOne({ _id: 'b' }, { session });
    await things.updateOne({ _id: 'c' }, { $set: { key: 'C' } });
    await things.insertOne({ _id: 'f', key: 'f' });
    await things.deleteOne({ _id: 'd' });
    await session.commitTransaction();
    expect((await things.find().sort({ key: 1 }).toArray()).map(({ key }) => key)).toEqual(['A', 'C', 'e', 'f']);
    for (const key of ['A', 'C', 'e', 'f']) expect(await things.countDocuments({ key })).toBe(1);
    for (const key of ['a', 'b', 'c', 'd']) expect(await things.countDocuments({ key })).toBe(0);
  });
});

describe('a write outside of transactions', () => {
  beforeEach(async () => {
    await things.insertMany([
      { _id: 'a', n: 0 },
      { _id: 'b', n: 0 },
    ]);
  });

  test.each([
    ['commits', 11],
    ['aborts', 10],
  ] as const)('waits for the open transaction that has written its document, which then %s', async (how, n) => {
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    const write = things.updateOne({ _id: 'a' }, { $inc: { n: 10 } });
    expect(await isWaiting(write)).toBe(true);
    await (how === 'commits' ? session.commitTransaction() : session.abortTransaction());
    await write;
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(n);
  });

  test('to another document, and every read, goes through at once', async () => {
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    await things.insertOne({ _id: 'c' }, { session });
    await things.updateOne({ _id: 'b' }, { $inc: { n: 1 } });
    await things.insertOne({ _id: 'd' });
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(0);
    expect(await things.countDocuments()).toBe(3);
    await session.commitTransaction();
    expect(await things.countDocuments()).toBe(4);
  });

  test('waits no longer than its maxTimeMS', async () => {
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    expect(await failure(things.updateOne({ _id: 'a' }, { $inc: { n: 10 } }, { maxTimeMS: 50 }))).toMatchObject({
      code: 50,
      codeName: 'MaxTimeMSExpired',
    });
    await session.commitTransaction();
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(1);
  });

  test('does not wait for ever: a forgotten transaction is aborted after its lifetime', async () => {
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
    await things.updateOne({ _id: 'a' }, { $inc: { n: 10 } });
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(10);
    expect(await failure(session.commitTransaction())).toMatchObject({ code: 251 });
  });

  test('in a batch is done once, although one of its statements had to wait', async () => {
    const session = await begin();
    await things.updateOne({ _id: 'b' }, { $inc: { n: 1 } }, { session });
    const batch = things.bulkWrite([
      { updateOne: { filter: { _id: 'a' }, update: { $inc: { n: 10 } } } },
      { updateOne: { filter: { _id: 'b' }, update: { $inc: { n: 10 } } } },
    ]);
    expect(await isWaiting(batch)).toBe(true);
    await session.commitTransaction();
    expect(await batch).toMatchObject({ modifiedCount: 2 });
    expect((await things.find().sort({ _id: 1 }).toArray()).map(({ n }) => n)).toEqual([10, 11]);
  });
});

describe('a unique key', () => {
  beforeEach(async () => {
    await things.createIndex({ key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } });
  });

  test('that two open transactions insert conflicts in the second', async () => {
    const [one, two] = [await begin(), await begin()];
    await things.insertOne({ _id: 'a', key: 'k' }, { session: one });
    await expectConflict(things.insertOne({ _id: 'b', key: 'k' }, { session: two }));
    await one.commitTransaction();
    expect(await things.countDocuments({ key: 'k' })).toBe(1);
  });

  test('that was inserted since the snapshot conflicts, so that a repeat sees it', async () => {
    await things.insertOne({ _id: 'x' });
    const session = await beginAndRead();
    await things.insertOne({ _id: 'a', key: 'k' });
    await expectConflict(things.insertOne({ _id: 'b', key: 'k' }, { session }));
    const again = await begin();
    expect(await failure(things.insertOne({ _id: 'b', key: 'k' }, { session: again }))).toMatchObject({ code: 11000 });
  });

  test.each([
    ['commits', 11000],
    ['aborts', undefined],
  ] as const)('that an open transaction holds makes a plain insert wait until that %s', async (how, code) => {
    await things.insertOne({ _id: 'x' });
    const session = await begin();
    await things.insertOne({ _id: 'a', key: 'k' }, { session });
    const insert = things.insertOne({ _id: 'b', key: 'k' }).then(
      () => undefined,
      (error) => error.code,
    );
    expect(await isWaiting(insert)).toBe(true);
    await (how === 'commits' ? session.commitTransaction() : session.abortTransaction());
    expect(await insert).toBe(code);
    expect(await things.countDocuments({ key: 'k' })).toBe(1);
  });

  test('moves from one document to another within a transaction', async () => {
    await things.insertMany([{ _id: 'a', key: 'k' }, { _id: 'b' }]);
    const session = await begin();
    await things.updateOne({ _id: 'a' }, { $unset: { key: 1 } }, { session });
    await things.updateOne({ _id: 'b' }, { $set: { key: 'k' } }, { session });
    await session.commitTransaction();
    expect((await things.findOne({ key: 'k' }))?._id).toBe('b');
  });

  test('of two hundred upserts at once on twenty keys is made twenty times, and each of them counts', async () => {
    const upsert = (i: number) => things.updateOne({ key: `k${i % 20}` }, { $inc: { n: 1 } }, { upsert: true });
    await Promise.all(Array.from({ length: 200 }, (_, i) => upsert(i)));
    const all = await things.find().toArray();
    expect(all).toHaveLength(20);
    expect(all.reduce((sum, { n = 0 }) => sum + n, 0)).toBe(200);
  });

  test('of upserts in transactions side by side is made once, and each of them counts', async () => {
    const upsert = (i: number) =>
      connection
        .getClient()
        .withSession((session) =>
          session.withTransaction(() => things.updateOne({ key: `k${i % 5}` }, { $inc: { n: 1 } }, { upsert: true, session })),
        );
    await Promise.all(Array.from({ length: 50 }, (_, i) => upsert(i)));
    const all = await things.find().toArray();
    expect(all).toHaveLength(5);
    expect(all.reduce((sum, { n = 0 }) => sum + n, 0)).toBe(50);
  });
});

describe('a transaction and its session', () => {
  test('a cursor that it opened ends with it', async () => {
    await things.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: `t${n}`, n })));
    const session = await begin();
    const cursor = things.find({}, { session, batchSize: 2 });
    await cursor.next();
    await session.abortTransaction();
    await cursor.next();
    await expect(cursor.next()).rejects.toThrow();
    await cursor.close();
  });

  test('an index cannot be made on a collection that was there before', async () => {
    await things.insertOne({ _id: 'a' });
    const session = await begin();
    expect(await failure(things.createIndex({ n: 1 }, { session }))).toMatchObject({ code: 263 });
  });

  test('it writes again and again to a collection that it made, and makes an index there while that is empty', async () => {
    const session = await begin();
    await connection.db!.createCollection('things', { session });
    await things.createIndex({ key: 1 }, { unique: true, session });
    await things.insertOne({ _id: 'a', key: 'x' }, { session });
    await things.insertOne({ _id: 'b', key: 'y' }, { session });
    await things.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { session });
    await session.commitTransaction();
    expect(await things.find({}).sort({ key: 1 }).toArray()).toEqual([
      { _id: 'a', key: 'x', n: 1 },
      { _id: 'b', key: 'y' },
    ]);
    expect(await failure(things.insertOne({ _id: 'c', key: 'x' }))).toMatchObject({ code: 11000 });
  });

  test('nothing is left of a collection that it made and wrote to twice when it is aborted', async () => {
    const session = await begin();
    await things.insertOne({ _id: 'a' }, { session });
    await things.insertOne({ _id: 'b' }, { session });
    await session.abortTransaction();
    expect(await connection.db!.listCollections().toArray()).toEqual([]);
    await things.insertOne({ _id: 'a', n: 1 });
    expect(await things.find({}).toArray()).toEqual([{ _id: 'a', n: 1 }]);
  });

  test('an index that is being made waits for open transactions that have written to the collection', async () => {
    await things.insertOne({ _id: 'a' });
    const session = await begin();
    await things.insertOne({ _id: 'b', n: 1 }, { session });
    const index = things.createIndex({ n: 1 });
    expect(await isWaiting(index)).toBe(true);
    await session.commitTransaction();
    await index;
    expect(await things.countDocuments({ n: 1 })).toBe(1);
  });

  test('many that are aborted, forgotten or committed leave nothing open behind', async () => {
    await things.insertOne({ _id: 'a', n: 0 });
    for (let i = 0; i < 20; i++) {
      const session = await begin();
      await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session });
      await (i % 2 ? session.abortTransaction() : session.commitTransaction());
    }
    await things.updateOne({ _id: 'a' }, { $inc: { n: 100 } }, { maxTimeMS: 200 });
    expect((await things.findOne({ _id: 'a' }))?.n).toBe(110);
  });
});

describe('the cluster time', () => {
  const now = async (): Promise<mongo.Timestamp> => (await connection.db?.command({ ping: 1 }))?.operationTime;

  test('goes on with each commit, and is in every answer and error', async () => {
    const before = await now();
    await things.insertOne({ _id: 'a' });
    const after = await now();
    expect(after.greaterThan(before)).toBe(true);
    const error = await failure(connection.db!.command({ noSuchCommand: 1 }));
    expect(after.equals(error.errorResponse.operationTime)).toBe(true);
    expect(after.equals(error.errorResponse.$clusterTime?.clusterTime as mongo.Timestamp)).toBe(true);
  });

  test('lets a causally consistent session read what it wrote, and refuses a time that has not come', async () => {
    const session = await connection.startSession({ causalConsistency: true });
    sessions.push(session);
    await things.insertOne({ _id: 'a' }, { session });
    expect(session.operationTime).toBeDefined();
    expect(await things.find({}, { session }).toArray()).toHaveLength(1);
    const find = (afterClusterTime: unknown) => connection.db!.command({ find: 'things', readConcern: { afterClusterTime } });
    const time = await now();
    expect(await find(time)).toMatchObject({ ok: 1 });
    const later = new mongoose.mongo.Timestamp({ t: time.getHighBitsUnsigned() + 3600, i: 1 });
    expect(await failure(find(later))).toMatchObject({ code: 72 });
    expect(await failure(find(1))).toMatchObject({ code: 14 });
  });
});
