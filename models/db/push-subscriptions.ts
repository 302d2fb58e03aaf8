import { isDuplicate } from './locks.js';
import { date, defineModel, type Id, needed, ref } from './model.js';
import { isAlive, Sessions } from './sessions.js';
import { writeBarrier } from './write-barrier.js';

/** A browser that is told by push: under the session that asked for it, and only while that lives. */
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

/** Browsers of one person: the oldest go. */
const mostOfOne = 20;

/** Keeps a browser's subscription, whoever had it before: who signed in last is who uses it. */
export async function saveSubscription({ endpoint, ...rest }: Omit<PushSubscriptionDoc, '_id' | 'createdAt'>): Promise<void> {
  const write = () => PushSubscriptions.updateOne({ endpoint }, { $set: { ...rest, createdAt: new Date() } }, { upsert: true });
  await writeBarrier.wait?.(null);
  await write().catch((error: unknown) => {
    // Another of the same moment has just made it.
    if (isDuplicate(error)) return write();
    throw error;
  });
  const old = await PushSubscriptions.find({ user: rest.user }, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).skip(mostOfOne).lean();
  if (old.length > 0) await PushSubscriptions.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

/** Those of these browsers whose session lives; the others are forgotten. */
export async function pruneStaleSubscriptions(browsers: readonly PushSubscriptionDoc[]): Promise<PushSubscriptionDoc[]> {
  const sessions = await Sessions.find({ _id: { $in: browsers.map(({ session }) => session) } }, { user: 1, lastSeenAt: 1 }).lean();
  const living = new Map(sessions.filter(isAlive).map(({ _id, user }) => [_id, user]));
  const active = browsers.filter(({ session, user }) => living.get(session)?.equals(user));
  // Somebody may have signed in there meanwhile: then it has another session.
  for (const { _id, session } of browsers.filter((browser) => !active.includes(browser)))
    await PushSubscriptions.deleteOne({ _id, session });
  return active;
}
