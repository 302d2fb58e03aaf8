import { afterCursor, type Cursor, cutPage } from './cursor.js';
import type { Id } from './model.js';
import { type NotificationDoc, Notifications } from './notifications.js';

/** One page of a person's own notifications, newest first. */
export async function notificationPage(
  user: Id,
  cursor: Cursor | null,
  limit: number,
): Promise<{ notifications: NotificationDoc[]; next: string | null }> {
  const found = await Notifications.find({ user, ...afterCursor('at', cursor, -1) })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const { items: notifications, next } = cutPage(found, limit, ({ at }) => at);
  return { notifications, next };
}

export async function countNotifications(user: Id): Promise<{ unread: number; total: number }> {
  const [unread, total] = await Promise.all([Notifications.countDocuments({ user, unread: true }), Notifications.countDocuments({ user })]);
  return { unread, total };
}

/** What was read takes no more tellings: the next one begins a new notification. Nor is it mailed or pushed. */
const asRead = { $unset: { unread: 1, open: 1, due: 1 } } as const;

/** Marks one of a person's own as read; twice is once. False where there is no such one. */
export async function markNotificationRead(user: Id, id: string): Promise<boolean> {
  const { matchedCount } = await Notifications.updateOne({ _id: id, user }, asRead);
  return matchedCount === 1;
}

export async function markNotificationsRead(user: Id): Promise<void> {
  await Notifications.updateMany({ user, unread: true }, asRead);
}

/** Takes a notification for one browser: true for one caller only, whatever happens to that one afterwards. */
export async function claimPush(notification: Id, browser: Id): Promise<boolean> {
  const { modifiedCount } = await Notifications.updateOne(
    { _id: notification, pushedTo: { $ne: browser } },
    { $push: { pushedTo: browser } },
  );
  return modifiedCount === 1;
}

/** Gives it back: it certainly was not pushed. */
export async function unclaimPush(notification: Id, browser: Id): Promise<void> {
  await Notifications.updateOne({ _id: notification }, { $pull: { pushedTo: browser } });
}
