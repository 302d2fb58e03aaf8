import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessages } from '#models/bus/live-stream';
import { anyRecordModel, type RecordDoc, type RecordKind, recordModels } from '#models/bus/records';
import type { CounterRef } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { type CountedDoc, counterKinds, counterSource } from './counter-sources.js';

export interface RecountOptions {
  /** A record due for less than this may have its counter write still under way. */
  freshMs: number;
  /** How often a marked document is tried in one sweep, and the pause between. */
  rounds: number;
  roundMs: number;
  /** Documents a sweep. */
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

/** Counts every marked document from the truth; one that moves meanwhile is tried again, and stays marked if it does not come to rest. */
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
 * Reads `rev`, counts, and only then looks for fresh records: whose counter write could still come is left for the next
 * round, and whose came in between has another `rev`. Answers what is still to be counted.
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

/** What records point to whose counter write may still be under way. */
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

/** Writes the truth if nothing has moved; the mark goes only when the message is out. */
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
