import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedMongo } from '#embedded/mongo-process';
import { startMongod } from '#embedded/mongod';
import { type StoreProcess, stopProcess } from '#embedded/store-process';
import { initiateReplicaSet } from '#models/db/replica-set';
import { readTestEnv, type TestEnv } from '#models/env';
import { dropDatabases } from './drop-databases.js';

declare module 'vitest' {
  export interface ProvidedContext {
    stores: {
      /** Address of MongoDB without a database; '' if it could not be started. */
      mongoUri: string;
      fault: string;
      /** Prefix of every database of this run. */
      databasePrefix: string;
      redisUrl: string | undefined;
      dir: string;
    };
  }
}

/** Starts one MongoDB for the whole run. A file that asks for stores gets a database and a redis-server of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = readTestEnv();
  const dir = mkdtempSync(path.join(tmpdir(), 'nadi-test-'));
  const databasePrefix = `nadi_test_${path.basename(dir).slice('nadi-test-'.length)}_`;
  const mongo = await startMongo(env, dir);
  project.provide('stores', { ...mongo.at, databasePrefix, redisUrl: env.TEST_REDIS_URL, dir });
  return async () => {
    if (env.TEST_MONGODB_URI !== undefined) await dropDatabases(env.TEST_MONGODB_URI, databasePrefix);
    if (mongo.process !== undefined) await stopProcess(mongo.process.pid);
    await stopLeftovers(dir);
    rmSync(dir, { recursive: true, force: true });
  };
}

async function startMongo(env: TestEnv, dir: string): Promise<{ at: { mongoUri: string; fault: string }; process?: StoreProcess }> {
  if (env.TEST_MONGODB_URI !== undefined) return { at: { mongoUri: env.TEST_MONGODB_URI, fault: '' } };
  const where = { dataDir: path.join(dir, 'mongo'), socketDir: dir, logFile: path.join(dir, 'mongo.log') };
  try {
    const started = env.MONGOD === undefined ? await startEmbedded(env, where) : await startOneNodeSet(env.MONGOD, where);
    return { at: { mongoUri: started.uri, fault: '' }, process: started };
  } catch (error) {
    return { at: { mongoUri: '', fault: error instanceof Error ? error.message : String(error) } };
  }
}

interface Where {
  dataDir: string;
  socketDir: string;
  logFile: string;
}

function startEmbedded(env: TestEnv, where: Where): Promise<StoreProcess> {
  const faults = env.NADI_TEST_FAULTS === undefined ? {} : { faults: env.NADI_TEST_FAULTS };
  return startEmbeddedMongo({ ...where, ...faults, sync: false });
}

async function startOneNodeSet(command: string, where: Where): Promise<StoreProcess> {
  const started = await startMongod({ command, dataDir: where.dataDir, logFile: where.logFile });
  await initiateReplicaSet(started.uri);
  return started;
}

/** Stops the Redis servers of test processes that were killed. */
async function stopLeftovers(dir: string): Promise<void> {
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.pid'))) {
    await stopProcess(Number(readFileSync(path.join(dir, file), 'utf8')), 1_000);
  }
}
