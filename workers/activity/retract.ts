import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive } from '#models/bus/notifications';
import { publishOrRetry } from '#models/bus/publish';
import { Blocks } from '#models/db/blocks';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { writeBarrier } from '#models/db/write-barrier';
import { wordsOf, wordsWithout } from './notification-text.js';
import { isPersonal } from './recipients.js';
import { sendNotifications } from './send-notifications.js';

/** Remaining fields of a notification after a retraction; `empty` deletes it, `unchanged` leaves it as it is. */
type Rest = Partial<NotificationDoc> | 'empty' | 'unchanged';

/**
 * Retracts a delivery from these people's open, unread and unclaimed notifications. Deletes a notification that would be empty
 * and updates its owner's counts. Other notifications stay, but no longer quote what is gone.
 */
export async function retract(id: string, actor: Id | null, users: readonly Id[]): Promise<void> {
  const found = await Notifications.find({ user: { $in: users }, tellings: id }, { user: 1 }).lean();
  for (const { user } of found) {
    await applyRetraction({ user, tellings: id }, async (doc) => {
      const isFinal = !doc.open || !doc.unread || doc.claimed;
      return isFinal ? ((await wordsWithout(doc, id)) ?? 'unchanged') : withoutDelivery(doc, id, actor);
    });
  }
}

/** Deletes these people's notifications with a delivery, even read or mailed ones. */
export async function deleteNotifications(id: string, users: readonly Id[]): Promise<void> {
  const found = await Notifications.find({ user: { $in: users }, tellings: id }, { user: 1 }).lean();
  for (const { user } of found) await applyRetraction({ user, tellings: id }, () => 'empty');
}

/** While `from` blocks `to`, retracts each from the other's notifications, except personal ones. */
export async function retractBlocked(from: Id, to: Id): Promise<void> {
  if (!(await Blocks.exists({ from, to, on: true }))) return;
  await retractActor(from, to);
  await retractActor(to, from);
}

async function retractActor(user: Id, actor: Id): Promise<void> {
  const found = await Notifications.find({ user, actors: actor }, { type: 1 }).lean();
  for (const { _id, type } of found)
    if (!isPersonal(type)) await applyRetraction({ _id, actors: actor }, (doc) => withoutActor(doc, actor));
}

/**
 * Retracts from the one notification that the filter finds, if any: `restOf` computes what remains of it. Writes only if the
 * notification is unchanged since it was read, and else starts over; so of overlapping retractions and deliveries each has its
 * full effect. Publishes the result.
 */
async function applyRetraction(
  filter: { user: Id; tellings: string } | { _id: Id; actors: Id },
  restOf: (doc: NotificationDoc) => Rest | Promise<Rest>,
): Promise<void> {
  await retryOnConflict(async () => {
    const doc = await Notifications.findOne(filter).lean();
    return !doc || (await replace(doc, await restOf(doc))) || conflict;
  });
}

/** Writes and publishes what remains of a notification. False if the notification changed since it was read. */
async function replace(doc: NotificationDoc, rest: Rest): Promise<boolean> {
  if (rest === 'unchanged') return true;
  await writeBarrier.wait?.(null);
  const [open, unread] = [doc.open, doc.unread].map((is) => ({ $exists: is === true }));
  // Deliveries and retractions increment the version; reading, closing and claiming do not.
  const unchanged = { _id: doc._id, version: doc.version, claimed: doc.claimed, open, unread };
  if (rest === 'empty') {
    const { deletedCount } = await Notifications.deleteOne(unchanged);
    if (deletedCount === 1) await publishOrRetry(() => appendMessages([notificationReadLive(String(doc.user), [String(doc._id)])]));
    return deletedCount === 1;
  }
  const update = { $set: rest, $inc: { version: 1, seenVersion: 1 } };
  const left = await Notifications.findOneAndUpdate(unchanged, update, { returnDocument: 'after' }).lean();
  if (left) await publishOrRetry(() => sendNotifications([left]));
  return left !== null;
}

/** Rest without a delivery, and without the actor if this was their only one. */
async function withoutDelivery(doc: NotificationDoc, id: string, actor: Id | null): Promise<Rest> {
  const at = doc.actors.findIndex((each) => actor?.equals(each));
  const actors = doc.actors.filter((_each, i) => i !== at);
  // A block keeps a person's deliveries listed: without any other actor the notification is empty, too.
  if (doc.tellings.length === 1 || (actor && actors.length === 0)) return 'empty';
  // A block may have removed the actor before.
  const isGone = at !== -1 && !actors.some((each) => each.equals(actor));
  const tellings = doc.tellings.filter((each) => each !== id);
  return { tellings, actors, count: doc.count - (isGone ? 1 : 0), ...(await wordsOf(doc, tellings, actors)) };
}

/** Rest without an actor; quotes a remaining one. Deliveries stay listed, so that they are not repeated after a block. */
async function withoutActor(doc: NotificationDoc, actor: Id): Promise<Rest> {
  const actors = doc.actors.filter((each) => !each.equals(actor));
  if (actors.length === 0) return 'empty';
  return { actors, count: doc.count - 1, ...(await wordsOf(doc, doc.tellings, actors)) };
}
