import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Document, deserialize, serialize } from 'bson';

/**
 * A backup is gzip over BSON documents, one after the other: first what it is, then each document with its collection,
 * last how many there are of each. Without the last one it was cut short.
 */
type Entry = { nadi: 1; at: Date } | { in: string; document: Document } | { end: Record<string, number> };

/** A document and the collection that it belongs to. */
export interface Stored {
  in: string;
  document: Document;
}

/** Keeps every number as the type that it has in the store. */
export const exactTypes = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const;

/** Writes a backup; the file has its name only once it is whole. Gives how many documents of each collection it holds. */
export async function writeArchive(file: string, documents: AsyncIterable<Stored>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield serialize({ nadi: 1, at: new Date() } satisfies Entry);
    for await (const stored of documents) {
      counts[stored.in] = (counts[stored.in] ?? 0) + 1;
      yield serialize(stored);
    }
    yield serialize({ end: counts } satisfies Entry);
  };
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(whole()), createGzip(), createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return counts;
}

/** Reads a backup; one that is no backup, torn or cut short is an error, at the latest at its end. */
export async function* readArchive(file: string): AsyncGenerator<Stored> {
  const counts: Record<string, number> = {};
  let state: 'before' | 'inside' | 'after' = 'before';
  for await (const bytes of documentsOf(createReadStream(file).pipe(createGunzip()))) {
    const entry = deserialize(bytes, exactTypes) as Entry;
    if (state === 'before' && !('nadi' in entry)) throw new Error('This is no backup of Nadi.');
    if ('in' in entry) {
      counts[entry.in] = (counts[entry.in] ?? 0) + 1;
      yield entry;
    }
    state = 'end' in entry ? 'after' : 'inside';
    if ('end' in entry && !isSame(entry.end, counts)) throw new Error('This backup lacks documents.');
  }
  if (state !== 'after') throw new Error('This backup was cut short.');
}

/** Each number of `end` is of a BSON type of its own, hence the comparison by value. */
function isSame(end: Record<string, unknown>, counts: Record<string, number>): boolean {
  const names = Object.keys(end);
  return names.length === Object.keys(counts).length && names.every((name) => Number(end[name]) === counts[name]);
}

/** Cuts a stream of bytes into BSON documents, each of which begins with its length. */
async function* documentsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let from = 0;
    while (held.length - from >= 4 && held.length - from >= held.readInt32LE(from)) {
      const length = held.readInt32LE(from);
      if (length < 5) throw new Error('This backup is torn.');
      yield held.subarray(from, from + length);
      from += length;
    }
    held = held.subarray(from);
  }
  if (held.length > 0) throw new Error('This backup was cut short.');
}
