import { readTestEnv } from '#models/env';

/** Skips a test about the embedded store when TEST_MONGODB_URI gives another store. */
export function skipOnGivenMongo(context: { skip(reason: string): unknown }, why: string): void {
  if (readTestEnv().TEST_MONGODB_URI !== undefined) context.skip(`Left out on TEST_MONGODB_URI: ${why}`);
}
