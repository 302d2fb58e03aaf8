import { addJob } from '#models/bus/jobs';
import { actorOf, clearDue, isActive, loadRecord, type RecordDoc, type RecordRef, refOf } from '#models/bus/records';
import type { NotificationSpec } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { addToFeed } from './activity-feed.js';
import { batches, filterBatches, prefetch } from './batches.js';
import { type Delivery, sendDeliveries, writeDeliveries } from './deliver.js';
import { runFollowUp } from './follow-ups.js';
import { loadRecipientFilter } from './recipients.js';
import { deleteNotifications, retract } from './retract.js';

export interface DispatchOptions {
  /** Recipients a batch. */
  batch: number;
  /** How long the trending card waits for the end of a burst. */
  trendingSlotMs: number;
  recommendationsSlotMs: number;
  /** How long the places on a waiting list wait for the end of a burst. */
  positionsSlotMs: number;
}
export const dispatchDefaults: DispatchOptions = {
  batch: 1000,
  trendingSlotMs: 2000,
  recommendationsSlotMs: 10_000,
  positionsSlotMs: 1000,
};

const maxAttempts = 20;

/** All that follows from a record: who is told, its line of activity, the cards that it moves. Can run twice, and at any moment again. */
export async function dispatch(ref: RecordRef, options: DispatchOptions = dispatchDefaults): Promise<void> {
  const record = await deliverLatest(ref, options);
  if (!record) return;
  const spec = specOf(record);
  for (const { record: retracted, audience, deleteAlways } of await spec.retractions()) {
    if (deleteAlways) for await (const users of batches(audience, options)) await deleteNotifications(String(retracted._id), users);
    else await retractFrom(audience, String(retracted._id), retracted.actor, options);
  }
  if (spec.isInFeed && record.kind === 'activity') await addToFeed(record.doc);
  await enqueueCardJobs(record, options);
  for (const each of spec.followUps()) await runFollowUp(each);
  await clearDue(ref);
}

/** Tells what the record says now. One that moved while it was written is told again, so that its last state stays. */
async function deliverLatest(ref: RecordRef, options: DispatchOptions): Promise<RecordDoc | null> {
  for (let round = 0; round < maxAttempts; round++) {
    const record = await loadRecord(ref);
    if (!record) return null;
    const specs = await specOf(record).notifications();
    for (const spec of specs) await deliverOrRetract(record, spec, isActive(record), options);
    const now = await loadRecord(ref);
    if (!now || refOf(now).version === refOf(record).version) {
      await retractRemoved(record, specs, options);
      return record;
    }
  }
  throw new Error('outbox.record changed in every attempt');
}

async function deliverOrRetract(record: RecordDoc, spec: NotificationSpec, on: boolean, options: DispatchOptions): Promise<void> {
  const id = String(record.doc._id);
  const actor = actorOf(record);
  if (on) return notifyAudience({ id, actor, at: record.doc.at, spec }, options);
  return retractFrom(spec.audience, id, actor, options);
}

/** So many batches are under way at once: one is written while those before are sent, and the next is chosen meanwhile. */
const maxBatchesInFlight = 4;

/** Tells each of the audience who is to be told, batch by batch; batches go out in the order in which they were chosen. */
export async function notifyAudience(delivery: Delivery, options: DispatchOptions): Promise<void> {
  const filter = await loadRecipientFilter(delivery.spec, delivery.actor);
  const inFlight: Promise<void>[] = [];
  try {
    for await (const users of prefetch(filterBatches(batches(delivery.spec.audience, options), filter))) {
      const batch = Promise.all([writeDeliveries(delivery, users), inFlight.at(-1)]).then(([docs]) => sendDeliveries(docs));
      batch.catch(() => {});
      inFlight.push(batch);
      if (inFlight.length >= maxBatchesInFlight) await inFlight.shift();
    }
  } finally {
    await Promise.all(inFlight);
  }
}

/** Takes a telling back from each of the audience who has it unread. */
export async function retractFrom(
  audience: NotificationSpec['audience'],
  id: string,
  actor: Id | null,
  options: DispatchOptions,
): Promise<void> {
  for await (const users of batches(audience, options)) await retract(id, actor, users);
}

/** What it told of was removed while it was being told: then it is taken back. */
async function retractRemoved(record: RecordDoc, delivered: readonly NotificationSpec[], options: DispatchOptions): Promise<void> {
  if (delivered.length === 0 || !isActive(record)) return;
  const current = new Set((await specOf(record).notifications()).map((spec) => spec.key));
  for (const spec of delivered) if (!current.has(spec.key)) await deliverOrRetract(record, spec, false, options);
}

/** A card, or the places on a waiting list, are asked for once a slot: the job at its end sees the last of a burst. */
async function enqueueCardJobs(
  record: RecordDoc,
  { trendingSlotMs, recommendationsSlotMs, positionsSlotMs }: DispatchOptions,
): Promise<void> {
  const spec = specOf(record);
  const slot = (ms: number): number => Math.floor(Date.now() / ms);
  if (spec.affectsTrending && (await affectsOpenPost(record)))
    await addJob('cards.trending', {}, { jobId: `trending-${slot(trendingSlotMs)}`, delay: trendingSlotMs });
  for (const user of spec.staleRecommendations()) {
    const jobId = `recommendations-${user}-${slot(recommendationsSlotMs)}`;
    await addJob('cards.recommendations', { user: String(user) }, { jobId, delay: recommendationsSlotMs });
  }
  const event = await spec.affectedWaitingList();
  if (event) {
    const jobId = `places-${event}-${slot(positionsSlotMs)}`;
    await addJob('events.places', { event: String(event) }, { jobId, delay: positionsSlotMs });
  }
}

async function affectsOpenPost(record: RecordDoc): Promise<boolean> {
  const posts = specOf(record)
    .affectedCounters()
    .filter(({ kind }) => kind === 'post');
  return posts.length > 0 && (await Posts.exists({ _id: { $in: posts.map(({ id }) => id) }, open: true })) !== null;
}
