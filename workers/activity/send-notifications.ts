import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { Loader } from '#models/db/loader';
import { toId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { smallBatch } from './batches.js';

/** Ids that still exist. */
const existingLoader = new Loader<true>(async (ids) => {
  const found = await Notifications.find({ _id: { $in: ids.map(toId) } }, { _id: 1 }).lean();
  return new Map(found.map(({ _id }) => [String(_id), true]));
});

/**
 * Publishes notifications to their owners. If one was deleted meanwhile, its removal is published again, since this message
 * came after the first. Repeating it changes nothing.
 */
export async function sendNotifications(docs: readonly NotificationDoc[]): Promise<void> {
  await appendMessages(await notificationsLive(docs));
  // A covered index query, and nearly always sufficient.
  const isLarge = docs.length > smallBatch;
  if (isLarge && (await Notifications.countDocuments({ _id: { $in: docs.map((doc) => doc._id) } })) === docs.length) return;
  const remaining = await existingLoader.freshMany(docs.map((doc) => doc._id));
  const gone = docs.filter((doc) => !remaining.has(String(doc._id)));
  if (gone.length > 0) await appendMessages(gone.map((doc) => notificationReadLive(String(doc.user), [String(doc._id)])));
}
