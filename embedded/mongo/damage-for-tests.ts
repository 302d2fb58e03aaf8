import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { startMongoStore } from './server.js';

/** Contents of a store as one text: the number of documents of each collection, and a hash of them all. */
export async function contentsOf(client: MongoClient): Promise<string> {
  const parts: string[] = [];
  for (const name of ['people', 'posts', 'rest']) {
    const docs = await client.db('test').collection(name).find().sort({ _id: 1 }).toArray();
    parts.push(`${name} ${docs.length} ${createHash('sha256').update(JSON.stringify(docs)).digest('hex').slice(0, 12)}`);
  }
  return parts.join(', ');
}

/** A store of some hundred pages, in which much was changed and removed; its file, and what it holds. */
export async function buildStore(folder: string): Promise<{ file: Buffer; contents: string }> {
  const store = await startMongoStore({ folder });
  const client = await MongoClient.connect(store.uri);
  const db = client.db('test');
  await db.collection('people').createIndex({ name: 1 }, { unique: true });
  const text = (n: number) => String(n % 7).repeat(n % 40 === 0 ? 9_000 + (n % 11) * 4_000 : 20 + ((n * 37) % 300));
  for (const name of ['people', 'posts', 'rest']) {
    const docs = Array.from({ length: 1200 }, (_, n) => ({ _id: n as never, name: `${name} ${n}`, text: text(n) }));
    for (let from = 0; from < docs.length; from += 100) await db.collection(name).insertMany(docs.slice(from, from + 100));
    await db.collection(name).updateMany({ _id: { $gte: 300 as never, $lt: 500 as never } }, { $set: { text: 'changed' } });
    await db.collection(name).deleteMany({ _id: { $gte: 700 as never, $lt: 900 as never } });
  }
  const contents = await contentsOf(client);
  await client.close();
  await store.stop();
  return { file: readFileSync(join(folder, 'store.lmdb')), contents };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pageSize = 4096;

/** Kinds of damage to a file. */
export const damages: Record<string, (file: Buffer, random: () => number) => Buffer> = {
  truncated: (file, random) => file.subarray(0, Math.floor(random() * file.length)),
  emptied: (file, random) => Buffer.from(file).fill(0, Math.floor((random() * file.length) / pageSize) * pageSize),
  zeroed: (file, random) => {
    const damaged = Buffer.from(file);
    for (let pages = 1 + Math.floor(random() * 3); pages > 0; pages--) {
      const at = Math.floor((random() * file.length) / pageSize) * pageSize;
      damaged.fill(0, at, at + pageSize);
    }
    return damaged;
  },
  garbled: (file, random) => {
    const damaged = Buffer.from(file);
    const page = Math.floor((random() * file.length) / pageSize) * pageSize;
    // Every second one spoils the head of a page, of which LMDB believes everything.
    const at = random() < 0.5 ? page : page + Math.floor(random() * pageSize);
    const length = 1 + Math.floor(random() * 64);
    for (let i = at; i < Math.min(at + length, file.length); i++) damaged[i] = Math.floor(random() * 256);
    return damaged;
  },
};

export type DamageOutcome = { refused: string } | { contents: string; afterWrites: string } | { died: string };

/** True if the damaged store was refused with an error, or started without losing a document. */
export function isSafe(outcome: DamageOutcome, contents: string): boolean {
  if ('refused' in outcome)
    return /^The store in .* cannot be read \(.*\)\. Nothing in it was changed\. Move the folder away, /.test(outcome.refused);
  return 'contents' in outcome && outcome.contents === contents && outcome.afterWrites === contents;
}

/** Puts each file into a folder of its own below `parent`, and gives the folders. */
export function layOut(parent: string, files: Buffer[]): string[] {
  return files.map((file, i) => {
    const folder = join(parent, String(i));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'store.lmdb'), file);
    return folder;
  });
}

function spawnOpener(folders: string[]): ChildProcess {
  const program = fileURLToPath(new URL('./damage-opener-for-tests.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', '--conditions=source', program, ...folders], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Starts a store on each folder, one after the other in another process; where that dies, a new one goes on with the next folder. */
export async function openEach(folders: string[]): Promise<DamageOutcome[]> {
  const outcomes: DamageOutcome[] = [];
  while (outcomes.length < folders.length) {
    const child = spawnOpener(folders.slice(outcomes.length));
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
    });
    const ended = new Promise<string>((resolve) => child.once('close', (code, signal) => resolve(`${signal ?? code}`)));
    if (child.stdout) for await (const line of createInterface(child.stdout)) outcomes.push(JSON.parse(line));
    const status = await ended;
    if (outcomes.length < folders.length) outcomes.push({ died: `${status}: ${errors.trim()}` });
  }
  return outcomes;
}
