import mongoose, { type mongo } from 'mongoose';
import { promptConnections } from './driver-connection.js';
import { models } from './model.js';
import './all.js';

/** Connects mongoose; writes are acknowledged by the majority, and reads see only what the majority has. */
export async function connect(uri: string): Promise<void> {
  await mongoose.connect(uri, {
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    // Texts come from this app through the driver, and so are valid; checking every string again takes a while.
    enableUtf8Validation: false,
    serverSelectionTimeoutMS: 5000,
    // Detect a hanging database after these two intervals; until then calls wait for it.
    heartbeatFrequencyMS: 5000,
    connectTimeoutMS: 10_000,
    // More than the write gate admits: a call that waits for a transaction's lock holds a connection.
    maxPoolSize: 200,
    // Without a limit, a request that queues while the connections are being dropped could wait for ever.
    waitQueueTimeoutMS: 10_000,
    ...promptConnections,
  });
}

export const disconnect = (): Promise<void> => mongoose.disconnect();

/** Creates every declared collection and index, one command per collection; existing ones are left alone. */
export async function createIndexes(): Promise<void> {
  await Promise.all(
    [...models.values()].map(async (model) => {
      const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
      if (indexes.length > 0) await model.collection.createIndexes(indexes);
      else await model.createCollection();
    }),
  );
}

/** Pings the database. */
export async function isConnected(): Promise<boolean> {
  try {
    await mongoose.connection.db?.admin().ping();
    return mongoose.connection.readyState === 1;
  } catch {
    return false;
  }
}
