import { createHash, randomBytes } from 'node:crypto';
import { Attendances } from './attendances.js';
import { Bookmarks } from './bookmarks.js';
import { type EventDoc, Events } from './events.js';
import type { Id } from './model.js';
import type { DbSession } from './transaction.js';
import { Users } from './users.js';
import { type LoadedViewer, loadViewer } from './viewer.js';

/** What is kept of a key: whoever reads the database cannot read the feeds. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Makes a new key of a person's private feed; the one before no longer works. */
export async function newCalendarKey(user: Id): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await Users.updateOne({ _id: user, deletedAt: null }, { $set: { calendarKey: hashed(key) } });
  return key;
}

/** Ends a person's private feed. */
export const dropCalendarKey = (user: Id, session?: DbSession): Promise<unknown> =>
  Users.updateOne({ _id: user }, { $unset: { calendarKey: 1 } }, session ? { session } : {}).exec();

/** Whose private feed a key opens; null for one that is unknown or revoked, and of an account that is gone or suspended. */
export async function viewerOfKey(key: string): Promise<LoadedViewer | null> {
  const user = await Users.findOne({ calendarKey: hashed(key) }, { _id: 1 }).lean();
  const viewer = user && (await loadViewer(user._id));
  return viewer && !viewer.suspended ? viewer : null;
}

const most = 500;
const pastMs = 180 * 86_400_000;
const since = (): Date => new Date(Date.now() - pastMs);

/** A society's events of the last half year and all that are to come, also those called off. */
export const feedOfSociety = (society: Id): Promise<EventDoc[]> =>
  Events.find({ society, removedAt: null, startsAt: { $gte: since() } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean()
    .exec();

/** What a person attends and what they have saved, of the last half year and to come. */
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
