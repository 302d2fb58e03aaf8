import { type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { roomOf } from '#models/contract/rooms';
import { type NotificationDoc, notificationToWire, timesOf } from '#models/db/notifications';
import { loadActorNaming } from '#models/db/notifications.naming';
import { namedParts, peopleIn } from '#models/db/notifications.people';
import { personLoader } from '#models/db/users';
import { notificationWords } from './i18n.js';
import { type LiveMessage, liveMessage } from './live-stream.js';

/** Notifications with their texts and people, in the given order; whom the recipient may not be shown is masked. */
export async function notificationsToWire(docs: readonly NotificationDoc[]): Promise<Notification[]> {
  const [people, mayName] = await Promise.all([personLoader.cachedMany(docs.flatMap(peopleIn)), loadActorNaming(docs)]);
  // A post notifies thousands of members in the same words: compose them once.
  const composed = new Map<string, ReturnType<typeof notificationWords>>();
  return docs.map((doc) => {
    const { actors, params } = namedParts(doc, people, (id) => mayName(doc, id));
    const parts = { type: doc.type, params, actors, count: doc.count, times: timesOf(doc) };
    const key = JSON.stringify(parts);
    const words = composed.get(key) ?? notificationWords(parts);
    composed.set(key, words);
    return notificationToWire({ ...doc, params }, words, actors);
  });
}

/** New or updated notification, for its owner. The gateway fills in `unread` when it sends the message. */
export async function notificationsLive(docs: readonly NotificationDoc[]): Promise<LiveMessage[]> {
  const wires = await notificationsToWire(docs);
  return wires.map((notification, i) => liveMessage(notificationNew, [roomOf('user', String(docs[i]?.user))], { notification, unread: 0 }));
}

/** Notification that is no longer unread: read, retracted or deleted. */
export const notificationReadLive = (user: string, ids: string[] | 'all', unread = 0): LiveMessage =>
  liveMessage(notificationRead, [roomOf('user', user)], { notification_ids: ids, unread });
