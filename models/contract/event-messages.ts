import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, id, paging, text, time } from './parts.js';

const feature = 'attendance';

/** People to whom a message goes: with a seat, on the waiting list, or checked in. */
const messageAudience = z.enum(['going', 'waiting', 'came'], fieldTexts.unknown_choice);
export type MessageAudience = z.output<typeof messageAudience>;

/** A message of the organizers to people of an event, with counts, never with names. */
export const eventMessage = z.object({
  ID: id,
  To: messageAudience,
  Text: z.string(),
  At: time,
  /** People who were notified, and those of them who have read it. */
  Notified: count,
  Seen: count,
});
export type EventMessage = z.output<typeof eventMessage>;

export const sendEventMessage = call({
  name: 'sendEventMessage',
  feature,
  method: 'POST',
  path: '/events/send_message',
  auth: 'required',
  policy: 'event.message',
  rate: 'write',
  status: 201,
  input: z.object({ event_id: id, to: messageAudience, text: text(lengths.eventMessage, fieldTexts.content_required) }),
  data: eventMessage,
  summary: 'Send a message to those who are going, who wait or who came: three a day for an event. Each is notified once.',
  errors: ['not_found', 'forbidden', 'messages_full'],
});

export const getEventMessages = call({
  name: 'getEventMessages',
  feature,
  method: 'GET',
  path: '/events/get_messages',
  auth: 'required',
  policy: 'event.organise',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, event_id: id }),
  data: z.array(eventMessage),
  summary: 'Messages sent to people of an event, newest first, for its organizers.',
  errors: ['not_found', 'forbidden'],
});
