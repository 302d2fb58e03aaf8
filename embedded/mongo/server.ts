import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Node, Scan } from './command.js';
import { Cursors } from './cursors.js';
import { dispatch, errorReply } from './dispatch.js';
import { ConnectionCut, FailPoints } from './fail-points.js';
import { RandomFaults } from './random-faults.js';
import { Store } from './store.js';
import { Transactions } from './transactions.js';
import { removeExpired } from './ttl.js';
import { type Message, serve } from './wire.js';

export interface MongoStoreOptions {
  /** Where the data lie. */
  folder: string;
  /** The socket; without one, in a new folder under the system's temporary folder. */
  socketPath?: string;
  /** Told of each query that went through more than a thousand documents for want of an index. */
  onScan?: (scan: Scan) => void;
  /** How often expired documents are looked for, and how long a transaction may be open. */
  ttlSeconds?: number;
  transactionSeconds?: number;
  /** Seed of faults that come by themselves, for tests. */
  faults?: string | undefined;
}

export interface MongoStore {
  uri: string;
  stop(): Promise<void>;
}

const longestSocketPath = 107;
const halfHourMs = 30 * 60_000;

/** Starts the store: for trying out, development and tests. It is the only one on its folder, and listens on a socket of its owner's. */
export async function startMongoStore(options: MongoStoreOptions): Promise<MongoStore> {
  const { folder, socketPath, onScan = () => {}, ttlSeconds = 60, transactionSeconds = 60, faults } = options;
  const ownFolder = socketPath === undefined ? mkdtempSync(join(tmpdir(), 'mongo-')) : undefined;
  const path = socketPath ?? join(ownFolder ?? '', 'm.sock');
  if (Buffer.byteLength(path) > longestSocketPath) throw new Error(`The path of the socket is too long: ${path}`);
  const store = new Store(folder);
  const node: Node = {
    address: path,
    startedAt: new Date(),
    store,
    transactions: new Transactions(store, transactionSeconds * 1000),
    cursors: new Cursors(),
    failPoints: new FailPoints(),
    faults: faults === undefined ? undefined : new RandomFaults(faults),
    scans: [],
    onScan,
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      node.transactions.leave((_session, connection) => connection === socket, false);
    });
    serve(socket, (message) => answer(node, message, socket));
  });
  rmSync(path, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  chmodSync(path, 0o600);
  const timer = setInterval(() => void tidy(node), ttlSeconds * 1000);
  const stop = async () => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    node.transactions.leave(() => true, true);
    await store.close();
    if (ownFolder) rmSync(ownFolder, { recursive: true, force: true });
  };
  return { uri: `mongodb://${encodeURIComponent(path)}/?directConnection=true`, stop };
}

async function answer(node: Node, message: Message, socket: Socket) {
  try {
    return await dispatch(node, message, socket);
  } catch (error) {
    if (error instanceof ConnectionCut) throw error;
    return errorReply(error);
  }
}

async function tidy(node: Node): Promise<void> {
  try {
    node.cursors.tidy();
    await node.store.forget((_session, { at }) => Date.now() - at.getTime() > halfHourMs);
    await removeExpired(node);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  }
}

/** A folder that only its owner can enter, for the socket. */
export function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}
