import mongoose from 'mongoose';
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

/** Makes every index that the models declare; one that is there already stays. */
export async function createIndexes(): Promise<void> {
  for (const model of models.values()) {
    await model.createCollection();
    await model.createIndexes();
  }
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
