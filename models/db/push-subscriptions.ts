import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, needed, ref } from './model.js';
import { retryOnConflict } from './retry-on-conflict.js';
import { isAlive, Sessions } from './sessions.js';
import { writeBarrier } from './write-barrier.js';

/** A browser that receives Web Push, under the session that subscribed and for as long as that lives. */
export interface PushSubscriptionDoc {
  _id: Id;
  user: Id;
  session: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  createdAt: Date;
}

export const PushSubscriptions = defineModel<PushSubscriptionDoc>(
  'pushSubscriptions',
  { user: ref, session: needed, endpoint: needed, keys: { p256dh: needed, auth: needed }, createdAt: date },
  [[{ endpoint: 1 }, { unique: true }], [{ user: 1, createdAt: -1, _id: -1 }], [{ session: 1 }]],
);

describeCollection(PushSubscriptions, {
  isInternal: true,
  description: 'Browsers that receive Web Push. Deleted.',
  exportFilter: ofUser,
  omitted: ['keys', 'session'],
  erase: deleteAll(PushSubscriptions, byUser),
});

/** Maximum browsers per person; the oldest are removed. */
const mostOfOne = 20;

/** Stores a browser's subscription, replacing its previous owner: the last person to sign in uses the browser. */
export async function saveSubscription({ endpoint, ...rest }: Omit<PushSubscriptionDoc, '_id' | 'createdAt'>): Promise<void> {
  await writeBarrier.wait?.(null);
  await retryOnConflict(() => PushSubscriptions.updateOne({ endpoint }, { $set: { ...rest, createdAt: new Date() } }, { upsert: true }));
  const old = await PushSubscriptions.find({ user: rest.user }, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).skip(mostOfOne).lean();
  if (old.length > 0) await PushSubscriptions.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

/** Returns the browsers with a live session and deletes the others. */
export async function pruneStaleSubscriptions(browsers: readonly PushSubscriptionDoc[]): Promise<PushSubscriptionDoc[]> {
  const sessions = await Sessions.find({ _id: { $in: browsers.map(({ session }) => session) } }, { user: 1, lastSeenAt: 1 }).lean();
  const living = new Map(sessions.filter(isAlive).map(({ _id, user }) => [_id, user]));
  const active = browsers.filter(({ session, user }) => living.get(session)?.equals(user));
  // Match the session too: another person may have signed in there meanwhile.
  for (const { _id, session } of browsers.filter((browser) => !active.includes(browser)))
    await PushSubscriptions.deleteOne({ _id, session });
  return active;
}
