import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { lockFolder } from './folder-lock.js';
import { readFileOfLmdb } from './pages.js';

/** One key to put, or to remove where there is no value. */
export interface KeyWrite {
  key: Buffer;
  value: Uint8Array | undefined;
}

const kinds = { catalog: 1, session: 2, record: 3 };

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}

export const catalogKey = (collection: number): Buffer => Buffer.concat([Buffer.of(kinds.catalog), uint(collection, 4)]);
export const sessionKey = (session: string): Buffer => Buffer.concat([Buffer.of(kinds.session), Buffer.from(session, 'hex')]);

/** Records lie in the order of their collection and of their insertion. */
export const recordKeyOf = (collection: number, record: number): Buffer =>
  Buffer.concat([Buffer.of(kinds.record), uint(collection, 4), uint(record, 6)]);

interface Reader {
  catalog(collection: number, value: Uint8Array): void;
  session(id: string, value: Uint8Array): void;
  record(collection: number, record: number, value: Uint8Array): void;
}

/** Prefix of each stored value: the checksum of its key and of the value. */
const checksum = (key: Uint8Array, value: Uint8Array): number => crc32(value, crc32(key));

/** Gives one entry to the reader, after its checksum, which older releases made of the value alone. */
function handOut(reader: Reader, key: Buffer, value: Buffer): void {
  const raw = value.subarray(4);
  const sum = value.length < 4 ? Number.NaN : value.readUInt32LE(0);
  if (sum !== checksum(key, raw) && sum !== crc32(raw)) throw new Error('a stored value is damaged');
  if (key[0] === kinds.catalog) reader.catalog(key.readUInt32BE(1), raw);
  else if (key[0] === kinds.session) reader.session(key.toString('hex', 1), raw);
  else reader.record(key.readUInt32BE(1), key.readUIntBE(5, 6), raw);
}

/** Storage on disk: raw BSON in LMDB, each value with its checksum. One process per folder. */
export class Disk {
  private readonly release: () => void;
  private readonly database: RootDatabase<Buffer, Buffer>;

  /** Hands out all that is stored: the catalog, the sessions, then the records in their order. Without `sync` a commit does not wait for the disk. */
  constructor({ folder, sync }: { folder: string; sync: boolean }, reader: Reader) {
    this.release = lockFolder(folder);
    try {
      const path = join(folder, 'store.lmdb');
      if (existsSync(path)) readFileOfLmdb(path, (key, value) => handOut(reader, key, value));
      const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
      this.database = open({ path, ...binary, overlappingSync: false, eventTurnBatching: false, maxReaders: 4, noSync: !sync });
    } catch (error) {
      this.release();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The store in ${folder} cannot be read (${reason}). Nothing in it was changed. Move the folder away, then load a backup into a new store, or put a copy of the folder in its place.`,
      );
    }
  }

  /** Writes all changes in one transaction; done once they are on the disk. */
  async commit(changes: readonly KeyWrite[]): Promise<void> {
    try {
      await this.database.transaction(() => {
        for (const { key, value } of changes) {
          if (value) void this.database.put(key, Buffer.concat([uint(checksum(key, value), 4).swap32(), value]));
          else void this.database.remove(key);
        }
      });
    } catch (error) {
      // LMDB gives the reason by a second promise, which ends the process where nobody waits for it.
      await (error as { commitError?: Promise<never> }).commitError;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.database.close();
    this.release();
  }
}
