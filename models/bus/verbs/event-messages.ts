import type { MessageAudience } from '#models/contract/event-messages';
import type { ActivityDoc } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { EventMessages, messageKey } from '#models/db/event-messages';
import { Events } from '#models/db/events';
import { type Id, toId } from '#models/db/model';
import { audienceFrom, type VerbSpec } from '../verb.js';

const filters: Record<MessageAudience, object> = {
  going: { state: 'going' },
  waiting: { state: 'waiting' },
  came: { state: 'going', checkedInAt: { $ne: null } },
};

/** People of an event, as of now: those who gave up their seat since get nothing. */
const audienceOfMessage = (event: Id, to: MessageAudience): AsyncIterable<Id[]> =>
  audienceFrom(Attendances.find({ event, ...filters[to] }, { user: 1 }).lean());

/** A message to people of an event, which is the record's object. */
export const eventMessagedVerb: VerbSpec<ActivityDoc> = {
  messages: async () => [],
  async notifications({ object, params }) {
    const [event, message] = await Promise.all([
      Events.findById(object).lean(),
      params?.message ? EventMessages.findById(toId(params.message)).lean() : null,
    ]);
    if (!event || event.removedAt || !message) return [];
    return [
      {
        key: messageKey(message._id),
        type: 'event_message',
        params: { title: event.title, text: message.text },
        link: `/events/${event._id}`,
        why: message.to === 'waiting' ? 'waiting' : 'attending',
        audience: () => audienceOfMessage(event._id, message.to),
        society: event.society,
      },
    ];
  },
  affectedCounters: () => [],
};
