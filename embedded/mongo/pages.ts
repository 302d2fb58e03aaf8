import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

// LMDB trusts its file: a damaged page ends the process in native code, or hides the keys behind it. So the store reads its data
// itself when it starts, before LMDB opens the file, and checks each page that LMDB will go by, those that list free pages too.
// The layout is that of MDB_meta, MDB_page and MDB_node in LMDB's mdb.c.

const headerSize = 24;
const nodeSize = 8;
const metaSize = 168;
const flags = { branch: 1, leaf: 2, overflow: 4, meta: 8 };
const magic = 0xbeefc0de;
const noPage = 2 ** 48 - 1;

function check(isRight: boolean, page: number): void {
  if (!isRight) throw new Error(`its file is damaged at page ${page}, or where that is named`);
}

/** A number of 64 bits. All that fits a disk has 48; `noPage` has all bits set. */
const long = (bytes: Buffer, at: number): number => (bytes.readUInt16LE(at + 6) % 0xffff === 0 ? bytes.readUIntLE(at, 6) : Number.NaN);

const treeAt = (bytes: Buffer, at: number) => ({
  depth: bytes.readUInt16LE(at + 6),
  counts: [8, 16, 24, 32].map((offset) => long(bytes, at + offset)).join(),
  root: long(bytes, at + 40),
});

/** The first two pages: LMDB commits by writing one of them, in turn. */
const metaAt = (bytes: Buffer) => ({
  isMeta: bytes.readUInt16LE(18) === flags.meta && bytes.readUInt32LE(headerSize) === magic,
  settings: bytes.toString('latin1', 28, 32) + bytes.toString('latin1', 48, 54),
  mapSize: long(bytes, 40),
  pageSize: bytes.readUInt32LE(48),
  free: treeAt(bytes, 48),
  main: treeAt(bytes, 96),
  lastPage: long(bytes, 144),
  txn: long(bytes, 152),
});

/** A walk through a tree in the order of its keys. */
interface Walk {
  compare(a: Buffer, b: Buffer): number;
  visit(key: Buffer, value: Buffer): void;
  counts: { branch: number; leaf: number; overflow: number; entries: number };
  /** The key before; a branch has keys that may come again in the leaves below it. */
  last: Buffer | undefined;
  mayRepeat: boolean;
}

class Pages {
  private readonly file: number;
  private pageSize = 4096;
  private lastPage = 1;
  private txn = 0;
  /** The pages met so far, in use or free: none comes twice. */
  private readonly met = new Set<number>();

  constructor(file: number) {
    this.file = file;
  }

  readAll(visit: Walk['visit']): void {
    const first = metaAt(this.read(0, metaSize));
    check(first.isMeta && first.pageSize >= 512 && first.pageSize <= 65_536, 0);
    this.pageSize = first.pageSize;
    const second = metaAt(this.read(1, metaSize));
    const [newest, before] = first.txn > second.txn ? [first, second] : [second, first];
    const isInTurn = newest.txn === 0 || (first.txn % 2 === 0 && newest.txn === before.txn + 1);
    check(second.isMeta && isInTurn && second.settings === first.settings, 1);
    check((newest.lastPage + 1) * this.pageSize <= newest.mapSize, 1);
    Object.assign(this, { lastPage: newest.lastPage, txn: newest.txn });
    this.walkTree(newest.main, Buffer.compare, visit);
    const byNumber = (a: Buffer, b: Buffer) => long(a, 0) - long(b, 0);
    this.walkTree(newest.free, byNumber, (_key, list) => this.meetFree(list));
  }

  private read(page: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    check(readSync(this.file, bytes, 0, length, page * this.pageSize) === length, page);
    return bytes;
  }

  private meet(page: number): void {
    check(page > 1 && page <= this.lastPage && !this.met.has(page), page);
    this.met.add(page);
  }

  private checkHeader(bytes: Buffer, page: number, flag: number): void {
    check(long(bytes, 0) === page && long(bytes, 8) <= this.txn && bytes.readUInt16LE(18) === flag, page);
  }

  private walkTree(tree: ReturnType<typeof treeAt>, compare: Walk['compare'], visit: Walk['visit']): void {
    const counts = { branch: 0, leaf: 0, overflow: 0, entries: 0 };
    if (tree.root !== noPage) this.walkPage({ compare, visit, counts, last: undefined, mayRepeat: false }, tree.root, tree.depth);
    check(Object.values(counts).join() === tree.counts, tree.root);
  }

  private walkPage(walk: Walk, page: number, depth: number): void {
    this.meet(page);
    const bytes = this.read(page, this.pageSize);
    const isLeaf = depth === 1;
    this.checkHeader(bytes, page, isLeaf ? flags.leaf : flags.branch);
    walk.counts[isLeaf ? 'leaf' : 'branch']++;
    const [lower, upper, body] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.subarray(headerSize)];
    check(lower % 2 === 0 && lower > 0 && lower <= upper && upper <= body.length, page);
    let used = 0;
    for (let i = 0; i < lower; i += 2) {
      const at = body.readUInt16LE(i);
      const keyEnd = at + nodeSize + (at + nodeSize <= body.length ? body.readUInt16LE(at + 6) : body.length);
      check(at >= upper && keyEnd <= body.length, page);
      const key = body.subarray(at + nodeSize, keyEnd);
      // Skip the first key of a branch: it is a placeholder.
      if (isLeaf || i > 0) this.checkOrder(walk, key, !isLeaf, page);
      const end = isLeaf ? this.walkEntry(walk, body, at, key, page) : keyEnd;
      if (!isLeaf) this.walkPage(walk, body.readUIntLE(at, 6), depth - 1);
      used += end - at + ((end - at) % 2);
    }
    check(used === body.length - upper, page);
  }

  private checkOrder(walk: Walk, key: Buffer, mayRepeat: boolean, page: number): void {
    const order = walk.last ? walk.compare(walk.last, key) : -1;
    check(key.length > 0 && (order < 0 || (order === 0 && walk.mayRepeat)), page);
    walk.last = key;
    walk.mayRepeat = mayRepeat;
  }

  /** Hands out one entry of a leaf, and tells where it ends. */
  private walkEntry(walk: Walk, body: Buffer, at: number, key: Buffer, page: number): number {
    const [size, flag, start] = [body.readUInt32LE(at), body.readUInt16LE(at + 4), at + nodeSize + key.length];
    const end = start + (flag === 1 ? 24 : size);
    check(flag < 2 && end <= body.length, page);
    const value = body.subarray(start, end);
    walk.counts.entries++;
    walk.visit(key, flag === 1 ? this.readLong(walk, long(value, 0), long(value, 16), size) : value);
    return end;
  }

  /** A value on pages of its own. */
  private readLong(walk: Walk, page: number, count: number, size: number): Buffer {
    check(page + count <= this.lastPage + 1 && headerSize + size <= count * this.pageSize, page);
    for (let i = 0; i < count; i++) this.meet(page + i);
    const bytes = this.read(page, headerSize + size);
    this.checkHeader(bytes, page, flags.overflow);
    check(bytes.readUInt32LE(20) === count, page);
    walk.counts.overflow += count;
    return bytes.subarray(headerSize);
  }

  /** A list of free pages: its length, then the number of a page, or minus a count and the first page of so many, or 0. */
  private meetFree(list: Buffer): void {
    const words = Array.from({ length: list.length / 8 }, (_, i) => Number(list.readBigInt64LE(8 * i)));
    const [length = 0] = words;
    check(length >= 0 && length < words.length, length);
    for (let i = 1; i <= length; i++) {
      const word = words[i] ?? 0;
      const [count, page] = word < 0 ? [-word, words[++i] ?? 0] : [Math.min(word, 1), word];
      check(count <= this.lastPage, page);
      for (let j = 0; j < count; j++) this.meet(page + j);
    }
  }
}

/** Hands out every entry of LMDB's file in the order of the keys. Throws where the file is damaged, and never changes it. */
export function readFileOfLmdb(path: string, visit: Walk['visit']): void {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size === 0) throw new Error('its file is empty');
    new Pages(file).readAll(visit);
  } finally {
    closeSync(file);
  }
}
