import type { Redis } from 'ioredis';
import type * as z from 'zod/mini';
import type { Message } from '#models/contract/define';
import { parseRoom } from '#models/contract/rooms';
import { invalidateByMessage } from './invalidate.js';

/** The one stream that every gateway reads. */
export const streamKey = 'nadi:live';
const maxStreamLength = 200_000;

/** One message on its way. `by` is the author, or each of several, where a block between reader and author hides it. */
export interface LiveMessage {
  rooms: string[];
  message: string;
  payload: unknown;
  by?: string | readonly string[];
}

/** Composes a message for these rooms (names made by `roomOf`); throws for a room that it may not be sent to. */
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

let stream: Redis | undefined;

/** Where messages are appended: a connection that fails quickly. */
export const openStream = (connection: Redis): void => {
  stream = connection;
};

/** Appends messages in order. Rejects while Redis is away: what they tell of is then left to the sweeper. */
export async function appendMessages(messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return;
  // Here at once, whatever becomes of the stream; elsewhere when it is read.
  for (const each of messages) invalidateByMessage(each);
  if (!stream) throw new Error('The live stream is not open.');
  const pipeline = stream.pipeline();
  for (const each of messages) pipeline.xadd(streamKey, 'MAXLEN', '~', maxStreamLength, '*', 'm', JSON.stringify(each));
  for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
}
