import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal128, Double, deserialize, Long, serialize, Timestamp, UUID } from 'bson';
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
  store = await startMongoStore({ folder, transactionSeconds: 2, lockSeconds: 1, ttlSeconds: 0.2, onScan: (scan) => scans.push(scan) });
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
    expect(
      await Thing.countDocuments({ n: { $lt: 9 } })
        .skip(1)
        .limit(5),
    ).toBe(1);
    expect(await Thing.deleteOne({ _id: (await Thing.findOne({ name: 't0' }))?._id })).toMatchObject({ deletedCount: 1 });
    expect(await connection.db!.listCollections({}, { nameOnly: true }).toArray()).toEqual([{ name: 'things', type: 'collection' }]);
  });

  test('reads a long list in batches, as it was when it was asked for', async () => {
    await things.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
    const cursor = things.find({}, { batchSize: 50, projection: { _id: 0 } });
    expect(await cursor.next()).toEqual({ n: 0 });
    await things.deleteMany({});
    expect(await cursor.toArray()).toHaveLength(499);
    expect(await things.countDocuments()).toBe(0);
  });

  test('upserts, and tells what it changed', async () => {
    const first = await things.updateOne({ k: 1 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { upsert: true });
    expect(first).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    expect(await things.updateOne({ k: 1 }, { $set: { a: 1 } }, { upsert: true })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
      upsertedCount: 0,
    });
    expect(await things.findOne()).toEqual({ _id: first.upsertedId, k: 1, a: 1, b: 2 });
  });

  test('changes nothing where nothing changes, whatever type a number has', async () => {
    await things.insertMany([{ _id: 1 as never, n: Long.fromNumber(5), d: new Double(1) }]);
    const same = await things.updateOne({ n: 5 }, { $set: { n: 5 }, $max: { d: 0 }, $unset: { x: 1 } });
    expect(same).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    const exactly = things.find({}, { promoteValues: false, promoteLongs: false });
    expect(await exactly.toArray()).toMatchObject([{ n: Long.fromNumber(5), d: new Double(1) }]);
    expect(await things.updateOne({}, { $set: { n: 6 } })).toMatchObject({ modifiedCount: 1 });
  });
});

describe('a duplicate key', () => {
  const expected = { code: 11000, keyPattern: { a: 1, b: 1 }, keyValue: { a: 1, b: 2 } };

  beforeEach(async () => {
    await things.createIndex({ a: 1, b: 1 }, { unique: true, partialFilterExpression: { open: true } });
    await things.insertOne({ a: 1, b: 2, open: true });
    await things.insertOne({ a: 1, b: 2, open: false });
  });

  test('is reported with its pattern and value by an insert', async () => {
    const error = await failure(things.insertOne({ a: 1, b: 2, open: true }));
    expect(error).toMatchObject(expected);
    expect(error.message).toContain('E11000 duplicate key error collection: test.things index: a_1_b_1 dup key: { a: 1, b: 2 }');
  });

  test('is reported by an update, an upsert and findAndModify', async () => {
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

  test('is reported when the index is created, and the index is not created', async () => {
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

  test('that another refuses as a duplicate finds what refused it, at once', async () => {
    await things.createIndex({ k: 1 }, { unique: true });
    for (let k = 0; k < 30; k++) {
      const insert = async () => {
        const error = await connection
          .transaction((session) => things.insertOne({ k }, { session }))
          .then(
            () => null,
            (caught) => caught,
          );
        return error === null || (error.code === 11000 && (await things.findOne({ k })) !== null);
      };
      expect(await Promise.all([insert(), insert()])).toEqual([true, true]);
    }
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
    await expect.poll(() => things.insertOne({ n: 3 }).catch(() => undefined), { timeout: 5000 }).toBeDefined();
    expect(await failure(session.commitTransaction())).toMatchObject({ code: 251 });
    await session.endSession();
    expect((await things.find().toArray()).map(({ n }) => n)).toEqual([3]);
  });

  test('is aborted when its client ends its sessions', async () => {
    await things.insertOne({ n: 0 });
    const other = await mongoose.createConnection(store.uri, { dbName: 'test' }).asPromise();
    const session = await other.startSession();
    session.startTransaction();
    await other.collection('things').updateOne({}, { $set: { n: 1 } }, { session });
    await other.getClient().close(true);
    await things.updateOne({}, { $inc: { n: 2 } }, { maxTimeMS: 1000 });
    expect((await things.find().toArray()).map(({ n }) => n)).toEqual([2]);
  });
});

/** One command over a connection of its own, as a driver would send it again after a lost answer. */
async function send(command: object, { uri } = store, db = 'test'): Promise<Record<string, unknown>> {
  const body = serialize({ ...command, $db: db }, { ignoreUndefined: true });
  const head = Buffer.alloc(21);
  head.writeInt32LE(21 + body.length, 0);
  head.writeInt32LE(2013, 12);
  const socket = connectSocket(decodeURIComponent(uri.slice('mongodb://'.length).split('/?')[0]!));
  socket.write(Buffer.concat([head, body]));
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.destroy();
  return deserialize(answer.subarray(21));
}

describe('a transaction over several connections', () => {
  const lsid = { id: new UUID() };
  const of = (txnNumber: number) => ({ lsid, txnNumber: Long.fromNumber(txnNumber), autocommit: false });

  test('belongs to its session: it is committed over another one, and a repeated commit is answered alike', async () => {
    const insert = { insert: 'things', documents: [{ _id: 1 }], startTransaction: true, ...of(1) };
    expect(await send(insert)).toMatchObject({ ok: 1, n: 1 });
    expect(await send({ commitTransaction: 1, ...of(1) }, store, 'admin')).toMatchObject({ ok: 1 });
    expect(await send({ commitTransaction: 1, ...of(1) }, store, 'admin')).toMatchObject({ ok: 1 });
    expect(await send({ abortTransaction: 1, ...of(1) }, store, 'admin')).toMatchObject({ ok: 0, code: 256 });
    expect(await send({ ...insert, startTransaction: undefined })).toMatchObject({ ok: 0, code: 256 });
    expect(await things.countDocuments()).toBe(1);
  });

  test('is aborted by a newer one of its session, and unknown afterwards', async () => {
    const insert = (txnNumber: number) => ({ insert: 'things', documents: [{ _id: txnNumber }], startTransaction: true, ...of(txnNumber) });
    await send(insert(2));
    await send(insert(3));
    expect(await send({ commitTransaction: 1, ...of(2) }, store, 'admin')).toMatchObject({ ok: 0, code: 225 });
    await send({ commitTransaction: 1, ...of(3) }, store, 'admin');
    expect((await things.find().toArray()).map(({ _id }) => _id)).toEqual([3]);
  });
});

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
    const [value, again] = answers.map(({ operationTime: _operation, $clusterTime: _cluster, ...reply }) => reply);
    expect(again).toEqual(value);
    const insert = { insert: 'things', documents: [{ _id: 2 }], lsid, txnNumber: Long.fromNumber(2) };
    expect([await send(insert), await send(insert)]).toMatchObject([
      { ok: 1, n: 1 },
      { ok: 1, n: 1 },
    ]);
    expect(await send(increment)).toMatchObject({ ok: 0, code: 225 });
    expect(await things.find().toArray()).toEqual([{ _id: 1, n: 1 }, { _id: 2 }]);
  });

  test('is found after a restart', async () => {
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

  const fail = (command: string, errorCode: number, more: object = {}) =>
    admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data: { failCommands: [command], errorCode, ...more } });

  test.each([112, 251, 24, 246, 267, 10107, 91])('of code %s lets the driver run the transaction again by itself', async (code) => {
    await things.insertOne({ n: 0 });
    await fail('update', code);
    let runs = 0;
    await connection.getClient().withSession((session) =>
      session.withTransaction(() => {
        runs++;
        return things.updateOne({}, { $inc: { n: 1 } }, { session });
      }),
    );
    expect([runs, (await things.findOne())?.n]).toEqual([2, 1]);
  });

  const inTransaction = { txnNumber: Long.fromNumber(1), autocommit: false };
  const retried = { txnNumber: Long.fromNumber(1) };
  test.each([
    ['insert', 112, inTransaction, ['TransientTransactionError']],
    ['insert', 11600, inTransaction, ['TransientTransactionError']],
    ['insert', 11601, inTransaction, undefined],
    ['commitTransaction', 112, inTransaction, ['TransientTransactionError']],
    ['commitTransaction', 251, inTransaction, ['TransientTransactionError']],
    ['commitTransaction', 10107, inTransaction, ['RetryableWriteError']],
    ['insert', 10107, retried, ['RetryableWriteError']],
    ['insert', 112, retried, undefined],
    ['insert', 10107, {}, undefined],
  ])('of %s with code %s after %j has the labels %j', async (command, code, more, labels) => {
    await fail(command, code);
    const documents = command === 'insert' ? { documents: [{}] } : {};
    const reply = await send({ [command]: 'things', ...documents, ...more, lsid: { id: new UUID() } });
    expect(reply).toMatchObject({ ok: 0, code });
    expect(reply.errorLabels).toEqual(labels);
  });

  test('has MongoDB’s name of its code, and keeps the labels that were asked for', async () => {
    await fail('find', 11601, { errorLabels: ['Mine'] });
    expect(await failure(things.findOne())).toMatchObject({ code: 11601, codeName: 'Interrupted', errorLabels: ['Mine'] });
    expect(await failure(fail('find', 2, { closeConnection: 1 }))).toMatchObject({ code: 14 });
    await things.findOne();
  });

  test('of a namespace fails the commands on that collection alone', async () => {
    const data = { failCommands: ['insert'], namespace: 'test.things', errorCode: 2 };
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    await connection.collection('others').insertOne({});
    expect(await failure(things.insertOne({}))).toMatchObject({ code: 2 });
    await things.insertOne({});
  });

  test('of a namespace stays beside that of another, as test files run at the same time', async () => {
    for (const [name, errorCode] of [
      ['things', 2],
      ['others', 3],
    ]) {
      const data = { failCommands: ['insert'], namespace: `test.${name}`, errorCode };
      await admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    }
    expect(await failure(things.insertOne({}))).toMatchObject({ code: 2 });
    expect(await failure(connection.collection('others').insertOne({}))).toMatchObject({ code: 3 });
    await things.insertOne({});
  });

  test('can be switched off, and knows no more than it can do', async () => {
    const data = { failCommands: ['find'], errorCode: 2 };
    await admin.command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
    expect([await failure(things.findOne()), await failure(things.findOne())]).toMatchObject([{ code: 2 }, { code: 2 }]);
    await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
    await things.findOne();
    const unknown = [
      { mode: 'alwaysOn', data: { ...data, blockConnection: true } },
      { mode: { activationProbability: 0.5 }, data },
    ];
    for (const more of unknown)
      expect(await failure(admin.command({ configureFailPoint: 'failCommand', ...more }))).toMatchObject({ code: 9 });
  });
});

describe('a number in place of a boolean', () => {
  test('makes an index unique, where MongoDB takes numbers', async () => {
    const key = { key: { a: 1 }, name: 'a' };
    expect(await send({ createIndexes: 'things', indexes: [{ ...key, unique: 1 }] })).toMatchObject({ ok: 1 });
    expect(await things.indexes()).toMatchObject([{ name: '_id_' }, { name: 'a', unique: true }]);
    await things.insertOne({ a: 1 });
    expect(await failure(things.insertOne({ a: 1 }))).toMatchObject({ code: 11000 });
    expect(await send({ createIndexes: 'things', indexes: [{ key: { b: 1 }, name: 'b', unique: 0 }] })).toMatchObject({ ok: 1 });
    expect((await things.indexes())[2]).not.toHaveProperty('unique');
  });

  test('lets findAndModify upsert and answer the new document', async () => {
    const asked = { findAndModify: 'things', query: { a: 1 }, update: { $set: { b: 2 } } };
    expect(await send({ ...asked, upsert: 1, new: 1 })).toMatchObject({ ok: 1, value: { a: 1, b: 2 } });
    expect(await send({ ...asked, update: { $set: { b: 3 } }, new: 0 })).toMatchObject({ ok: 1, value: { b: 2 } });
  });

  test('stops a batch before its first statement, where MongoDB takes none', async () => {
    const updates = [
      { q: {}, u: { $set: { b: 1 } }, upsert: true },
      { q: {}, u: { $set: { b: 2 } }, multi: 1 },
    ];
    expect(await send({ update: 'things', updates })).toMatchObject({ ok: 0, code: 14, codeName: 'TypeMismatch' });
    expect(await things.countDocuments()).toBe(0);
  });
});

test('an index on two fields of one array holds the pairs of each element, not those across elements', async () => {
  await things.createIndex({ 'a.x': 1, 'a.y': 1 }, { unique: true });
  const pair = (x: number, y: number) => ({ x, y });
  await things.insertOne({ a: [pair(1, 5), pair(2, 0)] });
  await things.insertOne({ a: [pair(1, 0)] });
  expect(await failure(things.insertOne({ a: [pair(7, 7), pair(2, 0)] }))).toMatchObject({ code: 11000, keyValue: { 'a.x': 2, 'a.y': 0 } });
  await things.createIndex({ b: 1, c: 1 });
  expect(await failure(things.insertOne({ b: [1], c: [1] }))).toMatchObject({ code: 171 });
  await things.insertOne({ d: [1], e: [1] });
  expect(await failure(things.find({ d: 1 }).sort({ d: 1, e: 1 }).toArray())).toMatchObject({ code: 2, codeName: 'BadValue' });
});

describe('indexes', () => {
  test('are made once; a different one of the same name or keys is an error', async () => {
    await things.createIndex({ a: 1 });
    await things.createIndex({ a: 1 });
    expect(await failure(things.createIndex({ a: 1 }, { name: 'other' }))).toMatchObject({ code: 85, codeName: 'IndexOptionsConflict' });
    expect(await failure(things.createIndex({ a: 1 }, { expireAfterSeconds: 5 }))).toMatchObject({ code: 85 });
    expect(await failure(things.createIndex({ b: 1 }, { name: 'a_1' }))).toMatchObject({ code: 86, codeName: 'IndexKeySpecsConflict' });
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1']);
  });

  test('hold after a restart for the first who asks, before all are built', async () => {
    const own = join(folder, 'reopened');
    const createIndexes = { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'a_1', unique: true }] };
    const before = await startMongoStore({ folder: own });
    for (let i = 0; i < 60; i++) await send({ create: `earlier${i}` }, before);
    await send(createIndexes, before);
    await send({ insert: 'things', documents: [{ a: 1 }, { a: 2 }] }, before);
    await before.stop();
    const listed = { cursor: { firstBatch: [{ name: '_id_' }, { name: 'a_1', unique: true }] } };
    const found = { cursor: { firstBatch: [{ a: 2 }] } };
    const asked = [
      [
        { insert: 'things', documents: [{ a: 2 }] },
        { n: 0, writeErrors: [{ code: 11000, keyValue: { a: 2 } }] },
      ],
      [createIndexes, { ok: 1, numIndexesAfter: 2 }],
      [{ listIndexes: 'things' }, listed],
      [{ find: 'things', filter: { a: { $gt: 1 } }, sort: { a: -1 } }, found],
      [
        { update: 'things', updates: [{ q: { a: 1 }, u: { $set: { a: 2 } } }] },
        { n: 0, writeErrors: [{ code: 11000 }] },
      ],
    ];
    for (const [first, expected] of asked) {
      const after = await startMongoStore({ folder: own });
      expect(await send(first!, after)).toMatchObject(expected!);
      expect(await send({ find: 'things', sort: { a: -1 }, limit: 1 }, after)).toMatchObject(found);
      await after.stop();
    }
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

test('a long query without an index is reported with its fields', async () => {
  await things.insertMany(Array.from({ length: 1100 }, (_, n) => ({ n })));
  await things.find({ n: 5 }).sort({ m: 1 }).toArray();
  await things.findOne({ _id: new mongoose.Types.ObjectId() });
  const expected = [{ ns: 'test.things', filter: ['n'], sort: ['m'], examined: 1100 }];
  expect((await admin.command({ serverStatus: 1 })).nadi.scans).toEqual(expected);
  expect(scans).toEqual(expected);
});

describe('what is not supported', () => {
  const update = (u: unknown, more: object = {}) => ({ update: 'things', updates: [{ q: {}, u, ...more }] });
  const index = (key: object, more: object = {}) => ({ createIndexes: 'things', indexes: [{ key, name: 'a', ...more }] });
  const partial = (partialFilterExpression: object) => index({ a: 1 }, { partialFilterExpression });
  const aggregate = (...pipeline: object[]) => ({ aggregate: 'things', pipeline, cursor: {} });
  const insert = (a: unknown) => ({ insert: 'things', documents: [{ a }] });
  const counting = { $group: { _id: 1, n: { $sum: 1 } } };
  const commands = ['mapReduce', 'explain', 'buildInfo', 'collStats', 'dbStats', 'renameCollection', 'collMod', 'profile'];

  const refused: [string, object, number][] = [
    ...commands.map((name): [string, object, number] => [`the command ${name}`, { [name]: 'things' }, 59]),
    ['a field', { find: 'things', tailable: true }, 40415],
    ['a hint', { find: 'things', hint: '_id_' }, 40415],
    ['a time for a read', { find: 'things', maxTimeMS: 5 }, 40415],
    ['a field of an update', update({ $set: { a: 1 } }, { c: {} }), 40415],
    ['a collation', { find: 'things', collation: { locale: 'en' } }, 72],
    ['an operator', { find: 'things', filter: { $where: '1' } }, 2],
    ['an operator, where the collection is missing', { find: 'none', filter: { a: { $foo: 1 } } }, 2],
    [
      'an operator of an upsert, where the collection is missing',
      { update: 'none', updates: [{ q: { a: { $foo: 1 } }, u: { $set: { b: 1 } }, upsert: true }] },
      2,
    ],
    ['an operator of a delete, where the collection is missing', { delete: 'none', deletes: [{ q: { $foo: 1 }, limit: 0 }] }, 2],
    ['an operator of a count, where the collection is missing', { count: 'none', query: { a: { $foo: 1 } } }, 2],
    ['a regular expression', { find: 'things', filter: { a: /^ab/i } }, 2],
    ['$regex with options', { find: 'things', filter: { a: { $regex: '^ab', $options: 'i' } } }, 2],
    ['a computed projection', { find: 'things', projection: { a: { $slice: 1 } } }, 31325],
    ['a capped collection', { create: 'things', capped: true, size: 5 }, 40415],
    ['a kind of index', index({ a: 'text' }), 67],
    ['an index of an element', index({ 'a.0': 1 }), 67],
    ['an option of an index', index({ a: 1 }, { sparse: true }), 197],
    ['a partial index of what is missing', partial({ a: { $exists: false } }), 67],
    ['a partial index of what is not equal', partial({ a: { $ne: 1 } }), 67],
    ['a partial index of alternatives', partial({ $or: [{ a: 1 }] }), 67],
    ['a partial index of what no operator knows', partial({ a: { $type: 'long' } }), 2],
    ['a read concern', { find: 'things', readConcern: { level: 'linearizable' } }, 72],
    ['a write concern', { ...insert(1), writeConcern: { w: 3 } }, 100],
    ['a name of a collection', { insert: 'a$b', documents: [{}] }, 73],
    ['an empty batch', { insert: 'things', documents: [] }, 16],
    ['an insert without documents', { insert: 'things' }, 40414],
    ['no index', { createIndexes: 'things', indexes: [] }, 2],
    ['an update without a filter', { update: 'things', updates: [{ u: { $set: { a: 1 } } }] }, 40414],
    ['a delete without a filter', { delete: 'things', deletes: [{ limit: 0 }] }, 40414],
    ['a field of an _id that begins with $', { insert: 'things', documents: [{ _id: { $a: 1 } }] }, 52],
    ['a deep field of an _id that begins with $', { insert: 'things', documents: [{ _id: { a: [{ $b: 1 }] } }] }, 52],
    ['an _id of an upsert with $', update({ $setOnInsert: { _id: { b: { $a: 1 } } } }, { q: { none: 1 }, upsert: true }), 52],
    ['an upsert of what contradicts itself', update({ $set: { b: 1 } }, { q: { a: { y: 1 }, 'a.x': 1 }, upsert: true }), 54],
    ['another version of an index', index({ a: 1 }, { v: 1 }), 67],
    ['an index that expires never', index({ a: 1 }, { expireAfterSeconds: Number.NaN }), 67],
    ['a type that is not kept', { find: 'things', filter: { a: { $type: 'int' } } }, 2],
    ['several types', { find: 'things', filter: { a: { $type: ['string'] } } }, 2],
    ['ordered as a number', { ...insert(1), ordered: 0 }, 14],
    ['multi as a number', update({ $set: { a: 1 } }, { multi: 1 }), 14],
    ['upsert of an update as a number', update({ $set: { a: 1 } }, { upsert: 1 }), 14],
    ['singleBatch as a word', { find: 'things', singleBatch: 'x' }, 14],
    ['unique as a word', index({ a: 1 }, { unique: 'yes' }), 14],
    ['background as a word', index({ a: 1 }, { background: 'no' }), 14],
    ['nameOnly as a word', { listCollections: 1, nameOnly: 'x' }, 14],
    ['j as a word', { ...insert(1), writeConcern: { j: 'no' } }, 14],
    ['wtimeout as a word', { ...insert(1), writeConcern: { wtimeout: 'x' } }, 14],
    ['new as a word', { findAndModify: 'things', query: {}, update: { $set: { a: 1 } }, new: 'x' }, 14],
    ['autocommit as a number', { find: 'things', autocommit: 0 }, 14],
    ['startTransaction without autocommit', { find: 'things', startTransaction: true }, 72],
    ['a number of a write that is none', { ...insert(1), txnNumber: 'x' }, 14],
    ['a decimal', insert(Decimal128.fromString('0.1')), 2],
    ['a whole number beyond 2^53', insert({ b: [Long.MAX_VALUE] }), 2],
    ['a timestamp', insert(new Timestamp({ t: 5, i: 1 })), 2],
    ['a stored regular expression', insert(/a/), 2],
    ['a decimal of an update', update({ $set: { a: Decimal128.fromString('0.1') } }), 2],
    ['a decimal of a query', { find: 'things', filter: { a: { $gt: Decimal128.fromString('0.1') } } }, 2],
    ['a pipeline as an update', { findAndModify: 'things', query: {}, update: [{ $set: { a: 1 } }] }, 9],
    ['a whole new document', update({ a: 1 }), 9],
    ['an empty update', update({}), 9],
    ['a position in an array', update({ $set: { 'a.$': 1 } }), 238],
    ['filters of an array', update({ $set: { 'a.$[e]': 1 } }, { arrayFilters: [{ e: 1 }] }), 40415],
    ['fields of findAndModify', { findAndModify: 'things', query: {}, update: { $set: { a: 1 } }, fields: { a: 1 } }, 40415],
    ['a stage', aggregate({ $match: {} }, { $sort: { a: 1 } }, counting), 40324],
    ['a stage twice', aggregate({ $match: {} }, { $match: {} }, counting), 40324],
    ['a pipeline without a count', aggregate({ $match: {} }), 238],
    ['a group of anything else', aggregate({ $match: {} }, { $group: { _id: '$a', n: { $sum: 1 } } }), 238],
    ['a stage of two', aggregate({ $match: {}, $limit: 1 }, counting), 40323],
  ];

  test.each(refused)('%s is an error', async (_what, command, code) => {
    await things.insertOne({});
    const reply = await send(command);
    expect(reply).toMatchObject('writeErrors' in reply ? { writeErrors: [{ code }] } : { ok: 0, code, codeName: expect.any(String) });
  });

  test('and what was refused changed nothing', async () => {
    for (const [, command] of refused) await send(command);
    expect(await send({ listCollections: 1 })).toMatchObject({ cursor: { firstBatch: [] } });
  });

  test('a command for a driver to probe is answered', async () => {
    expect(await send({ hello: 1 })).toMatchObject({
      ok: 1,
      isWritablePrimary: true,
      setName: 'embedded',
      maxWireVersion: 25,
      logicalSessionTimeoutMinutes: 30,
    });
    expect(await send({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await send({ listDatabases: 1 })).toMatchObject({ ok: 1, databases: expect.any(Array) });
  });
});
