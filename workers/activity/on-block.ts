import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { Blocks } from '#models/db/blocks';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { wordsOf } from './notification-text.js';
import { isPersonal } from './recipients.js';

const rounds = 20;

/** While `from` blocks `to`, removes each from the other's notifications, except personal ones. */
export async function removeBlockedFromNotifications(from: Id, to: Id): Promise<void> {
  if (!(await Blocks.exists({ from, to, on: true }))) return;
  await removeActor(from, to);
  await removeActor(to, from);
}

async function removeActor(user: Id, other: Id): Promise<void> {
  const found = await Notifications.find({ user, actors: other }, { type: 1 }).lean();
  for (const { _id, type } of found) if (!isPersonal(type)) await removeActorFrom(_id, other);
}

async function removeActorFrom(id: Id, other: Id): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const doc = await Notifications.findOne({ _id: id, actors: other }).lean();
    if (!doc || (await tryRemoveActor(doc, other))) return;
  }
  throw new Error('notification.shrink failed: write conflict');
}

/**
 * Writes only if the notification is unchanged; quotes a remaining actor. Deliveries stay listed, so that they are not repeated
 * after the block.
 */
async function tryRemoveActor(doc: NotificationDoc, other: Id): Promise<boolean> {
  const unchanged = { _id: doc._id, tellings: doc.tellings };
  const actors = doc.actors.filter((each) => !each.equals(other));
  if (actors.length === 0) {
    const { deletedCount } = await Notifications.deleteOne(unchanged);
    if (deletedCount === 1) await appendMessages([notificationReadLive(String(doc.user), [String(doc._id)])]);
    return deletedCount === 1;
  }
  const left = await Notifications.findOneAndUpdate(
    unchanged,
    { $set: { actors, count: doc.count - 1, ...(await wordsOf(doc, doc.tellings, actors)) }, $inc: { version: 1, seenVersion: 1 } },
    { returnDocument: 'after' },
  ).lean();
  if (left?.unread) await appendMessages(await notificationsLive([left]));
  return left !== null;
}
