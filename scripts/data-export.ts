import mongoose from 'mongoose';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { storeUris } from '#models/env';
import { everything, insertAll, isEmpty, summary } from './copying.js';

/** Copies all of our store into the MongoDB that mongoose is connected to; it must be empty. */
async function exportAll(from: string): Promise<string> {
  if (!(await isEmpty())) throw new Error('There are documents in that database already: name an empty one.');
  await createIndexes();
  const client = await mongoose.mongo.MongoClient.connect(from);
  try {
    return summary(await insertAll(everything(client.db())));
  } finally {
    await client.close();
  }
}

try {
  await connect(process.argv[2] ?? '');
  console.log(`${await exportAll(storeUris().mongoUri)} are copied. Start Nadi with MONGODB_URI set to use them.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await disconnect();
