import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessages } from '#models/bus/live-stream';
import { anyRecordModel, type RecordDoc, type RecordKind, recordModels } from '#models/bus/records';
import type { CounterRef } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { type CountedDoc, counterKinds, counterSource } from './counter-sources.js';

export interface RecountOptions {
  /** Age below which a due record's counter write may still be under way. */
  freshMs: number;
  /** Attempts for a marked document in one sweep, and the pause between them. */
  rounds: number;
  roundMs: number;
  /** Documents in a sweep. */
  maxDocuments: number;
}

interface Marked {
  kind: CounterRef['kind'];
  id: Id;
}

interface Counting extends Marked {
  rev: number;
  truth: Partial<CountedDoc>;
}

const keyOf = ({ kind, id }: CounterRef): string => `${kind}:${id}`;

/**
 * Recomputes the counters of every marked document from their source. Retries one that changes meanwhile; it stays marked if it
 * keeps changing.
 */
export async function recomputeMarked(options: RecountOptions): Promise<void> {
  let marked = await loadMarked(options.maxDocuments);
  for (let round = 0; marked.length > 0 && round < options.rounds; round++) {
    if (round > 0) await sleep(options.roundMs);
    marked = await recomputeOnce(marked, options);
  }
}

async function loadMarked(limit: number): Promise<Marked[]> {
  const found = await Promise.all(
    counterKinds.map(async (kind) => {
      const docs = await counterSource(kind).model.find({ recount: true }, { _id: 1 }).limit(limit).lean();
      return docs.map(({ _id }) => ({ kind, id: _id as Id }));
    }),
  );
  return found.flat();
}

/**
 * Reads `rev`, counts, and only then looks for fresh records: a pending counter write leaves the document to the next round,
 * and one that came in between changed `rev`. Returns the documents still to be recomputed.
 */
async function recomputeOnce(marked: readonly Marked[], options: RecountOptions): Promise<Marked[]> {
  const counting: Counting[] = [];
  for (const each of marked) {
    const counted = await count(each);
    if (counted) counting.push(counted);
  }
  const inFlight = await loadInFlight(options);
  const left: Marked[] = [];
  for (const each of counting) {
    if (inFlight.has(keyOf(each)) || !(await writeCounters(each))) left.push({ kind: each.kind, id: each.id });
  }
  return left;
}

async function count({ kind, id }: Marked): Promise<Counting | null> {
  const source = counterSource(kind);
  const doc = await source.model.findById(id).lean<CountedDoc | null>();
  return doc ? { kind, id, rev: doc.rev, truth: await source.count(doc) } : null;
}

/** Documents whose counter write may still be under way, by their fresh records. */
async function loadInFlight({ freshMs }: RecountOptions): Promise<Set<string>> {
  const since = new Date(Date.now() - freshMs);
  const keys = new Set<string>();
  for (const kind of Object.keys(recordModels) as RecordKind[]) {
    const fresh = anyRecordModel(kind)
      .find({ due: { $gt: since } })
      .lean()
      .cursor({ batchSize: 1000 });
    for await (const doc of fresh)
      for (const counted of specOf({ kind, doc } as unknown as RecordDoc).affectedCounters()) keys.add(keyOf(counted));
  }
  return keys;
}

/** Writes the counters if nothing has changed; removes the mark only after the message was appended. */
async function writeCounters({ kind, id, rev, truth }: Counting): Promise<boolean> {
  const { model, toMessages: live } = counterSource(kind);
  const doc = await model
    .findOneAndUpdate({ _id: id, rev }, { $set: truth, $inc: { rev: 1 } }, { returnDocument: 'after' })
    .lean<CountedDoc | null>();
  if (!doc) return false;
  await appendMessages(live(doc));
  await model.updateOne({ _id: id, rev: doc.rev }, { $unset: { recount: 1 } });
  return true;
}
