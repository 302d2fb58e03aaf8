import { type Command, type CommandCall, docsField, looseBoolField } from './command.js';
import { type Doc, isPlainObject, MongoError } from './values.js';

function hello({ node, command }: CommandCall): Doc {
  return {
    helloOk: true,
    [command === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
    setName: 'embedded',
    hosts: [node.address],
    primary: node.address,
    me: node.address,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 25,
  };
}

function listDatabases({ collections, body }: CommandCall): Doc {
  looseBoolField(body, 'nameOnly');
  const names = [...new Set([...collections.values()].map(({ db }) => db))].sort();
  return { databases: names.map((name) => ({ name })) };
}

async function endSessions({ node, body }: CommandCall): Promise<Doc> {
  const ended = new Set(docsField(body, 'endSessions').map(sessionId));
  node.transactions.leave((session) => ended.has(session));
  await node.store.forget((session) => ended.has(session));
  return {};
}

async function endTransaction({ node, transaction, command }: CommandCall): Promise<Doc> {
  if (!transaction) throw new MongoError(125, `${command} must be run within a transaction`);
  if (command === 'commitTransaction') await node.transactions.commit(transaction);
  else node.transactions.abort(transaction);
  return {};
}

/** The session's id as text, from what a command carries as `lsid`. */
export function sessionId(lsid: unknown): string | undefined {
  const id = isPlainObject(lsid) ? (lsid.id as { buffer?: Uint8Array } | undefined)?.buffer : undefined;
  return id && Buffer.from(id).toString('hex');
}

const read = (run: (call: CommandCall) => Doc | Promise<Doc>, fields: readonly string[] | 'any' = []): Command => ({
  kind: 'read',
  fields,
  run,
});

export const adminCommands: Record<string, Command> = {
  hello: read(hello, 'any'),
  ismaster: read(hello, 'any'),
  ping: read(() => ({})),
  listDatabases: read(listDatabases, ['nameOnly']),
  // `nadi.scans` are the queries since the start that went without an index.
  serverStatus: read(({ node }) => ({ host: node.address, version: '8.0.0', pid: process.pid, nadi: { scans: node.scans } })),
  endSessions: read(endSessions),
  commitTransaction: read(endTransaction),
  abortTransaction: read(endTransaction),
  configureFailPoint: read(({ node, body }) => node.failPoints.configure(body), ['mode', 'data']),
};
