import type { PayloadOf } from '#models/contract/define';
import { notificationNew } from '#models/contract/notifications';
import { parseRoom, roomOf } from '#models/contract/rooms';
import type { LiveMessage } from './live-stream.js';

/** A recipient of a batch: the person, and the id and version of their own notification. */
type Recipient = [user: string, id: string, version: number];

/** Stream entry. With `each` it is a batch: a new notification per recipient, all the same but for id and version. */
export interface StoredMessage extends LiveMessage {
  each?: Recipient[];
}

/** Most recipients of one entry. */
const batchLimit = 1000;

type Payload = PayloadOf<typeof notificationNew>;

function recipientOf({ message, rooms, payload, by, except }: LiveMessage): Recipient | null {
  const room = message === notificationNew.name && rooms.length === 1 ? parseRoom(rooms[0] as string) : null;
  if (room?.kind !== 'user' || by !== undefined || except !== undefined) return null;
  const { notification } = payload as Payload;
  return [room.id, notification.ID, notification.version];
}

/** A payload without what differs between the recipients of a batch. */
const commonOf = ({ notification, unread }: Payload): Payload => ({ notification: { ...notification, ID: '', version: 0 }, unread });

/**
 * Combines notifications that say the same to several people, so that a post to a large society takes a few entries of the stream
 * and not one per member. Keeps the order of the other messages.
 */
export function combineRecipients(messages: readonly LiveMessage[]): StoredMessage[] {
  if (messages.length === 1) return [...messages];
  const batches = new Map<string, StoredMessage & { each: Recipient[] }>();
  const stored: StoredMessage[] = [];
  for (const each of messages) {
    const recipient = recipientOf(each);
    if (!recipient) {
      stored.push(each);
      continue;
    }
    const payload = commonOf(each.payload as Payload);
    const key = JSON.stringify(payload);
    const batch = batches.get(key);
    if (batch && batch.each.length < batchLimit) batch.each.push(recipient);
    else {
      const started = { rooms: [], message: each.message, payload, each: [recipient] };
      batches.set(key, started);
      stored.push(started);
    }
  }
  return stored.flatMap((entry) => (entry.each?.length === 1 ? expandRecipients(entry, () => true) : [entry]));
}

/**
 * The messages of a stream entry; of a batch those in rooms that are wanted.
 * @param isWanted whether anybody is in a person's room
 */
export function expandRecipients<Entry extends StoredMessage>(entry: Entry, isWanted: (room: string) => boolean): Omit<Entry, 'each'>[] {
  const { each, ...message } = entry;
  if (!each) return [message];
  const { notification, unread } = entry.payload as Payload;
  return each.flatMap(([user, ID, version]) => {
    const room = roomOf('user', user);
    return isWanted(room) ? [{ ...message, rooms: [room], payload: { notification: { ...notification, ID, version }, unread } }] : [];
  });
}
