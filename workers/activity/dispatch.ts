import { addJob } from '#models/bus/jobs';
import { actorOf, clearDue, holds, loadRecord, type RecordDoc, type RecordRef, refOf } from '#models/bus/records';
import type { Telling } from '#models/bus/verb';
import { specOf } from '#models/bus/verbs/index';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { chooserFor } from './audience.js';
import { ahead, batches, chosen } from './batches.js';
import { follow } from './follow-ups.js';
import { showActivity } from './show.js';
import { erase, takeBack } from './take-back.js';
import { sendTellings, type Told, writeTellings } from './tell.js';

export interface DispatchOptions {
  /** Recipients a batch. */
  batch: number;
  /** How long the trending card waits for the end of a burst. */
  trendingSlotMs: number;
  recommendationsSlotMs: number;
  /** How long the places on a waiting list wait for the end of a burst. */
  placesSlotMs: number;
}
export const dispatchDefaults: DispatchOptions = { batch: 1000, trendingSlotMs: 2000, recommendationsSlotMs: 10_000, placesSlotMs: 1000 };

const startsOver = 20;

/** All that follows from a record: who is told, its line of activity, the cards that it moves. Can run twice, and at any moment again. */
export async function dispatch(ref: RecordRef, options: DispatchOptions = dispatchDefaults): Promise<void> {
  const record = await tellAsOfNow(ref, options);
  if (!record) return;
  const spec = specOf(record);
  for (const { record: told, audience, isErased } of await spec.takesBack()) {
    if (isErased) for await (const users of batches(audience, options)) await erase(String(told._id), users);
    else await takeBackFrom(audience, String(told._id), told.actor, options);
  }
  if (spec.isShown && record.kind === 'activity') await showActivity(record.doc);
  await askForCards(record, options);
  for (const each of spec.followUps()) await follow(each);
  await clearDue(ref);
}

/** Tells what the record says now. One that moved while it was written is told again, so that its last state stays. */
async function tellAsOfNow(ref: RecordRef, options: DispatchOptions): Promise<RecordDoc | null> {
  for (let round = 0; round < startsOver; round++) {
    const record = await loadRecord(ref);
    if (!record) return null;
    const tellings = await specOf(record).tellings();
    for (const telling of tellings) await tellOne(record, telling, holds(record), options);
    const now = await loadRecord(ref);
    if (!now || refOf(now).version === refOf(record).version) {
      await takeBackGone(record, tellings, options);
      return record;
    }
  }
  throw new Error('outbox.record changed in every attempt');
}

async function tellOne(record: RecordDoc, telling: Telling, on: boolean, options: DispatchOptions): Promise<void> {
  const id = String(record.doc._id);
  const actor = actorOf(record);
  if (on) return tellAudience({ id, actor, at: record.doc.at, telling }, options);
  return takeBackFrom(telling.audience, id, actor, options);
}

/** So many batches are under way at once: one is written while those before are sent, and the next is chosen meanwhile. */
const mostUnderWay = 4;

/** Tells each of the audience who is to be told, batch by batch; batches go out in the order in which they were chosen. */
export async function tellAudience(told: Told, options: DispatchOptions): Promise<void> {
  const choose = await chooserFor(told.telling, told.actor);
  const underWay: Promise<void>[] = [];
  try {
    for await (const users of ahead(chosen(batches(told.telling.audience, options), choose))) {
      const batch = Promise.all([writeTellings(told, users), underWay.at(-1)]).then(([docs]) => sendTellings(docs));
      batch.catch(() => {});
      underWay.push(batch);
      if (underWay.length >= mostUnderWay) await underWay.shift();
    }
  } finally {
    await Promise.all(underWay);
  }
}

/** Takes a telling back from each of the audience who has it unread. */
export async function takeBackFrom(audience: Telling['audience'], id: string, actor: Id | null, options: DispatchOptions): Promise<void> {
  for await (const users of batches(audience, options)) await takeBack(id, actor, users);
}

/** What it told of was removed while it was being told: then it is taken back. */
async function takeBackGone(record: RecordDoc, told: readonly Telling[], options: DispatchOptions): Promise<void> {
  if (told.length === 0 || !holds(record)) return;
  const still = new Set((await specOf(record).tellings()).map((telling) => telling.key));
  for (const telling of told) if (!still.has(telling.key)) await tellOne(record, telling, false, options);
}

/** A card, or the places on a waiting list, are asked for once a slot: the job at its end sees the last of a burst. */
async function askForCards(record: RecordDoc, { trendingSlotMs, recommendationsSlotMs, placesSlotMs }: DispatchOptions): Promise<void> {
  const spec = specOf(record);
  const slot = (ms: number): number => Math.floor(Date.now() / ms);
  if (spec.movesTrending && (await movesOpenPost(record)))
    await addJob('cards.trending', {}, { jobId: `trending-${slot(trendingSlotMs)}`, delay: trendingSlotMs });
  for (const user of spec.staleRecommendations()) {
    const jobId = `recommendations-${user}-${slot(recommendationsSlotMs)}`;
    await addJob('cards.recommendations', { user: String(user) }, { jobId, delay: recommendationsSlotMs });
  }
  const event = await spec.movesQueue();
  if (event) {
    const jobId = `places-${event}-${slot(placesSlotMs)}`;
    await addJob('events.places', { event: String(event) }, { jobId, delay: placesSlotMs });
  }
}

async function movesOpenPost(record: RecordDoc): Promise<boolean> {
  const posts = specOf(record)
    .counted()
    .filter(({ kind }) => kind === 'post');
  return posts.length > 0 && (await Posts.exists({ _id: { $in: posts.map(({ id }) => id) }, open: true })) !== null;
}
