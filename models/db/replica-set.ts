import { setTimeout as sleep } from 'node:timers/promises';
import { mongo } from 'mongoose';

const NOT_YET_INITIALIZED = 94;
const WAIT_MS = 30_000;

interface Config {
  version: number;
  members: { host: string }[];
}

/**
 * Makes the mongod at `uri` the only member of the replica set `nadi`, under its present port, and waits until it accepts writes.
 */
export async function initiateReplicaSet(uri: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const admin = client.db('admin');
    await configure(admin, new URL(uri.replace(/^mongodb:/, 'http:')).host);
    const until = Date.now() + WAIT_MS;
    while (!(await admin.command({ hello: 1 })).isWritablePrimary) {
      if (Date.now() > until) throw new Error('mongod did not become the primary of its replica set');
      await sleep(100);
    }
  } finally {
    await client.close();
  }
}

async function configure(admin: mongo.Db, host: string): Promise<void> {
  const config = await currentConfig(admin);
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: 'nadi', members: [{ _id: 0, host }] } });
    return;
  }
  if (config.members[0]?.host === host) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
  await admin.command({ replSetReconfig: moved, force: true });
}

async function currentConfig(admin: mongo.Db): Promise<Config | undefined> {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as Config;
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined;
    throw error;
  }
}
