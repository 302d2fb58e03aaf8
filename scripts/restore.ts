import mongoose from 'mongoose';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { storeUris } from '#models/env';
import { readArchive } from './archive.js';
import { insertAll, isEmpty, summary } from './copying.js';

/** Reads the backup to its end before anything is touched; a fault in it is one line. */
async function restore(file: string, replace: boolean): Promise<string> {
  for await (const _ of readArchive(file)) {
    // Reading is the check.
  }
  if (!(await isEmpty())) {
    if (!replace) throw new Error('There is a community in the database already; --replace puts the backup in its place.');
    await mongoose.connection.dropDatabase();
  }
  await createIndexes();
  return summary(await insertAll(readArchive(file)));
}

const [, , file = '', flag] = process.argv;
await connect(storeUris().mongoUri);
try {
  console.log(`${await restore(file, flag === '--replace')} are restored.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await disconnect();
