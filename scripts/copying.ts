import mongoose, { type mongo } from 'mongoose';
import { exactTypes, type Stored } from './archive.js';

const BATCH = 1_000;

function database(): mongo.Db {
  const { db } = mongoose.connection;
  if (db === undefined) throw new Error('Not connected');
  return db;
}

/** Every document of the database. */
export async function* everything(db: mongo.Db = database()): AsyncGenerator<Stored> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of collections.filter((collection) => !collection.name.startsWith('system.'))) {
    for await (const document of db.collection(name).find({}, { ...exactTypes, batchSize: BATCH })) yield { in: name, document };
  }
}

/** Whether a database holds no document. */
export async function isEmpty(db: mongo.Db = database()): Promise<boolean> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if ((await db.collection(name).findOne({})) !== null) return false;
  }
  return true;
}

/** Writes documents into a database that has none of them; gives how many there were of each collection. */
export async function insertAll(documents: AsyncIterable<Stored>, db: mongo.Db = database()): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let batch: Stored[] = [];
  const flush = async () => {
    const [first] = batch;
    if (first !== undefined) await db.collection(first.in).insertMany(batch.map(({ document }) => document));
    batch = [];
  };
  for await (const stored of documents) {
    if (batch.length >= BATCH || (batch[0] !== undefined && batch[0].in !== stored.in)) await flush();
    batch.push(stored);
    counts[stored.in] = (counts[stored.in] ?? 0) + 1;
  }
  await flush();
  return counts;
}

/** For the terminal: how many documents of how many collections. */
export function summary(counts: Record<string, number>): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${all} documents of ${Object.keys(counts).length} collections`;
}
