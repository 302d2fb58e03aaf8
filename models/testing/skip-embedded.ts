import { beforeEach } from 'vitest';
import { skipOnGivenMongo } from './skip-on-given.js';

// The tests of the embedded store start it themselves, and would say nothing about the MongoDB that was given.
beforeEach((context) => {
  if (context.task.file.filepath.includes('/embedded/mongo/')) skipOnGivenMongo(context, 'it is about the embedded store');
});
