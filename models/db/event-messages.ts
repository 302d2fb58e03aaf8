import type { EventMessage, MessageAudience } from '#models/contract/event-messages';
import { describeCollection } from './collections.js';
import { date, defineModel, type Id, needed, ref } from './model.js';
import { Notifications } from './notifications.js';

/** A message of an organizer to people of an event. */
export interface EventMessageDoc {
  _id: Id;
  event: Id;
  society: Id;
  by: Id;
  to: MessageAudience;
  text: string;
  at: Date;
}

/** As long as notifications are stored, by which the recipients are counted. */
const retentionDays = 180;

export const EventMessages = defineModel<EventMessageDoc>(
  'eventMessages',
  { event: ref, society: ref, by: ref, to: needed, text: needed, at: date },
  [[{ event: 1, at: -1, _id: -1 }], [{ by: 1 }], [{ society: 1 }], [{ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 }]],
);

/** Key of the notifications of a message. */
export const messageKey = (id: Id): string => `event-message:${id}`;

/** The notifications of a message, found by their index. */
export const notificationsOf = (id: Id) => ({ type: 'event_message', key: messageKey(id) }) as const;

/** A message with the numbers of those who were notified and of those who have not read it. */
export const eventMessageToWire = ({ _id, to, text, at }: EventMessageDoc, notified: number, unread: number): EventMessage => ({
  ID: String(_id),
  To: to,
  Text: text,
  At: at.toISOString(),
  Notified: notified,
  Seen: notified - unread,
});

describeCollection(EventMessages, {
  description: 'Messages to the people of an event. Deleted, and their text is removed from the notifications.',
  exportFilter: (by) => ({ by }),
  erase: async ({ user }) => {
    for await (const { _id } of EventMessages.find({ by: user }, { _id: 1 }).lean().cursor())
      await Notifications.updateMany(notificationsOf(_id), { $set: { 'params.text': '…' } });
    await EventMessages.deleteMany({ by: user });
  },
});
