import { MongoClient } from 'mongodb';
import { contentsOf, type DamageOutcome } from './damage-for-tests.js';
import { startMongoStore } from './server.js';

async function openStore(folder: string, work: (client: MongoClient) => Promise<void>): Promise<string> {
  const store = await startMongoStore({ folder });
  const client = await MongoClient.connect(store.uri);
  try {
    await work(client);
    return await contentsOf(client);
  } finally {
    await client.close();
    await store.stop();
  }
}

/** Writes on pages that are free, and leaves what was there before. */
async function writeSome(client: MongoClient): Promise<void> {
  const notes = client.db('test').collection('notes');
  for (let round = 0; round < 5; round++) await notes.insertMany(Array.from({ length: 50 }, () => ({ text: 'n'.repeat(5000 * round) })));
  await client.db('test').dropCollection('notes');
}

async function tryFolder(folder: string): Promise<DamageOutcome> {
  try {
    const contents = await openStore(folder, async () => {});
    await openStore(folder, writeSome);
    return { contents, afterWrites: await openStore(folder, async () => {}) };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

for (const folder of process.argv.slice(2)) process.stdout.write(`${JSON.stringify(await tryFolder(folder))}\n`);
