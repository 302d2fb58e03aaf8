import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { reachAfterMs } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { isOpenInside, Societies } from '#models/db/societies';
import { mailFollowersOf } from '../digest/followers.js';

/**
 * Stores a mail about a new post or event for each follower of its society who wants each, some minutes later; those who read
 * it meanwhile get none. Stored once, however often it runs. Quiet hours are left to the sending.
 */
export async function mailFollowers(kind: 'post' | 'event', id: Id): Promise<void> {
  const item =
    kind === 'post'
      ? await Posts.findOne({ _id: id, removedAt: null }, { society: 1, createdAt: 1 }).lean()
      : await Events.findOne({ _id: id, removedAt: null, cancelledAt: null }, { society: 1, createdAt: 1 }).lean();
  const society = item && (await Societies.findById(item.society).lean());
  if (!item || !society?.notifications.emailNotifications) return;
  if (!isOpenInside(society)[kind === 'post' ? 'posts' : 'events']) return;
  const due = new Date(Math.max(Date.now(), item.createdAt.getTime() + reachAfterMs));
  await mailFollowersOf(society, item.createdAt, { cadence: 'each', key: String(id), params: { [kind]: String(id) }, due }, null);
}
