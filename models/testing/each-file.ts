import { afterAll, beforeEach } from 'vitest';
import { readTestEnv } from '#models/env';
import { skipOnGivenMongo } from './skip-on-given.js';
import { dropTaken } from './taken-databases.js';

// Skip the tests of the embedded store on a given MongoDB: they start the embedded one themselves.
beforeEach((context) => {
  if (context.task.file.filepath.includes('/embedded/mongo/')) skipOnGivenMongo(context, 'it is about the embedded store');
});

// Runs after the hooks of the file, which close its connections.
afterAll(async () => {
  const { TEST_MONGODB_URI } = readTestEnv();
  if (TEST_MONGODB_URI !== undefined) await dropTaken(TEST_MONGODB_URI);
});
