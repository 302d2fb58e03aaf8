import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Node, Scan } from './command.js';
import { Cursors } from './cursors.js';
import { dispatch, errorReply } from './dispatch.js';
import { FailPoints } from './fail-points.js';
import { find } from './planner.js';
import { randomFaults } from './random-faults.js';
import { Store } from './store.js';
import { Transactions } from './transactions.js';
import type { Collections, Unit } from './unit.js';
import { MongoError } from './values.js';
import { serve } from './wire.js';

export interface MongoStoreOptions {
  /** Folder of the data. */
  folder: string;
  /** The socket; without one, in a new folder under the system's temporary folder. */
  socketPath?: string;
  /** Called for each query that scanned more than a thousand documents for lack of an index. */
  onScan?: (scan: Scan) => void;
  /** How often expired documents are looked for; how long a transaction may be open; how long a write waits for such. */
  ttlSeconds?: number;
  transactionSeconds?: number;
  lockSeconds?: number;
  /** Seed of faults that come by themselves, for tests. */
  faults?: string | undefined;
  /** Whether a commit waits until it is on the disk; `false` only where the data may go when the machine stops, as in tests. */
  sync?: boolean;
}

export interface MongoStore {
  uri: string;
  stop(): Promise<void>;
}

const halfHourMs = 30 * 60_000;
const removedAtOnce = 1000;

/** Starts the store: for trying out, development and tests. It is the only one on its folder, and listens on a socket of its owner's. */
export async function startMongoStore(options: MongoStoreOptions): Promise<MongoStore> {
  const { folder, onScan = () => {}, ttlSeconds = 60, transactionSeconds = 5, lockSeconds = 90, faults, sync = true } = options;
  const path = options.socketPath ?? join(mkdtempSync(join(tmpdir(), 'mongo-')), 'm.sock');
  if (Buffer.byteLength(path) > 107) throw new Error(`The path of the socket is too long: ${path}`);
  const store = new Store(folder, lockSeconds * 1000, sync);
  const node: Node = {
    address: path,
    store,
    transactions: new Transactions(store, transactionSeconds * 1000),
    cursors: new Cursors(),
    failPoints: new FailPoints(),
    faults: faults === undefined ? undefined : randomFaults(faults),
    scans: [],
    onScan,
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    serve(
      socket,
      (message) => dispatch(node, message).catch(errorReply),
      () => store.time.trailer(),
    );
  });
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  setImmediate(buildIndexes, store.durable);
  const timer = setInterval(() => void tidy(node), ttlSeconds * 1000);
  const stop = async () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    node.transactions.leave(() => true);
    // Let the writes that waited for a transaction begin before the last flush.
    await new Promise((resolve) => setImmediate(resolve));
    await store.close();
    rmSync(options.socketPath ?? join(path, '..'), { recursive: true, force: true });
  };
  // After a closed connection the driver looks for the server at once: by itself it would wait for half a second.
  const hurry = faults === undefined ? '' : '&minHeartbeatFrequencyMS=50';
  return { uri: `mongodb://${encodeURIComponent(path)}/?directConnection=true${hurry}`, stop };
}

/** Builds the indexes that nobody has asked for yet; others have their turn between one collection and the next. */
async function buildIndexes(collections: Collections): Promise<void> {
  for (const { indexes } of collections.values()) await new Promise((turn) => setImmediate(turn, indexes));
}

async function tidy(node: Node): Promise<void> {
  try {
    node.cursors.tidy();
    node.transactions.leave((_session, usedAt) => Date.now() - usedAt > halfHourMs);
    await node.store.forget((_session, { at }) => Date.now() - at.getTime() > halfHourMs);
    await removeExpired(node.store);
  } catch (error) {
    if (!(error instanceof MongoError)) process.stderr.write(`${error}\n`);
  }
}

/** Removes the documents whose time is over, by every index that expires. */
async function removeExpired(store: Store): Promise<void> {
  for (const { db, name, namespace, specs } of store.durable.values()) {
    for (const spec of specs) {
      if (spec.expireAfterSeconds === undefined) continue;
      const [path = ''] = Object.keys(spec.key);
      const before = new Date(Date.now() - spec.expireAfterSeconds * 1000);
      const filter = { $and: [{ [path]: { $lte: before } }, spec.partialFilterExpression ?? {}] };
      const removeSome = (unit: Unit) => {
        const { records } = find(unit.collections.get(namespace), { filter, limit: removedAtOnce });
        for (const stored of records) unit.write(unit.edit(db, name), stored, undefined);
        return { n: records.length };
      };
      // Leave what an open transaction has written to the next time.
      while ((await store.once(removeSome, undefined, 0)).n === removedAtOnce);
    }
  }
}
