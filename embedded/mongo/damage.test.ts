import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open } from 'lmdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStore, type DamageOutcome, damages, isSafe, layOut, openEach, seeded } from './damage-for-tests.js';

const parent = mkdtempSync(join(tmpdir(), 'store-damage-'));
const pageSize = 4096;
const txnOffset = 152;
let whole: Awaited<ReturnType<typeof buildStore>>;

/** The store's file with some bytes of a page changed. */
function changed(page: number, at: number, ...bytes: number[]): Buffer {
  const file = Buffer.from(whole.file);
  file.set(bytes, page * pageSize + at);
  return file;
}

/** Sets the newest commit's page back, so that the commit before it seems to be the last one. */
function withoutLastCommit(): Buffer {
  const [first = 0, second = 0] = [0, 1].map((page) => whole.file.readUInt32LE(page * pageSize + txnOffset));
  return changed(first > second ? 0 : 1, txnOffset, 0, 0, 0, 0);
}

/** Changes the last key of a leaf by one bit, which keeps the order of the keys. */
function withOtherKey(): Buffer {
  const { file } = whole;
  const keysAt = (page: number) => file.readUInt16LE(page * pageSize + 20);
  const pages = Array.from({ length: file.length / pageSize }, (_, page) => page);
  const leaf = pages.find((page) => page > 1 && file.readUInt16LE(page * pageSize + 18) === 2 && keysAt(page) > 20) ?? 0;
  const node = 24 + file.readUInt16LE(leaf * pageSize + 24 + keysAt(leaf) - 2);
  const at = node + 8 + file.readUInt16LE(leaf * pageSize + node + 6) - 1;
  return changed(leaf, at, (file[leaf * pageSize + at] ?? 0) ^ 1);
}

/** Writes the checksums of the values alone, as older releases did. */
async function makeOlder(folder: string): Promise<void> {
  const options = { encoding: 'binary', keyEncoding: 'binary', overlappingSync: false } as const;
  const database = open<Buffer, Buffer>({ path: join(folder, 'store.lmdb'), ...options });
  await database.transaction(() => {
    for (const { key, value } of [...database.getRange()]) {
      const older = Buffer.from(value);
      older.writeUInt32LE(crc32(value.subarray(4)));
      void database.put(key, older);
    }
  });
  await database.close();
}

const names = ['empty', 'longer', 'without the last commit', 'with another key', 'older'] as const;
let folders: string[];
let outcomes: DamageOutcome[];
const outcomeOf = (name: (typeof names)[number]) => outcomes[names.indexOf(name)];

// All of them are opened by one process, since to start one takes longer than the work.
beforeAll(async () => {
  whole = await buildStore(join(parent, 'whole'));
  const random = seeded(7);
  const files = Object.values(damages).flatMap((damage) => Array.from({ length: 2 }, () => damage(whole.file, random)));
  const longer = Buffer.concat([whole.file, Buffer.alloc(3 * pageSize)]);
  folders = layOut(parent, [Buffer.alloc(0), longer, withoutLastCommit(), withOtherKey(), whole.file, ...files]);
  await makeOlder(folders[names.indexOf('older')] ?? '');
  outcomes = await openEach([...folders, join(parent, 'new')]);
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('cut, emptied, zeroed and garbled files are refused in words, or start with every document', () => {
  const damaged = outcomes.slice(names.length, -1);
  expect(damaged).toHaveLength(8);
  expect(damaged.filter((outcome) => !isSafe(outcome, whole.contents))).toEqual([]);
  expect(damaged.filter((outcome) => 'refused' in outcome).length).toBeGreaterThan(3);
});

test('an empty file is refused, and left as it is', () => {
  const folder = folders[0] ?? '';
  expect(outcomeOf('empty')).toEqual({
    refused: `The store in ${folder} cannot be read (its file is empty). Nothing in it was changed. Move the folder away, then load a backup into a new store, or put a copy of the folder in its place.`,
  });
  expect(readFileSync(join(folder, 'store.lmdb'))).toHaveLength(0);
});

test('a folder without a file starts an empty store', () => {
  const contents = 'people 0 4f53cda18c2b, posts 0 4f53cda18c2b, rest 0 4f53cda18c2b';
  expect(outcomes.at(-1)).toEqual({ contents, afterWrites: contents });
});

test('a file with pages after its last one starts with every document', () => {
  expect(outcomeOf('longer')).toEqual({ contents: whole.contents, afterWrites: whole.contents });
});

test('a file whose last commit is hidden is refused, not started without that commit', () => {
  expect(outcomeOf('without the last commit')).toEqual({ refused: expect.stringContaining('its file is damaged') });
});

test('a document with a changed key is refused', () => {
  expect(outcomeOf('with another key')).toEqual({ refused: expect.stringContaining('damaged') });
});

test('a store with the checksums of older releases, which leave out the keys, is read', () => {
  expect(outcomeOf('older')).toEqual({ contents: whole.contents, afterWrites: whole.contents });
});
