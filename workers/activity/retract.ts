import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive } from '#models/bus/notifications';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { wordsOf, wordsWithout } from './notification-text.js';
import { sendNotifications } from './send-notifications.js';

const rounds = 20;

/**
 * Retracts a delivery from these people's open, unread and unclaimed notifications. Deletes a notification that would be empty
 * and updates its owner's counts. Other notifications stay, but no longer quote what is gone.
 */
export async function retract(id: string, actor: Id | null, users: readonly Id[]): Promise<void> {
  const found = await Notifications.find({ user: { $in: users }, tellings: id }, { user: 1 }).lean();
  for (const { user } of found) await retractFromUser(user, id, actor);
}

/** Deletes these people's notifications with a delivery, even read or mailed ones. */
export async function deleteNotifications(id: string, users: readonly Id[]): Promise<void> {
  const found = await Notifications.find({ user: { $in: users }, tellings: id }, { user: 1 }).lean();
  await Notifications.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
  await appendMessages(found.map(({ _id, user }) => notificationReadLive(String(user), [String(_id)])));
}

async function retractFromUser(user: Id, id: string, actor: Id | null): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const doc = await Notifications.findOne({ user, tellings: id }).lean();
    if (!doc) return;
    const isFinal = !doc.open || !doc.unread || doc.claimed;
    if (isFinal ? await unquote(doc, id) : await removeDelivery(doc, id, actor)) return;
  }
  throw new Error('notification.retract failed: write conflict');
}

/** Writes only if the notification is unchanged. */
async function removeDelivery(doc: NotificationDoc, id: string, actor: Id | null): Promise<boolean> {
  const unchanged = { _id: doc._id, open: true, unread: true, claimed: false, tellings: doc.tellings } as const;
  const actors = without(doc.actors, actor);
  // A block keeps a person's deliveries listed: without any other actor the notification is empty, too.
  if (doc.tellings.length === 1 || (actor && actors.length === 0)) {
    const { deletedCount } = await Notifications.deleteOne(unchanged);
    if (deletedCount === 1) await appendMessages([notificationReadLive(String(doc.user), [String(doc._id)])]);
    return deletedCount === 1;
  }
  // A block may have removed the actor before.
  const isGone = actors.length < doc.actors.length && !actors.some((each) => each.equals(actor));
  const deliveries = doc.tellings.filter((each) => each !== id);
  const set = { tellings: deliveries, actors, count: doc.count - (isGone ? 1 : 0), ...(await wordsOf(doc, deliveries, actors)) };
  const left = await Notifications.findOneAndUpdate(
    unchanged,
    { $set: set, $inc: { version: 1, seenVersion: 1 } },
    { returnDocument: 'after' },
  ).lean();
  if (left) await sendNotifications([left]);
  return left !== null;
}

/** Removes the quote from a final notification. Writes only if no delivery was added meanwhile. */
async function unquote(doc: NotificationDoc, id: string): Promise<boolean> {
  const words = await wordsWithout(doc, id);
  if (!words) return true;
  const unchanged = { _id: doc._id, tellings: doc.tellings };
  const left = await Notifications.findOneAndUpdate(
    unchanged,
    { $set: words, $inc: { version: 1, seenVersion: 1 } },
    { returnDocument: 'after' },
  ).lean();
  if (left?.unread) await sendNotifications([left]);
  return left !== null;
}

/** Removes one occurrence of an actor. */
function without(actors: readonly Id[], actor: Id | null): Id[] {
  const at = actors.findIndex((each) => actor?.equals(each));
  return actors.filter((_each, i) => i !== at);
}
