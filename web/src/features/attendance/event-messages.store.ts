import { type EventMessage, getEventMessages, type MessageAudience, sendEventMessage } from '#models/contract/event-messages';
import { api } from '@/lib/api';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

const messages = createEntities<EventMessage>({});

const list = defineList({
  key: ['event-messages'],
  call: getEventMessages,
  input: (of: { event_id: string }) => of,
  entities: messages,
  order: (a, b) => b.At.localeCompare(a.At) || b.ID.localeCompare(a.ID),
  persist: false,
});

/** Messages sent to the people of an event, newest first. */
export const useEventMessages = (event_id: string) => list.useItems({ event_id });

/** Sends a message. Its counts follow a moment later, when the notifications are written. */
export async function sendMessage(event_id: string, to: MessageAudience, text: string, idempotencyKey: string): Promise<void> {
  const { data } = await api(sendEventMessage, { event_id, to, text: text.trim() }, { idempotencyKey });
  list.insert(data, true);
  list.refetchSoon({ event_id });
}
