import { createHash, randomBytes } from 'node:crypto';
import { Attendances } from './attendances.js';
import { Bookmarks } from './bookmarks.js';
import { type EventDoc, Events } from './events.js';
import type { Id } from './model.js';
import type { DbSession } from './transaction.js';
import { Users } from './users.js';
import { type LoadedViewer, loadViewer } from './viewer.js';

/** Hash of a feed key: a reader of the database cannot read the feeds. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Creates a new key of a person's private feed and revokes the previous one. */
export async function newCalendarKey(user: Id): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await Users.updateOne({ _id: user, deletedAt: null }, { $set: { calendarKey: hashed(key) } });
  return key;
}

/** Revokes a person's private feed. */
export const dropCalendarKey = (user: Id, session?: DbSession): Promise<unknown> =>
  Users.updateOne({ _id: user }, { $unset: { calendarKey: 1 } }, session ? { session } : {}).exec();

/** Viewer of the private feed with this key; null for an unknown or revoked key and for a deleted or suspended account. */
export async function viewerOfKey(key: string): Promise<LoadedViewer | null> {
  const user = await Users.findOne({ calendarKey: hashed(key) }, { _id: 1 }).lean();
  const viewer = user && (await loadViewer(user._id));
  return viewer && !viewer.suspended ? viewer : null;
}

const most = 500;
const pastMs = 180 * 86_400_000;
const since = (): Date => new Date(Date.now() - pastMs);

/** A society's events of the last half year and the future, cancelled ones included. */
export const feedOfSociety = (society: Id): Promise<EventDoc[]> =>
  Events.find({ society, removedAt: null, startsAt: { $gte: since() } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean()
    .exec();

/** Events that a person attends or has bookmarked, of the last half year and the future. */
export async function feedOfPerson(user: Id): Promise<EventDoc[]> {
  const [going, saved] = await Promise.all([
    Attendances.find({ user, state: 'going' }, { event: 1 }).sort({ at: -1 }).limit(most).lean(),
    Bookmarks.find({ user, on: true }, { event: 1 }).sort({ at: -1 }).limit(most).lean(),
  ]);
  const ids = [...new Map([...going, ...saved].map(({ event }) => [String(event), event])).values()];
  if (ids.length === 0) return [];
  const found = await Events.find({ _id: { $in: ids }, removedAt: null }).lean();
  const from = since();
  return found.filter(({ startsAt }) => startsAt >= from).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
