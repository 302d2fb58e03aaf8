import { Long } from 'bson';
import { encode } from './collection.js';
import { MongoError } from './values.js';

/** An answer with documents as they are stored; `toBytes` puts them into the BSON without decoding them. */
export class CursorReply {
  readonly id: number;
  readonly namespace: string;
  readonly field: 'firstBatch' | 'nextBatch';
  readonly documents: Uint8Array[];

  constructor(id: number, namespace: string, field: 'firstBatch' | 'nextBatch', documents: Uint8Array[]) {
    this.id = id;
    this.namespace = namespace;
    this.field = field;
    this.documents = documents;
  }

  toBytes(): Buffer {
    const head = encode({ ok: 1, cursor: { id: Long.fromNumber(this.id), ns: this.namespace, [this.field]: [] } });
    const names = this.documents.map((_document, i) => Buffer.from(`\x03${i}\0`, 'latin1'));
    const size = this.documents.reduce((sum, document, i) => sum + document.length + (names[i]?.length ?? 0), 0);
    const out = Buffer.alloc(head.length + size);
    const endings = 3;
    head.copy(out, 0, 0, head.length - endings);
    let at = head.length - endings;
    for (const [i, document] of this.documents.entries()) {
      at += names[i]?.copy(out, at) ?? 0;
      out.set(document, at);
      at += document.length;
    }
    const lengthOfCursor = '\0\0\0\0\x10ok\0\0\0\0\0\x03cursor\0'.length;
    for (const lengthAt of [0, lengthOfCursor, head.length - endings - 4]) out.writeInt32LE(out.readInt32LE(lengthAt) + size, lengthAt);
    return out;
  }
}

interface Cursor {
  namespace: string;
  session: string | undefined;
  source: Iterator<Uint8Array>;
  next: IteratorResult<Uint8Array>;
  usedAt: number;
}

const firstBatchSize = 101;
const batchBytes = 16 * 1024 * 1024;
const idleMs = 10 * 60_000;

/** The open cursors; each goes through what was found when it was opened. */
export class Cursors {
  private readonly open = new Map<number, Cursor>();
  private nextId = Date.now() * 1000;

  start(
    namespace: string,
    session: string | undefined,
    documents: Iterable<Uint8Array>,
    options: { batchSize?: number | undefined; singleBatch?: boolean },
  ): CursorReply {
    const source = documents[Symbol.iterator]();
    const cursor = { namespace, session, source, next: source.next(), usedAt: Date.now() };
    const batch = take(cursor, options.batchSize ?? firstBatchSize);
    if (cursor.next.done || options.singleBatch) return new CursorReply(0, namespace, 'firstBatch', batch);
    const id = this.nextId++;
    this.open.set(id, cursor);
    return new CursorReply(id, namespace, 'firstBatch', batch);
  }

  more(id: number, namespace: string, batchSize: number): CursorReply {
    const cursor = this.open.get(id);
    if (cursor?.namespace !== namespace) throw new MongoError(43, `cursor id ${id} not found`);
    cursor.usedAt = Date.now();
    const batch = take(cursor, batchSize || Number.POSITIVE_INFINITY);
    if (cursor.next.done) this.open.delete(id);
    return new CursorReply(cursor.next.done ? 0 : id, namespace, 'nextBatch', batch);
  }

  kill(id: number): boolean {
    return this.open.delete(id);
  }

  /** Closes the cursors of sessions that have ended, and those nobody asked for in ten minutes. */
  tidy(hasEnded: (session: string) => boolean = () => false): void {
    const now = Date.now();
    for (const [id, { session, usedAt }] of this.open) {
      if (now - usedAt > idleMs || (session !== undefined && hasEnded(session))) this.open.delete(id);
    }
  }
}

function take(cursor: Cursor, count: number): Uint8Array[] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (!cursor.next.done && batch.length < count) {
    bytes += cursor.next.value.length;
    if (batch.length > 0 && bytes > batchBytes) break;
    batch.push(cursor.next.value);
    cursor.next = cursor.source.next();
  }
  return batch;
}
