import type * as z from 'zod/mini';
import type { Message } from '#models/contract/define';
import { parseRoom } from '#models/contract/rooms';
import type { Id } from '#models/db/model';
import { isSensitive, type SocietyDoc } from '#models/db/societies';
import { bus } from './connections.js';
import { invalidateByMessage } from './invalidate.js';
import { combineRecipients, expandRecipients, type StoredMessage } from './recipient-batches.js';

/** Redis stream that every gateway reads. */
export const streamKey = 'nadi:live';
const maxStreamLength = 200_000;

/**
 * Entry of the live stream. `by` is the author, or several authors; a block between reader and author hides the message.
 * `except` is a person who must not get it, whatever rooms they are in, unless they have the scope `moderate`; with `exceptStaff`
 * not then either.
 */
export interface LiveMessage {
  rooms: string[];
  message: string;
  payload: unknown;
  by?: string | readonly string[];
  except?: string;
  exceptStaff?: true;
  /** Person whom it names as one of a sensitive society's people; outsiders get it masked, unless that person agreed. */
  naming?: { society: string; user: string };
}

/** Composes a message for these rooms (names made by `roomOf`). Throws for a room that the message is not declared for. */
export function liveMessage<P extends z.ZodMiniType>(
  message: Message<string, P>,
  rooms: string[],
  payload: z.output<P>,
  by?: LiveMessage['by'],
): LiveMessage {
  for (const room of rooms) {
    const kind = parseRoom(room)?.kind;
    if (!kind || !message.rooms.includes(kind)) throw new Error(`${message.name} is not for the room ${room}.`);
  }
  return by === undefined ? { rooms, message: message.name, payload } : { rooms, message: message.name, payload, by };
}

/** Marks a message that names somebody as one of a society's people, if the society is sensitive. */
export const namingOf = (society: Pick<SocietyDoc, '_id' | 'category'>, user: Id): Pick<LiveMessage, 'naming'> =>
  isSensitive(society) ? { naming: { society: String(society._id), user: String(user) } } : {};

/** Entry of the stream as it was stored; throws for text that is not JSON. */
export const parseStored = (text: string): StoredMessage => JSON.parse(text) as StoredMessage;

/** All messages of an entry, one per recipient of a batch. */
export const parseMessages = (text: string): LiveMessage[] => expandRecipients(parseStored(text), () => true);

/** Appends messages in order. Rejects while Redis is away; the sweeper then publishes the messages of records again. */
export async function appendMessages(messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return;
  // Invalidate in this process at once, even if the append fails; other processes do so when they read the stream.
  for (const each of messages) invalidateByMessage(each);
  const { redis } = bus();
  // Commands of one connection run in order. A pipeline object costs more than it saves: most changes have one message.
  const append = (each: StoredMessage) => redis.xadd(streamKey, 'MAXLEN', '~', maxStreamLength, '*', 'm', JSON.stringify(each));
  await Promise.all(combineRecipients(messages).map(append));
}
