import { addJob, queue } from '#models/bus/jobs';
import { actorOf, clearDue, isActive, loadRecord, type RecordDoc, type RecordRef, refOf } from '#models/bus/records';
import type { NotificationSpec, Retraction } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { postLoader } from '#models/db/posts.loaders';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { addToFeed } from './activity-feed.js';
import { batches, filterBatches, prefetch } from './batches.js';
import { type Delivery, sendDeliveries, writeDeliveries } from './deliver.js';
import { runFollowUp } from './follow-ups.js';
import { recipientFilter } from './recipients.js';
import { deleteNotifications, retract } from './retract.js';
import { markCardsStale } from './stale-cards.js';

export interface DispatchOptions {
  /** Recipients in a batch. */
  batch: number;
  /** Delay that coalesces updates of the trending card in a burst. */
  trendingSlotMs: number;
  /** Delay that coalesces updates of waiting list positions in a burst. */
  positionsSlotMs: number;
}
export const dispatchDefaults: DispatchOptions = {
  batch: 1000,
  trendingSlotMs: 2000,
  positionsSlotMs: 1000,
};

/**
 * Does everything that follows from a record: notifications, retractions, the activity feed, cards, follow-ups. Idempotent; can
 * be repeated at any time.
 */
export async function dispatch(ref: RecordRef, options: DispatchOptions = dispatchDefaults): Promise<void> {
  const record = await deliverLatest(ref, options);
  if (!record) return;
  const spec = specOf(record);
  for (const each of await spec.retractions()) await runRetraction(each, options);
  if (spec.isInFeed && record.kind === 'activity') await addToFeed(record.doc);
  await enqueueCardJobs(record, options);
  for (const each of spec.followUps()) await runFollowUp(each);
  await clearDue(ref);
}

/** Delivers or retracts by the record's current state. Repeats if the record changed meanwhile, so that the last state wins. */
function deliverLatest(ref: RecordRef, options: DispatchOptions): Promise<RecordDoc | null> {
  return retryOnConflict(async () => {
    const record = await loadRecord(ref);
    if (!record) return null;
    // First: a screen need not wait for the notifications of a large society.
    await markCardsStale(record);
    const specs = await specOf(record).notifications();
    for (const spec of specs) await deliverOrRetract(record, spec, isActive(record), options);
    const now = await loadRecord(ref);
    if (now && refOf(now).version !== refOf(record).version) return conflict;
    await retractRemoved(record, specs, options);
    return record;
  });
}

async function deliverOrRetract(record: RecordDoc, spec: NotificationSpec, on: boolean, options: DispatchOptions): Promise<void> {
  const id = String(record.doc._id);
  const actor = spec.isUnsigned ? null : actorOf(record);
  if (on) return notifyAudience({ id, actor, at: record.doc.at, spec }, options);
  return retractFrom(spec.audience, id, actor, options);
}

async function runRetraction({ record, audience, deleteAlways }: Retraction, options: DispatchOptions): Promise<void> {
  if (deleteAlways) for await (const users of batches(audience, options)) await deleteNotifications(String(record._id), users);
  else await retractFrom(audience, String(record._id), record.actor, options);
}

/** Batches in flight: one is written while earlier ones are sent and the next is filtered. */
const maxBatchesInFlight = 4;

/** Notifies the recipients in the audience, batch by batch; batches are sent in order. */
export async function notifyAudience(delivery: Delivery, options: DispatchOptions): Promise<void> {
  const filter = recipientFilter(delivery.spec, delivery.actor);
  const inFlight: Promise<void>[] = [];
  try {
    for await (const users of prefetch(filterBatches(batches(delivery.spec.audience, options), filter))) {
      const batch = deliverBatch(delivery, users, inFlight.at(-1));
      batch.catch(() => {});
      inFlight.push(batch);
      if (inFlight.length >= maxBatchesInFlight) await inFlight.shift();
    }
    await Promise.all(inFlight);
  } finally {
    // Writes of a failed attempt end before the next one, which may have to retract them.
    await Promise.allSettled(inFlight);
  }
}

/** Writes a batch, and sends it after the previous one. Settles no sooner than its write. */
async function deliverBatch(delivery: Delivery, users: readonly Id[], previous: Promise<void> | undefined): Promise<void> {
  const docs = await writeDeliveries(delivery, users);
  await previous;
  await sendDeliveries(docs);
}

/** Retracts a delivery from everybody in the audience who has it unread. */
export async function retractFrom(
  audience: NotificationSpec['audience'],
  id: string,
  actor: Id | null,
  options: DispatchOptions,
): Promise<void> {
  for await (const users of batches(audience, options)) await retract(id, actor, users);
}

/** Retracts deliveries whose object was removed, while this attempt wrote them or after an earlier one that failed. */
async function retractRemoved(record: RecordDoc, delivered: readonly NotificationSpec[], options: DispatchOptions): Promise<void> {
  if (!isActive(record)) return;
  const specs = delivered.length > 0 ? await specOf(record).notifications() : [];
  const current = new Set(specs.map((spec) => spec.key));
  for (const spec of delivered) if (!current.has(spec.key)) await deliverOrRetract(record, spec, false, options);
  const retraction = current.size === 0 ? specOf(record).retractionOfGone() : null;
  if (retraction) await runRetraction(retraction, options);
}

/** Enqueues the trending card and waiting list positions once a time slot: the job at its end sees the last of a burst. */
async function enqueueCardJobs(record: RecordDoc, { trendingSlotMs, positionsSlotMs }: DispatchOptions): Promise<void> {
  const spec = specOf(record);
  const slot = (ms: number): number => Math.floor(Date.now() / ms);
  if (spec.affectsTrending && (await affectsOpenPost(record))) await enqueueTrending(`trending-${slot(trendingSlotMs)}`, trendingSlotMs);
  const event = await spec.affectedWaitingList();
  if (event) {
    const jobId = `places-${event}-${slot(positionsSlotMs)}`;
    await addJob('events.places', { event: String(event) }, { jobId, delay: positionsSlotMs });
  }
}

/** Id of the last trending job that this process has added to a queue. */
const lastTrendingJob = new WeakMap<object, string>();

/** Adds the trending job of a slot, without a call of Redis for the later records of a burst. */
async function enqueueTrending(jobId: string, delay: number): Promise<void> {
  const cards = queue('cards');
  if (lastTrendingJob.get(cards) === jobId) return;
  await addJob('cards.trending', {}, { jobId, delay });
  lastTrendingJob.set(cards, jobId);
}

async function affectsOpenPost(record: RecordDoc): Promise<boolean> {
  const posts = specOf(record)
    .affectedCounters()
    .filter(({ kind }) => kind === 'post');
  return [...(await postLoader.freshMany(posts.map(({ id }) => id))).values()].some(({ open }) => open);
}
