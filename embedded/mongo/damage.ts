import { spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const magic = 0xbeefc0de;
/** Where LMDB's two first pages say what they are, how large a page is, and which page is the last in use. */
const at = { magic: 24, pageSize: 48, lastPage: 144, end: 152 };

/** Reads all there is, in a process that may die of it. */
const readAll =
  'const { open } = await import(process.argv[1]); for (const _ of open({ path: process.argv[2], readOnly: true, encoding: "binary" }).getRange());';

/**
 * What is wrong with LMDB's file, if anything. To be asked before LMDB opens it: it maps the file into memory, and dies
 * without a word where a part is missing.
 */
export function damageOf(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    if (size === 0) return undefined;
    const page = Buffer.alloc(at.end);
    let needed = 0;
    for (let pageSize = 0, i = 0; i < 2; i++) {
      const length = readSync(file, page, 0, at.end, i * pageSize);
      if (length < at.end || page.readUInt32LE(at.magic) !== magic) return 'its first pages are damaged';
      pageSize = page.readUInt32LE(at.pageSize);
      needed = Math.max(needed, (Number(page.readBigUInt64LE(at.lastPage)) + 1) * pageSize);
    }
    const isWhole =
      size >= needed || spawnSync(process.execPath, ['--input-type=module', '-e', readAll, import.meta.resolve('lmdb'), path]).status === 0;
    return isWhole ? undefined : `it has ${size} bytes of ${needed}`;
  } finally {
    closeSync(file);
  }
}
