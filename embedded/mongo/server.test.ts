import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, Long, serialize, UUID } from 'bson';
import mongoose, { type Connection, type mongo, Schema } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Scan } from './command.js';
import { Disk } from './durable.js';
import { type MongoStore, startMongoStore } from './server.js';

const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
const scans: Scan[] = [];
let store: MongoStore;
let connection: Connection;
let things: mongo.Collection;
let admin: mongo.Db;

beforeAll(async () => {
  store = await startMongoStore({ folder, transactionSeconds: 1, ttlSeconds: 0.2, onScan: (scan) => scans.push(scan) });
  connection = await mongoose.createConnection(store.uri, { dbName: 'test' }).asPromise();
  admin = connection.getClient().db('admin');
});

afterAll(async () => {
  await connection.close();
  await store.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  things = connection.collection('things') as unknown as mongo.Collection;
});

afterEach(async () => {
  await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
  await connection.dropDatabase();
});

const failure = async (
  work: Promise<unknown>,
): Promise<mongo.MongoServerError & { writeErrors?: mongo.WriteError[]; result?: { insertedCount: number } }> => {
  const outcome = await work.then(
    () => undefined,
    (error) => error,
  );
  if (!outcome) throw new Error('it did not fail');
  return outcome;
};

describe('unmodified mongoose', () => {
  test('creates, finds, updates, counts and removes through a model', async () => {
    const schema = new Schema({ name: String, at: Date, n: Number, tags: [String], of: Schema.ObjectId }, { autoCreate: true });
    schema.index({ of: 1, at: -1 });
    schema.index({ name: 1 }, { unique: true });
    const Thing = connection.model('Thing', schema);
    await Thing.init();
    const of = new mongoose.Types.ObjectId();
    await Thing.create([0, 1, 2, 3].map((n) => ({ name: `t${n}`, n, of, at: new Date(n), tags: ['x', `y${n}`] })));
    expect((await Thing.find({ of }).sort({ at: -1 }).skip(1).limit(2)).map(({ name }) => name)).toEqual(['t2', 't1']);
    expect(await Thing.findOneAndUpdate({ name: 't1' }, { $inc: { n: 5 } }, { returnDocument: 'after' })).toMatchObject({ n: 6 });
    expect(await Thing.countDocuments({ tags: 'x' })).toBe(4);
    expect(await Thing.estimatedDocumentCount()).toBe(4);
    expect(await Thing.distinct('tags')).toEqual(expect.arrayContaining(['x', 'y0', 'y3']));
    expect(await Thing.deleteMany({ n: { $gte: 3 } })).toMatchObject({ deletedCount: 2 });
    expect(await Thing.aggregate([{ $match: { of } }, { $group: { _id: '$of', sum: { $sum: '$n' } } }])).toEqual([{ _id: of, sum: 2 }]);
    expect(await Thing.findByIdAndDelete((await Thing.findOne({ name: 't0' }))?._id)).toMatchObject({ name: 't0' });
    await expect(Thing.syncIndexes()).resolves.toEqual([]);
  });

  test('reads a long list in batches, as it was when it was asked for', async () => {
    await things.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const cursor = things.find({}, { batchSize: 50, projection: { _id: 0 } });
    expect(await cursor.next()).toEqual({ n: 0 });
    await things.deleteMany({});
    expect(await cursor.toArray()).toHaveLength(499);
    expect(await things.countDocuments()).toBe(0);
  });

  test('upserts, and replaces whole documents', async () => {
    const first = await things.updateOne({ k: 1 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { upsert: true });
    expect(first).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    expect(await things.updateOne({ k: 1 }, { $set: { a: 1 } }, { upsert: true })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
      upsertedCount: 0,
    });
    await things.replaceOne({ k: 1 }, { c: 3 });
    expect(await things.findOne()).toEqual({ _id: first.upsertedId, c: 3 });
  });
});

describe('a duplicate key', () => {
  const expected = { code: 11000, keyPattern: { a: 1, b: 1 }, keyValue: { a: 1, b: 2 } };

  beforeEach(async () => {
    await things.createIndex({ a: 1, b: 1 }, { unique: true, partialFilterExpression: { open: true } });
    await things.insertOne({ a: 1, b: 2, open: true });
    await things.insertOne({ a: 1, b: 2, open: false });
  });

  test('is told with its pattern and value by an insert', async () => {
    const error = await failure(things.insertOne({ a: 1, b: 2, open: true }));
    expect(error).toMatchObject(expected);
    expect(error.message).toContain('E11000 duplicate key error collection: test.things index: a_1_b_1 dup key: { a: 1, b: 2 }');
  });

  test('is told by an update, an upsert and findAndModify', async () => {
    expect(await failure(things.updateOne({ open: false }, { $set: { open: true } }))).toMatchObject(expected);
    expect(await failure(things.updateOne({ x: 1 }, { $set: { a: 1, b: 2, open: true } }, { upsert: true }))).toMatchObject(expected);
    expect(await failure(things.findOneAndUpdate({ open: false }, { $set: { open: true } }))).toMatchObject(expected);
    expect(await things.countDocuments({ open: true })).toBe(1);
  });

  test('stops an ordered batch, and only itself in an unordered one', async () => {
    const docs = () => [
      { a: 2, open: true },
      { a: 1, b: 2, open: true },
      { a: 3, open: true },
    ];
    const ordered = await failure(things.insertMany(docs()));
    expect(ordered.result).toMatchObject({ insertedCount: 1 });
    await things.deleteMany({ a: { $gt: 1 } });
    const unordered = await failure(things.insertMany(docs(), { ordered: false }));
    expect(unordered.result).toMatchObject({ insertedCount: 2 });
    expect(unordered.writeErrors).toHaveLength(1);
    const raw = await connection.db!.command({ insert: 'things', documents: [{ a: 1, b: 2, open: true }] });
    expect(raw.writeErrors).toEqual([expect.objectContaining({ index: 0, ...expected })]);
  });

  test('in an array names the element that another has', async () => {
    await things.deleteMany({});
    await things.createIndex({ of: 1, set: -1 }, { unique: true });
    await things.insertOne({ of: 5, set: ['x', 'y'] });
    const error = await failure(things.insertOne({ of: 5, set: ['u', 'y', 'y'] }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { of: 1, set: -1 }, keyValue: { of: 5, set: 'y' } });
    await things.insertOne({ of: 6, set: ['y', 'y'] });
  });

  test('is told when the index is made, and the index is not', async () => {
    await things.insertMany([{ c: 1 }, { c: 1 }]);
    expect(await failure(things.createIndex({ c: 1 }, { unique: true }))).toMatchObject({
      code: 11000,
      keyValue: { c: null },
    });
    expect(await things.indexes()).toHaveLength(2);
  });
});

describe('a transaction', () => {
  test('is seen by others once it is committed', async () => {
    await things.insertOne({ n: 1 });
    const seen: unknown[] = [];
    await connection.transaction(async (session) => {
      await things.updateOne({}, { $inc: { n: 1 } }, { session });
      await things.insertOne({ n: 9 }, { session });
      seen.push(
        (await things.findOne())?.n,
        await things.countDocuments(),
        (await things.findOne({}, { session }))?.n,
        await things.countDocuments({}, { session }),
      );
    });
    seen.push((await things.findOne())?.n, await things.countDocuments());
    expect(seen).toEqual([1, 1, 2, 2, 2, 2]);
  });

  test('leaves nothing when it is aborted, neither documents nor entries of an index', async () => {
    await things.createIndex({ k: 1 }, { unique: true });
    await things.insertOne({ k: 1, n: 1 });
    const aborted = connection.transaction(async (session) => {
      await things.updateOne({ k: 1 }, { $set: { k: 2 } }, { session });
      await things.insertOne({ k: 3 }, { session });
      await things.deleteOne({ k: 2 }, { session });
      throw new Error('no');
    });
    await expect(aborted).rejects.toThrow('no');
    await things.insertMany([{ k: 2 }, { k: 3 }]);
    expect(await failure(things.insertOne({ k: 1 }))).toMatchObject({ code: 11000 });
    expect(await things.countDocuments({ k: { $gte: 1 } })).toBe(3);
  });

  test('ends with its first error', async () => {
    await things.insertOne({ _id: 1 as never });
    const session = await connection.startSession();
    session.startTransaction();
    await things.insertOne({ _id: 2 as never }, { session });
    expect(await failure(things.insertOne({ _id: 1 as never }, { session }))).toMatchObject({ code: 11000 });
    const next = await failure(things.insertOne({ _id: 3 as never }, { session }));
    expect(next).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
    expect(next.hasErrorLabel('TransientTransactionError')).toBe(true);
    await session.abortTransaction();
    await session.endSession();
    expect(await things.countDocuments()).toBe(1);
  });

  test('of many at once counts each', async () => {
    await things.insertOne({ _id: 1 as never, n: 0 });
    const add = (session: mongo.ClientSession) => async () => {
      const found = await things.findOne({ _id: 1 as never }, { session });
      await things.updateOne({ _id: 1 as never }, { $set: { n: found?.n + 1 } }, { session });
    };
    const one = () => connection.getClient().withSession((session) => session.withTransaction(add(session)));
    await Promise.all([
      ...Array.from({ length: 20 }, one),
      ...Array.from({ length: 20 }, () => things.updateOne({ _id: 1 as never }, { $inc: { n: 1 } })),
    ]);
    expect((await things.findOne())?.n).toBe(40);
  });

  test('that is forgotten is aborted, and what waits goes on', async () => {
    const session = await connection.startSession();
    session.startTransaction();
    await things.insertOne({ n: 1 }, { session });
    await expect(things.insertOne({ n: 2 }, { maxTimeMS: 50 })).rejects.toMatchObject({ code: 50 });
    await things.insertOne({ n: 3 });
    expect(await failure(session.commitTransaction())).toMatchObject({ code: 251 });
    await session.endSession();
    expect((await things.find().toArray()).map(({ n }) => n)).toEqual([3]);
  });

  test('is aborted when its connection is lost', async () => {
    const other = await mongoose.createConnection(store.uri, { dbName: 'test' }).asPromise();
    const session = await other.startSession();
    session.startTransaction();
    await other.collection('things').insertOne({ n: 1 }, { session });
    await other.getClient().close(true);
    await things.insertOne({ n: 2 });
    expect((await things.find().toArray()).map(({ n }) => n)).toEqual([2]);
  });
});

/** One command over a connection of its own, as a driver would send it again after a lost answer. */
async function send(command: object, { uri } = store): Promise<Record<string, unknown>> {
  const body = serialize({ ...command, $db: 'test' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(2013, 12);
  const socket = connectSocket(decodeURIComponent(uri.slice('mongodb://'.length).split('/?')[0]!));
  socket.write(Buffer.concat([head, body]));
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.destroy();
  return deserialize(answer.subarray(21));
}

describe('a retryable write', () => {
  const lsid = { id: new UUID() };

  test('that is sent again is applied once and answered alike', async () => {
    await things.insertOne({ _id: 1 as never, n: 0 });
    const increment = {
      findAndModify: 'things',
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      new: true,
      lsid,
      txnNumber: Long.fromNumber(1),
    };
    const answers = [await send(increment), await send(increment)];
    expect(answers[0]).toMatchObject({ ok: 1, value: { n: 1 } });
    expect(answers[1]).toEqual(answers[0]);
    const insert = { insert: 'things', documents: [{ _id: 2 }], lsid, txnNumber: Long.fromNumber(2) };
    expect([await send(insert), await send(insert)]).toMatchObject([
      { ok: 1, n: 1 },
      { ok: 1, n: 1 },
    ]);
    expect(await send(increment)).toMatchObject({ ok: 0, code: 225 });
    expect(await things.find().toArray()).toEqual([{ _id: 1, n: 1 }, { _id: 2 }]);
  });

  test('is known after a restart', async () => {
    const again = {
      findAndModify: 'things',
      query: { _id: 1 },
      update: { $inc: { n: 1 } },
      upsert: true,
      new: true,
      lsid,
      txnNumber: Long.fromNumber(7),
    };
    const own = join(folder, 'restarted');
    for (let run = 0; run < 2; run++) {
      const restarted = await startMongoStore({ folder: own });
      expect(await send(again, restarted)).toMatchObject({ ok: 1, value: { _id: 1, n: 1 } });
      await restarted.stop();
    }
  });

  test('is forgotten with the commit that could not be written, and so is what was built on it', async () => {
    await things.insertOne({ _id: 1 as never, n: 0 });
    const session = await connection.startSession();
    session.startTransaction();
    await things.updateOne({ _id: 1 as never }, { $inc: { n: 10 } }, { session });
    const full = vi.spyOn(Disk.prototype, 'commit').mockRejectedValueOnce(new Error('the disk is full'));
    expect(await failure(session.commitTransaction())).toMatchObject({ code: 1, message: expect.stringContaining('the disk is full') });
    full.mockRejectedValueOnce(new Error('the disk is full'));
    const increment = { update: 'things', updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }], lsid, txnNumber: Long.fromNumber(3) };
    expect(await send(increment)).toMatchObject({ ok: 0, code: 1 });
    expect(await things.findOne()).toEqual({ _id: 1, n: 0 });
    expect(await send(increment)).toMatchObject({ ok: 1, nModified: 1 });
    expect(await things.findOne()).toEqual({ _id: 1, n: 1 });
    await session.endSession();
  });

  test('is repeated by the driver after a cut connection', async () => {
    await admin.command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: ['update'], closeConnection: true },
    });
    await things.insertOne({ n: 0 });
    expect(await things.updateOne({}, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 });
    expect((await things.findOne())?.n).toBe(1);
  });
});

describe('a fail point', () => {
  test('gives its error and labels as often as asked', async () => {
    const data = { failCommands: ['insert'], errorCode: 112, errorLabels: ['TransientTransactionError'] };
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 2 }, data });
    const errors = [await failure(things.insertOne({})), await failure(things.insertOne({}))];
    expect(errors).toMatchObject([{ code: 112, codeName: 'WriteConflict' }, { code: 112 }]);
    expect(errors[0]!.hasErrorLabel('TransientTransactionError')).toBe(true);
    await things.insertOne({});
  });

  test('makes a transaction run again until it is off', async () => {
    const data = { failCommands: ['update'], errorCode: 112, errorLabels: ['TransientTransactionError'] };
    await things.insertOne({ n: 0 });
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 3 }, data });
    let runs = 0;
    const work = (session: mongo.ClientSession) => async () => {
      runs++;
      await things.updateOne({}, { $inc: { n: 1 } }, { session });
    };
    await connection.getClient().withSession((session) => session.withTransaction(work(session)));
    expect([runs, (await things.findOne())?.n]).toEqual([4, 1]);
  });

  test('holds the connection up, and can be switched off', async () => {
    await admin.command({
      configureFailPoint: 'failCommand',
      mode: 'alwaysOn',
      data: { failCommands: ['find'], blockConnection: true, blockTimeMS: 80 },
    });
    const start = performance.now();
    await things.findOne();
    expect(performance.now() - start).toBeGreaterThan(70);
    await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
    await admin.command({
      configureFailPoint: 'failCommand',
      mode: { activationProbability: 0 },
      data: { failCommands: ['find'], errorCode: 2 },
    });
    await things.findOne();
    expect(
      await failure(admin.command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data: { failCommands: [], appName: 'x' } })),
    ).toMatchObject({ code: 9 });
  });
});

describe('indexes', () => {
  test('are made once; a different one of the same name or keys is an error', async () => {
    await things.createIndex({ a: 1 });
    await things.createIndex({ a: 1 });
    expect(await failure(things.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85, codeName: 'IndexOptionsConflict' });
    expect(await failure(things.createIndex({ a: 1 }, { expireAfterSeconds: 5 }))).toMatchObject({ code: 85 });
    expect(await failure(things.createIndex({ b: 1 }, { name: 'a_1' }))).toMatchObject({ code: 86, codeName: 'IndexKeySpecsConflict' });
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1']);
    await things.dropIndex('a_1');
    expect(await failure(things.dropIndex('a_1'))).toMatchObject({ code: 27 });
  });

  test('are named by explain; a scan is named too', async () => {
    await things.createIndex({ a: 1, b: -1 });
    await things.insertMany(Array.from({ length: 20 }, (_, n) => ({ a: n % 2, b: n })));
    const planned = await things.find({ a: 1 }).sort({ b: -1 }).limit(3).explain();
    expect(planned.queryPlanner.winningPlan).toMatchObject({ stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'a_1_b_-1' } });
    expect(planned.executionStats).toMatchObject({ nReturned: 3, totalDocsExamined: 3 });
    expect((await things.find({ b: 1 }).explain()).queryPlanner.winningPlan).toEqual({ stage: 'COLLSCAN' });
    expect((await things.find({ b: 1 }, { hint: 'a_1_b_-1' }).toArray()).map(({ b }) => b)).toEqual([1]);
    expect(await failure(things.find({}, { hint: 'none' }).toArray())).toMatchObject({ code: 2 });
  });

  test('that expire remove what is over, and only what their filter holds', async () => {
    await things.createIndex({ at: 1 }, { expireAfterSeconds: 60, partialFilterExpression: { orphan: true } });
    const [old, now] = [new Date(Date.now() - 90_000), new Date()];
    await things.insertMany([
      { n: 1, at: old, orphan: true },
      { n: 2, at: old },
      { n: 3, at: now, orphan: true },
      { n: 4, orphan: true },
    ]);
    await expect.poll(async () => (await things.find().toArray()).map(({ n }) => n), { timeout: 3000 }).toEqual([2, 3, 4]);
  });
});

test('a long query without an index is told, with what it asked for', async () => {
  await things.insertMany(Array.from({ length: 1100 }, (_, n) => ({ n })));
  await admin.command({ serverStatus: 1, resetScans: true });
  await things.find({ n: 5 }).sort({ m: 1 }).toArray();
  await things.findOne({ _id: new mongoose.Types.ObjectId() });
  const expected = [{ ns: 'test.things', filter: ['n'], sort: ['m'], examined: 1100 }];
  expect((await admin.command({ serverStatus: 1 })).nadi.scans).toEqual(expected);
  expect(scans.slice(-1)).toEqual(expected);
});

describe('what is not supported', () => {
  const refused: [string, object, number][] = [
    ['a command', { mapReduce: 'things' }, 59],
    ['a field', { find: 'things', tailable: true }, 40415],
    ['a field of an update', { update: 'things', updates: [{ q: {}, u: { $set: { a: 1 } }, c: {} }] }, 40415],
    ['a collation', { find: 'things', collation: { locale: 'en' } }, 72],
    ['an operator', { find: 'things', filter: { $where: '1' } }, 2],
    ['a capped collection', { create: 'things', capped: true, size: 5 }, 40415],
    ['a kind of index', { createIndexes: 'things', indexes: [{ key: { a: 'text' }, name: 'a' }] }, 67],
    ['an option of an index', { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'a', sparse: true }] }, 197],
    ['a read concern', { find: 'things', readConcern: { level: 'linearizable' } }, 72],
    ['a write concern', { insert: 'things', documents: [{}], writeConcern: { w: 3 } }, 100],
    ['a name of a collection', { insert: 'a$b', documents: [{}] }, 73],
    ['an empty batch', { insert: 'things', documents: [] }, 72],
    ['a pipeline as an update', { findAndModify: 'things', query: {}, update: [{ $set: { a: 1 } }] }, 9],
    ['the index of _id', { dropIndexes: 'things', index: '_id_' }, 72],
  ];

  test.each(refused)('%s is an error', async (_what, command, code) => {
    await things.insertOne({});
    const reply = await send(command);
    expect(reply).toMatchObject('writeErrors' in reply ? { writeErrors: [{ code }] } : { ok: 0, code, codeName: expect.any(String) });
  });

  test('a command for a driver to probe is answered', async () => {
    expect(await send({ hello: 1 })).toMatchObject({
      ok: 1,
      isWritablePrimary: true,
      setName: 'embedded',
      maxWireVersion: 25,
      logicalSessionTimeoutMinutes: 30,
    });
    expect(await send({ ping: 1 })).toEqual({ ok: 1 });
    expect(await send({ buildInfo: 1 })).toMatchObject({ version: '8.0.0' });
    expect(await send({ listDatabases: 1 })).toMatchObject({ ok: 1, databases: expect.any(Array) });
  });
});
