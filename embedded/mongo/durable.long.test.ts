import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMongoStore } from './server.js';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
const children = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-crash-'));
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  uri: string;
  pid: number;
  child: ChildProcess;
  ended: Promise<{ code: number | null; text: string }>;
}

/** The store as a process of its own, once it is ready, or once it has ended. */
async function start(): Promise<Started> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const args = ['--import', 'tsx', '--conditions=source', main, join(folder, 'data'), join(folder, 'socket')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.once('close', (code) => {
      children.delete(child);
      resolve({ code, text });
    });
  });
  const line = await Promise.race([
    new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))),
    ended.then(() => '{}'),
  ]);
  return { ...JSON.parse(line), child, ended };
}

const accounts = [0, 1, 2, 3];

/** Writes that the store has acknowledged. */
interface Acknowledged {
  docs: Set<string>;
  pairs: Set<string>;
  transfers: Set<string>;
  count: number;
}

/** Moves one from an account to the next, and notes it, in a transaction that may conflict with the others of its kind. */
async function transfer(client: MongoClient, id: string, from: number): Promise<void> {
  const db = client.db('crash');
  const to = (from + 1) % accounts.length;
  const work = async (session: import('mongodb').ClientSession) => {
    for (const [account, n] of [
      [from, -1],
      [to, 1],
    ] as const) {
      const found = await db.collection<{ _id: number; n: number }>('accounts').findOne({ _id: account }, { session });
      await db.collection<{ _id: number }>('accounts').updateOne({ _id: account }, { $set: { n: (found?.n ?? 0) + n } }, { session });
    }
    await db.collection<{ _id: string }>('transfers').insertOne({ _id: id, from, to } as { _id: string }, { session });
  };
  await client.withSession((session) => session.withTransaction(work, { timeoutMS: 1000 }));
}

/** Expects of each account what the transfers that are there moved, and every acknowledged transfer to be there. */
async function checkTransfers(db: Db, acked: Acknowledged): Promise<void> {
  const transfers = await db.collection<{ _id: string; from: number; to: number }>('transfers').find().toArray();
  const ids = new Set(transfers.map(({ _id }) => _id));
  expect([...acked.transfers].filter((id) => !ids.has(id))).toEqual([]);
  const moved = (account: number) => transfers.reduce((sum, { from, to }) => sum + Number(to === account) - Number(from === account), 0);
  const found = await db.collection<{ _id: number; n: number }>('accounts').find().sort({ _id: 1 }).toArray();
  expect(found).toEqual(accounts.map((_id) => ({ _id, n: moved(_id) })));
}

/** Inserts, increments and transactions, until the store is gone; keeps what was acknowledged. */
async function load(uri: string, round: number, acked: Acknowledged, killAt: number, kill: () => void): Promise<void> {
  const client = new MongoClient(uri, { retryWrites: false, serverSelectionTimeoutMS: 200 });
  const db = client.db('crash');
  let acknowledged = 0;
  const works = Array.from({ length: 16 }, async (_, lane) => {
    for (let i = 0; ; i++) {
      const id = `${round}-${lane}-${i}`;
      if (lane < 6)
        await db
          .collection<{ _id: string }>('docs')
          .insertOne({ _id: id })
          .then(() => acked.docs.add(id));
      else if (lane < 9)
        await db
          .collection<{ _id: string; n: number }>('counter')
          .updateOne({ _id: 'all' }, { $inc: { n: 1 } })
          .then(() => acked.count++);
      else if (lane >= 12) await transfer(client, id, lane % accounts.length).then(() => acked.transfers.add(id));
      else {
        const pair = async (session: import('mongodb').ClientSession) => {
          await db.collection('pairs').insertOne({ id, side: 'left' }, { session });
          await db.collection('pairs').insertOne({ id, side: 'right' }, { session });
        };
        await client.withSession((session) => session.withTransaction(pair, { timeoutMS: 300 })).then(() => acked.pairs.add(id));
      }
      if (++acknowledged === killAt) kill();
    }
  });
  await Promise.allSettled(works);
  await client.close(true);
}

test('20 rounds of kill -9 under load lose nothing that was acknowledged, and tear no transaction', { timeout: 300_000 }, async () => {
  const acked: Acknowledged = { docs: new Set(), pairs: new Set(), transfers: new Set(), count: 0 };
  let store = await start();
  const seed = await MongoClient.connect(store.uri);
  await seed.db('crash').collection<{ _id: string; n: number }>('counter').insertOne({ _id: 'all', n: 0 });
  await seed.db('crash').collection('pairs').createIndex({ id: 1, side: 1 }, { unique: true });
  await seed
    .db('crash')
    .collection<{ _id: number; n: number }>('accounts')
    .insertMany(accounts.map((_id) => ({ _id, n: 0 })));
  await seed.close();
  for (let round = 0; round < 20; round++) {
    await load(store.uri, round, acked, 60 + round * 20, () => process.kill(store.pid, 'SIGKILL'));
    await store.ended;
    store = await start();
    const client = await MongoClient.connect(store.uri);
    const db = client.db('crash');
    const ids = new Set((await db.collection('docs').find().toArray()).map(({ _id }) => String(_id)));
    expect([...acked.docs].filter((id) => !ids.has(id))).toEqual([]);
    const counter = await db.collection<{ _id: string; n: number }>('counter').findOne({ _id: 'all' });
    expect(counter?.n).toBeGreaterThanOrEqual(acked.count);
    const sides = (await db.collection('pairs').find().sort({ id: 1, side: 1 }).toArray()).map(({ id, side }) => ({ id, side }));
    const pairs = new Set(sides.map(({ id }) => String(id)));
    expect(sides).toEqual(
      [...pairs].flatMap((id) => [
        { id, side: 'left' },
        { id, side: 'right' },
      ]),
    );
    expect([...acked.pairs].filter((id) => !pairs.has(id))).toEqual([]);
    await checkTransfers(db, acked);
    await client.close();
  }
  expect(acked.docs.size).toBeGreaterThan(500);
  expect(acked.pairs.size).toBeGreaterThan(100);
  expect(acked.transfers.size).toBeGreaterThan(50);
  store.child.kill('SIGTERM');
  expect((await store.ended).code).toBe(0);
});

test('a second store on a folder is refused in one clear line, also in the same process', async () => {
  const first = await start();
  const second = await (await start()).ended;
  expect(second).toEqual({ code: 1, text: `The data folder ${join(folder, 'data')} is in use by the running process ${first.pid}.\n` });
  await expect(startMongoStore({ folder: join(folder, 'data') })).rejects.toThrow('is in use by the running process');
  first.child.kill('SIGTERM');
  await first.ended;
  const own = await startMongoStore({ folder: join(folder, 'data') });
  await expect(startMongoStore({ folder: join(folder, 'data') })).rejects.toThrow('is in use by the running process');
  await own.stop();
});

test('a lock of a process that is gone, or whose number another one has now, is taken over', async () => {
  for (const left of ['lock.4194304.1', `lock.${process.pid}.1`]) writeFileSync(join(folder, left), '');
  await (await startMongoStore({ folder })).stop();
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test.each([
  ['cut short', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
  ['cut to a part of a page', (path: string) => truncateSync(path, 100)],
  ['overwritten', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'x'))],
])('a store that was %s is refused in one clear line', async (_how, damage) => {
  const store = await startMongoStore({ folder: join(folder, 'data') });
  const client = await MongoClient.connect(store.uri);
  await client
    .db('test')
    .collection('things')
    .insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(200) })));
  await client.close();
  await store.stop();
  damage(join(folder, 'data', 'store.lmdb'));
  const { code, text } = await (await start()).ended;
  expect(text).toMatch(
    /^The store in .* cannot be read \(.*\)\. Nothing in it was changed\. Move the folder away, then load a backup .*\.\n$/,
  );
  expect(code).toBe(1);
});
