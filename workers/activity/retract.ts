import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive } from '#models/bus/notifications';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { wordsOf, wordsWithout } from './notification-text.js';
import { sendNotifications } from './send-notifications.js';

const rounds = 20;

/**
 * Takes a telling back from these people: out of what is open, unread, and claimed by neither mail nor push. A notification
 * that would be empty goes, and its owner's counts follow. The others stay what they were, but no longer quote what is gone.
 */
export async function retract(id: string, actor: Id | null, users: readonly Id[]): Promise<void> {
  const found = await Notifications.find({ user: { $in: users }, tellings: id }, { user: 1 }).lean();
  for (const { user } of found) await retractFromUser(user, id, actor);
}

/** Deletes these people's notifications of a telling, also what was read or mailed. */
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

/** Writes only what nobody has changed meanwhile. */
async function removeDelivery(doc: NotificationDoc, id: string, actor: Id | null): Promise<boolean> {
  const unchanged = { _id: doc._id, open: true, unread: true, claimed: false, tellings: doc.tellings } as const;
  const actors = without(doc.actors, actor);
  // A block leaves a person's tellings in it: without anybody else it is empty, too.
  if (doc.tellings.length === 1 || (actor && actors.length === 0)) {
    const { deletedCount } = await Notifications.deleteOne(unchanged);
    if (deletedCount === 1) await appendMessages([notificationReadLive(String(doc.user), [String(doc._id)])]);
    return deletedCount === 1;
  }
  // A block may have taken the person out before.
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

/** Of one that is kept. Writes only what nobody has told meanwhile. */
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

/** The list without the first that is this one. */
function without(actors: readonly Id[], actor: Id | null): Id[] {
  const at = actors.findIndex((each) => actor?.equals(each));
  return actors.filter((_each, i) => i !== at);
}
