import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { startRedis } from '#embedded/redis';
import { readTestEnv } from '#models/env';
import { withDatabase } from './address.js';
import { newDatabaseName, takeRedis } from './given-stores.js';
import { noteTaken, noteTakenRedis } from './taken-stores.js';

export { withDatabase } from './address.js';

export interface TestStores {
  mongoUri: string;
  redisUrl: string;
}

/**
 * Creates the stores of one test file: a fresh database in the run's MongoDB and a redis-server of its own. Call it once per file.
 */
export async function testStores(): Promise<TestStores> {
  const stores = inject('stores');
  if (stores.mongoUri === '') throw new Error(`No MongoDB for tests; TEST_MONGODB_URI names one. ${stores.fault}`);
  const database = newDatabaseName(stores.databasePrefix);
  noteTaken(database);
  return { mongoUri: withDatabase(stores.mongoUri, database), redisUrl: await testRedis() };
}

/**
 * Starts a redis-server for one test file. On a shared Redis (TEST_REDIS_URL) takes and empties the database numbered after the
 * test process.
 */
export async function testRedis(): Promise<string> {
  const { dir, redisUrl } = inject('stores');
  if (redisUrl !== undefined) return takeRedis(redisUrl, Number(readTestEnv().VITEST_POOL_ID));
  const name = `r-${randomBytes(4).toString('hex')}`;
  const redis = await startRedis({ socketDir: dir, name, logFile: path.join(dir, `${name}.log`) });
  writeFileSync(path.join(dir, `${name}.pid`), String(redis.pid));
  noteTakenRedis(redis.pid);
  return redis.uri;
}
