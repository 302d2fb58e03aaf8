import { afterAll, beforeEach, inject } from 'vitest';
import { skipOnGivenMongo } from './skip-on-given.js';
import { dropTaken, killTakenRedis } from './taken-stores.js';

// Skip the tests of the embedded store on a given MongoDB: they start the embedded one themselves.
beforeEach((context) => {
  if (context.task.file.filepath.includes('/embedded/mongo/')) skipOnGivenMongo(context, 'it is about the embedded store');
});

// Runs after the hooks of the file, which close its connections.
afterAll(async () => {
  killTakenRedis();
  await dropTaken(inject('stores').mongoUri);
});
