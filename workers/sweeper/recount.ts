import { setTimeout as sleep } from 'node:timers/promises';
import { append } from '#models/bus/push';
import { anyRecordModel, type RecordDoc, type RecordKind, recordModels } from '#models/bus/records';
import type { Counted } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { type CountedDoc, countedKinds, truthOf } from './truth.js';

export interface RecountOptions {
  /** A record due for less than this may have its counter write still under way. */
  freshMs: number;
  /** How often a marked document is tried in one sweep, and the pause between. */
  rounds: number;
  roundMs: number;
  /** Documents a sweep. */
  atOnce: number;
}

interface Marked {
  kind: Counted['kind'];
  id: Id;
}

interface Counting extends Marked {
  rev: number;
  truth: Partial<CountedDoc>;
}

const keyOf = ({ kind, id }: Counted): string => `${kind}:${id}`;

/** Counts every marked document from the truth; one that moves meanwhile is tried again, and stays marked if it does not come to rest. */
export async function recountMarked(options: RecountOptions): Promise<void> {
  let marked = await loadMarked(options.atOnce);
  for (let round = 0; marked.length > 0 && round < options.rounds; round++) {
    if (round > 0) await sleep(options.roundMs);
    marked = await recountOnce(marked, options);
  }
}

async function loadMarked(limit: number): Promise<Marked[]> {
  const found = await Promise.all(
    countedKinds.map(async (kind) => {
      const docs = await truthOf(kind).model.find({ recount: true }, { _id: 1 }).limit(limit).lean();
      return docs.map(({ _id }) => ({ kind, id: _id as Id }));
    }),
  );
  return found.flat();
}

/**
 * Reads `rev`, counts, and only then looks for fresh records: whose counter write could still come is left for the next
 * round, and whose came in between has another `rev`. Answers what is still to be counted.
 */
async function recountOnce(marked: readonly Marked[], options: RecountOptions): Promise<Marked[]> {
  const counting: Counting[] = [];
  for (const each of marked) {
    const counted = await count(each);
    if (counted) counting.push(counted);
  }
  const moving = await inDoubt(options);
  const left: Marked[] = [];
  for (const each of counting) {
    if (moving.has(keyOf(each)) || !(await settle(each))) left.push({ kind: each.kind, id: each.id });
  }
  return left;
}

async function count({ kind, id }: Marked): Promise<Counting | null> {
  const truth = truthOf(kind);
  const doc = await truth.model.findById(id).lean<CountedDoc | null>();
  return doc ? { kind, id, rev: doc.rev, truth: await truth.count(doc) } : null;
}

/** What records point to whose counter write may still be under way. */
async function inDoubt({ freshMs }: RecountOptions): Promise<Set<string>> {
  const since = new Date(Date.now() - freshMs);
  const keys = new Set<string>();
  for (const kind of Object.keys(recordModels) as RecordKind[]) {
    const fresh = anyRecordModel(kind)
      .find({ due: { $gt: since } })
      .lean()
      .cursor({ batchSize: 1000 });
    for await (const doc of fresh) for (const counted of specOf({ kind, doc } as unknown as RecordDoc).counted()) keys.add(keyOf(counted));
  }
  return keys;
}

/** Writes the truth if nothing has moved; the mark goes only when the message is out. */
async function settle({ kind, id, rev, truth }: Counting): Promise<boolean> {
  const { model, live } = truthOf(kind);
  const doc = await model
    .findOneAndUpdate({ _id: id, rev }, { $set: truth, $inc: { rev: 1 } }, { returnDocument: 'after' })
    .lean<CountedDoc | null>();
  if (!doc) return false;
  await append(live(doc));
  await model.updateOne({ _id: id, rev: doc.rev }, { $unset: { recount: 1 } });
  return true;
}
