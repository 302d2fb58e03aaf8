import { readTestEnv } from '#models/env';

/** Skips a test that is about the embedded store where TEST_MONGODB_URI names another one. */
export function skipOnGivenMongo(context: { skip(reason: string): unknown }, why: string): void {
  if (readTestEnv().TEST_MONGODB_URI !== undefined) context.skip(`Left out on TEST_MONGODB_URI: ${why}`);
}
