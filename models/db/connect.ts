import mongoose, { type mongo } from 'mongoose';
import { models } from './model.js';
import './all.js';

/** Connects mongoose; writes are acknowledged by the majority, and reads see only what the majority has. */
export async function connect(uri: string): Promise<void> {
  await mongoose.connect(uri, {
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 5000,
    // A database that hangs is known to be away after these two: until then calls wait for it.
    heartbeatFrequencyMS: 5000,
    connectTimeoutMS: 10_000,
    // More than may write at once: whoever waits for a transaction's lock keeps a connection.
    maxPoolSize: 200,
  });
}

export const disconnect = (): Promise<void> => mongoose.disconnect();

/** Makes every collection and index that the models declare, in one command each; what is there already stays. */
export async function createIndexes(): Promise<void> {
  await Promise.all(
    [...models.values()].map(async (model) => {
      const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
      if (indexes.length > 0) await model.collection.createIndexes(indexes);
      else await model.createCollection();
    }),
  );
}

/** Whether the database answers. */
export async function isConnected(): Promise<boolean> {
  try {
    await mongoose.connection.db?.admin().ping();
    return mongoose.connection.readyState === 1;
  } catch {
    return false;
  }
}
