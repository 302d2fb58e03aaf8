import { pathToFileURL } from 'node:url';
import mongoose from 'mongoose';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { type SeedMark, seedMark, writeSeedMark } from '#models/db/seed-mark';
import { Users } from '#models/db/users';
import { isReachable, readEnv, storeUris } from '#models/env';

/**
 * Loads the demo community into an empty database, once. Restarts an interrupted load from the beginning. Leaves a database with
 * people as it is.
 */
export async function seedOnce(load: () => Promise<void>): Promise<SeedMark> {
  const before = await seedMark();
  if (before === 'loaded' || before === 'kept') return before;
  if (before === 'loading') await mongoose.connection.dropDatabase();
  else if ((await Users.findOne().select('_id').lean()) !== null) return settle('kept');
  await createIndexes();
  await writeSeedMark('loading');
  await load();
  return settle('loaded');
}

async function settle(mark: SeedMark): Promise<SeedMark> {
  await writeSeedMark(mark);
  return mark;
}

/** One line of JSON for the starter: what was done, and the accounts to try it with. */
async function main(): Promise<void> {
  const env = readEnv();
  if (env.SEED !== 'demo') return;
  await connect(storeUris(env).mongoUri);
  const demo = await import('#models/testing/demo');
  const mark = await seedOnce(() => demo.loadDemo({ timeZone: env.TIME_ZONE }));
  const password = mark === 'loaded' ? await demo.demoAccess(isReachable(env)) : null;
  process.stdout.write(`${JSON.stringify({ mark, accounts: demo.demoAccounts, password })}\n`);
  await disconnect();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
