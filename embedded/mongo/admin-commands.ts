import type { Collection } from './collection.js';
import { type Call, type Command, collectionOf } from './command.js';
import { type Doc, isPlainObject, MongoError } from './values.js';

const version = '8.0.0';

function hello({ node, command }: Call): Doc {
  return {
    helloOk: true,
    [command === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    secondary: false,
    setName: 'embedded',
    setVersion: 1,
    hosts: [node.address],
    primary: node.address,
    me: node.address,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
  };
}

function listDatabases({ view }: Call): Doc {
  const names = [...new Set([...view.collections()].map(({ db }) => db))].sort();
  return { databases: names.map((name) => ({ name, sizeOnDisk: 0, empty: false })), totalSize: 0, totalSizeMb: 0 };
}

function sizes(collections: readonly Collection[]): Doc {
  const sum = (of: (collection: Collection) => number) => collections.reduce((total, collection) => total + of(collection), 0);
  return { count: sum(({ records }) => records.size), nindexes: sum(({ indexes }) => indexes.length) };
}

function collStats(call: Call): Doc {
  const collection = collectionOf(call);
  return { ns: `${call.db}.${call.body.collStats}`, ...sizes(collection ? [collection] : []), capped: false };
}

function dbStats({ db, view }: Call): Doc {
  const own = [...view.collections()].filter((collection) => collection.db === db);
  const { count, nindexes } = sizes(own);
  return { db, collections: own.length, views: 0, objects: count, indexes: nindexes };
}

/** `nadi.scans` are the queries since the last `resetScans: true` that went without an index. */
function serverStatus({ node, body }: Call): Doc {
  const scans = [...node.scans];
  if (body.resetScans === true) node.scans.length = 0;
  const uptime = (Date.now() - node.startedAt.getTime()) / 1000;
  return { host: node.address, version, process: 'embedded', pid: process.pid, uptime, localTime: new Date(), nadi: { scans } };
}

const sessionsOf = (value: unknown): Set<string> =>
  new Set(Array.isArray(value) ? value.map(sessionId).filter((id) => id !== undefined) : []);

async function endSessions({ node, body }: Call): Promise<Doc> {
  const ended = sessionsOf(body.endSessions);
  node.transactions.leave((session) => ended.has(session), true);
  node.cursors.tidy((session) => ended.has(session));
  await node.store.forget((session) => ended.has(session));
  return {};
}

async function endTransaction(call: Call): Promise<Doc> {
  const { node, transaction, command } = call;
  if (!transaction) throw new MongoError(125, `${command} must be run within a transaction`);
  if (command === 'commitTransaction') await node.transactions.commit(transaction);
  else node.transactions.abort(transaction);
  return {};
}

function configureFailPoint({ node, body }: Call): Doc {
  node.failPoints.configure(body.configureFailPoint, body.mode, body.data);
  return {};
}

/** The session's id as text, from what a command carries as `lsid`. */
export function sessionId(lsid: unknown): string | undefined {
  const id = isPlainObject(lsid) ? lsid.id : undefined;
  return isPlainObject(id) || typeof id !== 'object' || id === null
    ? undefined
    : Buffer.from((id as { buffer: Uint8Array }).buffer).toString('hex');
}

const read = (run: (call: Call) => Doc | Promise<Doc>, fields: readonly string[] | 'any' = []): Command => ({ kind: 'read', fields, run });
const end: Command = { ...read(endTransaction, ['recoveryToken']), inTransaction: true };

export const adminCommands: Record<string, Command> = {
  hello: read(hello, 'any'),
  isMaster: read(hello, 'any'),
  ismaster: read(hello, 'any'),
  ping: read(() => ({})),
  buildInfo: read(() => ({ version, versionArray: [8, 0, 0, 0], bits: 64, maxBsonObjectSize: 16 * 1024 * 1024, modules: [] })),
  listDatabases: read(listDatabases, ['nameOnly']),
  collStats: read(collStats),
  dbStats: read(dbStats),
  serverStatus: read(serverStatus, ['resetScans']),
  endSessions: read(endSessions),
  commitTransaction: end,
  abortTransaction: end,
  configureFailPoint: read(configureFailPoint, ['mode', 'data']),
};
