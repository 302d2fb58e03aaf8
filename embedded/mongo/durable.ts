import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { damageOf } from './damage.js';
import { type FolderLock, lockFolder } from './folder-lock.js';

/** One key to put, or to remove where there is no value. */
export interface Change {
  key: Buffer;
  value: Uint8Array | undefined;
}

const kinds = { catalog: 1, session: 2, record: 3 };

export const catalogKey = (collection: number): Buffer => Buffer.from([kinds.catalog, ...uint32(collection)]);
export const sessionKey = (session: string): Buffer => Buffer.from([kinds.session, ...Buffer.from(session, 'hex')]);

/** Records lie in the order of their collection and of their insertion. */
export function recordKeyOf(collection: number, record: number): Buffer {
  const key = Buffer.allocUnsafe(11);
  key[0] = kinds.record;
  key.writeUInt32BE(collection, 1);
  key.writeUIntBE(record, 5, 6);
  return key;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export interface Reader {
  catalog(collection: number, value: Uint8Array): void;
  session(id: string, value: Uint8Array): void;
  record(collection: number, record: number, value: Uint8Array): void;
}

/** What is kept on the disk: raw BSON in LMDB, each value with its checksum. One process a folder. */
export class Disk {
  private readonly lock: FolderLock;
  private readonly folder: string;
  private readonly database: RootDatabase<Buffer, Buffer>;

  constructor(folder: string) {
    this.folder = folder;
    this.lock = lockFolder(folder);
    try {
      const path = join(folder, 'store.lmdb');
      const damage = damageOf(path);
      if (damage) throw new Error(damage);
      this.database = open({
        path,
        encoding: 'binary',
        keyEncoding: 'binary',
        overlappingSync: false,
        eventTurnBatching: false,
        maxReaders: 4,
      });
    } catch (error) {
      this.lock.release();
      throw this.unreadable(error);
    }
  }

  private unreadable(cause: unknown): Error {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new Error(`The store in ${this.folder} cannot be read (${reason}). Restore the folder from a copy, or start with an empty one.`);
  }

  /** Hands out all that is stored: the catalog, the sessions, then the records in their order. */
  readAll(reader: Reader): void {
    try {
      for (const { key, value } of this.database.getRange()) {
        const raw = value.subarray(4);
        if (value.length < 4 || crc32(raw) !== value.readUInt32LE(0)) throw new Error('a stored value is damaged');
        if (key[0] === kinds.catalog) reader.catalog(key.readUInt32BE(1), raw);
        else if (key[0] === kinds.session) reader.session(key.toString('hex', 1), raw);
        else reader.record(key.readUInt32BE(1), key.readUIntBE(5, 6), raw);
      }
      if (!this.lock.isHeld()) throw new Error('another process took the folder at the same time');
    } catch (error) {
      throw this.unreadable(error);
    }
  }

  /** Writes all changes in one transaction; done once they are on the disk. */
  async commit(changes: readonly Change[]): Promise<void> {
    const write = () => {
      for (const { key, value } of changes) {
        if (value) this.database.put(key, Buffer.concat([uint32LE(crc32(value)), value]));
        else this.database.remove(key);
      }
    };
    try {
      await this.database.transaction(write);
    } catch (error) {
      // LMDB gives the reason by a second promise, which ends the process where nobody waits for it.
      await (error as { commitError?: Promise<never> }).commitError;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.database.close();
    this.lock.release();
  }
}

function uint32LE(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
