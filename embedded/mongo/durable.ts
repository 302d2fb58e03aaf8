import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { lockFolder } from './folder-lock.js';

/** One key to put, or to remove where there is no value. */
export interface Change {
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

/** Where each of LMDB's two first pages says what it is, how large a page is, and which page is the last in use. */
const at = { magic: 24, pageSize: 48, lastPage: 144, end: 152 };
const magic = 0xbeefc0de;

/** Reads all there is, in a process that may die of it. */
const readAll =
  'const { open } = await import(process.argv[1]); for (const _ of open({ path: process.argv[2], readOnly: true, encoding: "binary" }).getRange());';

const canBeRead = (path: string): boolean =>
  spawnSync(process.execPath, ['--input-type=module', '-e', readAll, import.meta.resolve('lmdb'), path]).status === 0;

/** Whether LMDB's file is torn: to be asked before LMDB opens it, which dies without a word where a part is missing. */
function isDamaged(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const page = Buffer.alloc(at.end);
    let needed = 0;
    for (let pageSize = 0, i = 0; i < 2 && size > 0; i++) {
      const length = readSync(file, page, 0, at.end, i * pageSize);
      if (length < at.end || page.readUInt32LE(at.magic) !== magic) return true;
      pageSize = page.readUInt32LE(at.pageSize);
      needed = Math.max(needed, (Number(page.readBigUInt64LE(at.lastPage)) + 1) * pageSize);
    }
    return size < needed && !canBeRead(path);
  } finally {
    closeSync(file);
  }
}

/** What is kept on the disk: raw BSON in LMDB, each value with its checksum. One process a folder. */
export class Disk {
  private readonly release: () => void;
  private readonly folder: string;
  private readonly database: RootDatabase<Buffer, Buffer>;

  constructor(folder: string) {
    this.folder = folder;
    this.release = lockFolder(folder);
    this.database = this.reading(() => {
      const path = join(folder, 'store.lmdb');
      if (isDamaged(path)) throw new Error('its file is damaged');
      const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;
      return open({ path, ...binary, overlappingSync: false, eventTurnBatching: false, maxReaders: 4 });
    });
  }

  private reading<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.release();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The store in ${this.folder} cannot be read (${reason}). Restore the folder from a copy, or start with an empty one.`,
      );
    }
  }

  /** Hands out all that is stored: the catalog, the sessions, then the records in their order. */
  readAll(reader: Reader): void {
    this.reading(() => {
      for (const { key, value } of this.database.getRange()) {
        const raw = value.subarray(4);
        if (value.length < 4 || crc32(raw) !== value.readUInt32LE(0)) throw new Error('a stored value is damaged');
        if (key[0] === kinds.catalog) reader.catalog(key.readUInt32BE(1), raw);
        else if (key[0] === kinds.session) reader.session(key.toString('hex', 1), raw);
        else reader.record(key.readUInt32BE(1), key.readUIntBE(5, 6), raw);
      }
    });
  }

  /** Writes all changes in one transaction; done once they are on the disk. */
  async commit(changes: readonly Change[]): Promise<void> {
    try {
      await this.database.transaction(() => {
        for (const { key, value } of changes) {
          if (value) this.database.put(key, Buffer.concat([uint(crc32(value), 4).swap32(), value]));
          else this.database.remove(key);
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
