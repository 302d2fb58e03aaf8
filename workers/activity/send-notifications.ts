import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { type NotificationDoc, Notifications } from '#models/db/notifications';

/**
 * Sends notifications to their owners as they were written. Of one that was taken back since, its owner has heard that before
 * this came, and hears it once more. Sending again changes nothing.
 */
export async function sendNotifications(docs: readonly NotificationDoc[]): Promise<void> {
  await appendMessages(await notificationsLive(docs));
  const among = { _id: { $in: docs.map((doc) => doc._id) } };
  // An index alone answers this, and nearly always it is all that there is to know.
  if ((await Notifications.countDocuments(among)) === docs.length) return;
  const there = await Notifications.find(among, { _id: 1 }).lean();
  const existing = new Set(there.map((doc) => String(doc._id)));
  const gone = docs.filter((doc) => !existing.has(String(doc._id)));
  if (gone.length > 0) await appendMessages(gone.map((doc) => notificationReadLive(String(doc.user), [String(doc._id)])));
}
