import { eventCreated } from '#models/contract/event-changes';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { type EventDoc, Events, eventToWire } from '#models/db/events';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { live } from '../push.js';
import type { VerbSpec } from '../verb.js';
import { membersOf, societyCountsLive } from './posts.js';

interface Place {
  event: EventDoc;
  society: SocietyDoc;
}

/** The event and its society, both as of now; null when either is gone. */
async function present({ object, society: id }: ActivityDoc): Promise<Place | null> {
  const [event, society] = await Promise.all([Events.findById(object).lean(), Societies.findById(id).lean()]);
  return event && !event.removedAt && society && !society.removedAt ? { event, society } : null;
}

const listsOf = ({ _id, society, open }: EventDoc): string[] => [roomOf('society', String(society)), ...(open ? [roomOf('events')] : [])];

const wireOf = async ({ event, society }: Place) =>
  eventToWire(event, (await loadPeople([event.creator])).get(String(event.creator)), society.name);

/** The record's object is the event, as in all of them. */
export const eventCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await present(activity);
    return found ? [live(eventCreated, listsOf(found.event), await wireOf(found)), societyCountsLive(found.society)] : [];
  },
  async tellings(activity) {
    const found = await present(activity);
    if (!found || found.event.cancelledAt) return [];
    const { event, society } = found;
    return [
      {
        key: `event:${society._id}`,
        type: 'event_created',
        params: { society: society.name, title: event.title },
        link: `/events/${event._id}`,
        why: 'member',
        audience: () => membersOf(society._id),
        society: society._id,
      },
    ];
  },
  counted: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  isShown: true,
};
