import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { type NotificationDoc, Notifications } from './notifications.js';
import { paginate } from './paginate.js';

const newestFirst: SortOrder = [['at', -1, 'date']];

/** One page of a person's own notifications, newest first. */
export async function notificationPage(
  user: Id,
  cursor: string | undefined,
  limit: number,
): Promise<{ notifications: NotificationDoc[]; next: string | null }> {
  const { items: notifications, next } = await paginate({ model: Notifications, reads: [{ user }], order: newestFirst, cursor, limit });
  return { notifications, next };
}

export async function countNotifications(user: Id): Promise<{ unread: number; total: number }> {
  const [unread, total] = await Promise.all([Notifications.countDocuments({ user, unread: true }), Notifications.countDocuments({ user })]);
  return { unread, total };
}

/** A read notification is closed, so that the next delivery opens a new one; it is neither mailed nor pushed. */
const asRead = { $unset: { unread: 1, open: 1, due: 1 } } as const;

/** Marks a person's own notification as read. Idempotent; false for an unknown id. */
export async function markNotificationRead(user: Id, id: string): Promise<boolean> {
  const { matchedCount } = await Notifications.updateOne({ _id: id, user }, asRead);
  return matchedCount === 1;
}

export async function markNotificationsRead(user: Id): Promise<void> {
  await Notifications.updateMany({ user, unread: true }, asRead);
}

/** Claims a push of a notification to one browser: true for one caller only, even if that one fails afterwards. */
export async function claimPush(notification: Id, browser: Id): Promise<boolean> {
  const { modifiedCount } = await Notifications.updateOne(
    { _id: notification, pushedTo: { $ne: browser } },
    { $push: { pushedTo: browser } },
  );
  return modifiedCount === 1;
}

/** Releases the claim of a push that was certainly not sent. */
export async function unclaimPush(notification: Id, browser: Id): Promise<void> {
  await Notifications.updateOne({ _id: notification }, { $pull: { pushedTo: browser } });
}
