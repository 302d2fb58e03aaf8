import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { type NotificationDoc, Notifications } from '#models/db/notifications';

/**
 * Publishes notifications to their owners. If one was deleted meanwhile, its removal is published again, since this message
 * came after the first. Repeating it changes nothing.
 */
export async function sendNotifications(docs: readonly NotificationDoc[]): Promise<void> {
  await appendMessages(await notificationsLive(docs));
  const among = { _id: { $in: docs.map((doc) => doc._id) } };
  // A covered index query, and nearly always sufficient.
  if ((await Notifications.countDocuments(among)) === docs.length) return;
  const remaining = await Notifications.find(among, { _id: 1 }).lean();
  const remainingIds = new Set(remaining.map((doc) => String(doc._id)));
  const gone = docs.filter((doc) => !remainingIds.has(String(doc._id)));
  if (gone.length > 0) await appendMessages(gone.map((doc) => notificationReadLive(String(doc.user), [String(doc._id)])));
}
