import { randomBytes } from 'node:crypto';
import { openRedis } from '#models/bus/redis';
import { readTestEnv, type TestEnv } from '#models/env';
import { withDatabase } from './address.js';
import { dropDatabases } from './drop-databases.js';

/** Number of databases that a shared Redis has by default. */
const numberedDatabases = 16;

/** Settings of a program that uses the given stores; it starts its own for each one that is not given. */
export interface GivenStores {
  settings: { MONGODB_URI?: string; REDIS_URL?: string };
  /** Drops the database that was taken. */
  giveBack(): Promise<void>;
}

/** Names a database that no other test uses. */
export const newDatabaseName = (prefix = 'nadi_test_'): string => prefix + randomBytes(4).toString('hex');

/** Empties a numbered database of a shared Redis and gives its address. */
export async function takeRedis(redisUrl: string, number: number): Promise<string> {
  const address = `${redisUrl.replace(/\/\d*$/, '')}/${number % numberedDatabases}`;
  const redis = openRedis(address, 'patient');
  await redis.flushdb();
  redis.disconnect();
  return address;
}

let taken = 0;

/** Takes a fresh database of the MongoDB in TEST_MONGODB_URI, and an emptied one of the Redis in TEST_REDIS_URL. */
export async function takeGivenStores(env: Pick<TestEnv, 'TEST_MONGODB_URI' | 'TEST_REDIS_URL'> = readTestEnv()): Promise<GivenStores> {
  const { TEST_MONGODB_URI: mongoUri, TEST_REDIS_URL: redisUrl } = env;
  const database = newDatabaseName();
  return {
    settings: {
      ...(mongoUri === undefined ? {} : { MONGODB_URI: withDatabase(mongoUri, database) }),
      ...(redisUrl === undefined ? {} : { REDIS_URL: await takeRedis(redisUrl, taken++) }),
    },
    giveBack: async () => {
      if (mongoUri !== undefined) await dropDatabases(mongoUri, database);
    },
  };
}
