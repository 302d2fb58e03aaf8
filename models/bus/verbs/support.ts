import { roomOf } from '#models/contract/rooms';
import { supportRequestUpdated } from '#models/contract/support';
import type { ActivityDoc } from '#models/db/activities';
import { type SupportRequestDoc, SupportRequests, sharedSupportRequestToWire } from '#models/db/support-requests';
import { loadPeopleOf } from '#models/db/support-requests.loaders';
import { type Stage, supportNotification, supportRetractions } from '../answer-notifications.js';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type NotificationSpec, type VerbSpec } from '../verb.js';

/** The support request as it is now; also without a record, when it is taken or put back. */
export async function supportRequestLive(ticket: SupportRequestDoc): Promise<LiveMessage> {
  const rooms = [roomOf('support'), ...(ticket.user ? [roomOf('user', String(ticket.user))] : [])];
  return liveMessage(supportRequestUpdated, rooms, { ticket: sharedSupportRequestToWire(ticket, await loadPeopleOf([ticket])) });
}

async function messages({ object }: ActivityDoc): Promise<LiveMessage[]> {
  const ticket = await SupportRequests.findById(object).lean();
  return ticket ? [await supportRequestLive(ticket)] : [];
}

/** Notification of the support team, while the support request is open. */
const notifySupport =
  (stage: Exclude<Stage, 'appealed'>) =>
  async ({ object }: ActivityDoc): Promise<NotificationSpec[]> => {
    const ticket = await SupportRequests.findOne({ _id: object, status: 'open' }).lean();
    return ticket ? [await supportNotification(ticket, stage)] : [];
  };

export const supportRequestCreatedVerb: VerbSpec<ActivityDoc> = {
  messages,
  notifications: notifySupport('opened'),
  affectedCounters: () => [],
};

/** Half of the support request's time is over. */
export const supportRequestNudgedVerb: VerbSpec<ActivityDoc> = {
  messages: async () => [],
  notifications: notifySupport('nudged'),
  affectedCounters: () => [],
};

/** The support request's time is over. */
export const supportRequestEscalatedVerb: VerbSpec<ActivityDoc> = {
  messages: async () => [],
  notifications: notifySupport('escalated'),
  affectedCounters: () => [],
};

/** Notifies the requester of an answer by the support team; the requester's own reply, or a new status alone, only updates screens. */
export const supportRequestRepliedVerb: VerbSpec<ActivityDoc> = {
  messages,
  async notifications({ object, actor, params }) {
    const ticket = params?.answered ? await SupportRequests.findById(object).lean() : null;
    const asker = ticket?.user;
    if (!ticket || !asker || String(asker) === String(actor)) return [];
    return [
      {
        key: `ticket:${ticket._id}`,
        type: 'ticket_answered',
        params: { subject: ticket.subject },
        link: '/support/tickets',
        why: 'ticket',
        audience: () => audienceOf(asker),
        society: null,
      },
    ];
  },
  async retractions(activity) {
    const isOpen = await SupportRequests.exists({ _id: activity.object, status: 'open' });
    return isOpen ? [] : supportRetractions(activity);
  },
  affectedCounters: () => [],
};
