import { Long } from 'bson';
import { encode } from './collection.js';
import type { TransactionUnit } from './unit.js';
import { type Doc, MongoError } from './values.js';

/** A BSON document of elements that are encoded already. */
function documentOf(...elements: Uint8Array[]): Buffer {
  const length = elements.reduce((sum, element) => sum + element.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(length);
  return Buffer.concat([head, ...elements], length);
}

const elementsOf = (doc: Doc): Buffer => encode(doc).subarray(4, -1);

/** The answer with a cursor's documents, which are put into the BSON as they are stored. */
function answerOf(id: number, namespace: string, name: 'firstBatch' | 'nextBatch', documents: Uint8Array[]): Buffer {
  const batch = documentOf(...documents.flatMap((document, i) => [Buffer.from(`\x03${i}\0`), document]));
  const cursor = documentOf(elementsOf({ id: Long.fromNumber(id), ns: namespace }), Buffer.from(`\x04${name}\0`), batch);
  return documentOf(elementsOf({ ok: 1 }), Buffer.from('\x03cursor\0'), cursor);
}

interface Cursor {
  namespace: string;
  source: Iterator<Uint8Array>;
  next: IteratorResult<Uint8Array>;
  usedAt: number;
  transaction: TransactionUnit | undefined;
}

interface CursorOptions {
  batchSize?: number | undefined;
  singleBatch?: boolean;
  transaction?: TransactionUnit | undefined;
}

const firstBatchSize = 101;
const batchBytes = 16 * 1024 * 1024;
const idleMs = 10 * 60_000;

/** The open cursors; each goes through what was found when it was opened. */
export class Cursors {
  readonly open = new Map<number, Cursor>();
  private nextId = Date.now() * 1000;

  /** Opens a cursor and answers its first batch; one that a transaction opens is closed when that ends. */
  start(namespace: string, documents: Iterable<Uint8Array>, options: CursorOptions = {}): Buffer {
    const { batchSize = firstBatchSize, singleBatch = false, transaction } = options;
    const source = documents[Symbol.iterator]();
    const cursor = { namespace, source, next: source.next(), usedAt: Date.now(), transaction };
    const batch = take(cursor, batchSize);
    const id = cursor.next.done || singleBatch ? 0 : this.nextId++;
    if (id) this.open.set(id, cursor);
    if (id && transaction) void transaction.ended.then(() => this.open.delete(id));
    return answerOf(id, namespace, 'firstBatch', batch);
  }

  more(id: number, namespace: string, batchSize: number, transaction?: TransactionUnit): Buffer {
    const cursor = this.open.get(id);
    if (cursor?.namespace !== namespace) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.transaction !== transaction)
      throw new MongoError(
        cursor.transaction ? 50740 : 50739,
        `Cannot run getMore on cursor ${id}: it is of another transaction or of none`,
      );
    cursor.usedAt = Date.now();
    const batch = take(cursor, batchSize || Number.POSITIVE_INFINITY);
    if (cursor.next.done) this.open.delete(id);
    return answerOf(cursor.next.done ? 0 : id, namespace, 'nextBatch', batch);
  }

  /** Closes the cursors that nobody asked for in ten minutes. */
  tidy(): void {
    for (const [id, { usedAt }] of this.open) if (Date.now() - usedAt > idleMs) this.open.delete(id);
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
