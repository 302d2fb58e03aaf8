import type { EventMessage } from '#models/contract/event-messages';
import { type EventMessageDoc, EventMessages, eventMessageToWire, notificationsOf } from './event-messages.js';
import type { Id } from './model.js';
import { Notifications } from './notifications.js';
import { paginate } from './paginate.js';

/** One page of an event's messages, newest first. */
export const eventMessagePage = (event: Id, cursor: string | undefined, limit: number) =>
  paginate({ model: EventMessages, reads: [{ event }], order: [['at', -1, 'date']], cursor, limit });

/** Messages with the numbers of those who were notified, and who have seen it: counted from their notifications, without names. */
export const eventMessagesToWire = (messages: readonly EventMessageDoc[]): Promise<EventMessage[]> =>
  Promise.all(
    messages.map(async (message) => {
      const theirs = notificationsOf(message._id);
      const [notified, unread] = await Promise.all([
        Notifications.countDocuments(theirs),
        Notifications.countDocuments({ ...theirs, unread: true }),
      ]);
      return eventMessageToWire(message, notified, unread);
    }),
  );
