import { maskedPerson } from '#models/contract/masked';
import { type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { roomOf } from '#models/contract/rooms';
import { type NotificationDoc, newestActors, notificationToWire, timesOf } from '#models/db/notifications';
import { loadActorNaming } from '#models/db/notifications.naming';
import { loadPeople, personImage, personName } from '#models/db/users';
import { notificationWords } from './i18n.js';
import { type LiveMessage, liveMessage } from './live-stream.js';

/** Notifications with their texts and actors, in the given order; actors whom the recipient may not be shown are masked. */
export async function notificationsToWire(docs: readonly NotificationDoc[]): Promise<Notification[]> {
  const [people, mayName] = await Promise.all([loadPeople(docs.flatMap(newestActors)), loadActorNaming(docs)]);
  // A post notifies thousands of members in the same words: compose them once.
  const composed = new Map<string, ReturnType<typeof notificationWords>>();
  return docs.map((doc) => {
    const actors = newestActors(doc).map((id) => {
      if (!mayName(doc, id)) return maskedPerson;
      const person = people.get(String(id));
      return { ID: String(id), Name: personName(person), Image: personImage(person) };
    });
    const parts = { type: doc.type, params: doc.params ?? {}, actors, count: doc.count, times: timesOf(doc) };
    const key = JSON.stringify(parts);
    const words = composed.get(key) ?? notificationWords(parts);
    composed.set(key, words);
    return notificationToWire(doc, words, actors);
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
