import type { Model } from 'mongoose';
import { addJob } from '#models/bus/jobs';
import { appendMessages } from '#models/bus/live-stream';
import { publishOrRetry } from '#models/bus/publish';
import { visibilityLive } from '#models/bus/verbs/societies';
import { afterPosition, type ListPosition, positionOf, type SortOrder } from '#models/db/cursor';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { isOpenInside, Societies } from '#models/db/societies';

const batch = 500;
/** Delay that coalesces updates of the trending card. */
const trendingSlotMs = 2000;

type Inside = 'posts' | 'events';
type Dated = { _id: Id; open: boolean } & Record<string, unknown>;

const models: Record<Inside, { model: Model<Dated>; by: string }> = {
  posts: { model: Posts as unknown as Model<Dated>, by: 'createdAt' },
  events: { model: Events as unknown as Model<Dated>, by: 'startsAt' },
};

/**
 * Sets `open` on a society's posts and events by its current visibility, read again for each batch. Can be interrupted,
 * repeated and run concurrently. Returns how many were changed.
 */
export async function syncOpenFlags(society: Id): Promise<number> {
  let changed = 0;
  for (const what of Object.keys(models) as Inside[]) changed += await syncAll(society, what);
  if (changed === 0) return 0;
  await publishOrRetry(() => announce(society));
  return changed;
}

async function announce(society: Id): Promise<void> {
  const slot = Math.floor(Date.now() / trendingSlotMs);
  await addJob('cards.trending', {}, { jobId: `trending-${slot}`, delay: trendingSlotMs });
  await announceOpened(society);
}

/** Announces an open society again: lists that were fetched at the change itself lack what was not open yet. */
async function announceOpened(id: Id): Promise<void> {
  const society = await Societies.findById(id).lean();
  if (society && isOpenInside(society).posts) await appendMessages([visibilityLive(society)]);
}

async function syncAll(society: Id, what: Inside): Promise<number> {
  const { model, by } = models[what];
  const order: SortOrder = [[by, -1, 'date']];
  let from: ListPosition | null = null;
  let changed = 0;
  for (;;) {
    const found: Dated[] = await model
      .find({ society, ...afterPosition(order, from) } as never, { open: 1, [by]: 1 })
      .sort({ [by]: -1, _id: -1 })
      .limit(batch)
      .lean<Dated[]>();
    const last = found.at(-1);
    if (!last) return changed;
    changed += await syncBatch(society, what, found);
    from = positionOf(last, order);
  }
}

async function syncBatch(society: Id, what: Inside, found: readonly Dated[]): Promise<number> {
  const now = await Societies.findById(society, { privacy: 1, removedAt: 1 }).lean();
  const open = now !== null && isOpenInside(now)[what];
  const wrong = found.filter((each) => each.open !== open).map(({ _id }) => _id);
  if (wrong.length === 0) return 0;
  // Mark newly open posts as active: the trending card considers only those.
  const moving = open && what === 'posts' ? { activeAt: new Date() } : {};
  const { modifiedCount } = await models[what].model.updateMany({ _id: { $in: wrong } }, { $set: { open, ...moving } });
  return modifiedCount;
}
