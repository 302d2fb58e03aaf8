import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { type EventDoc, Events, eventToWire, hasEnded } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { live } from '../push.js';
import { outdatedReminders } from '../reminders.js';
import { foundBy, type TakenBack, type Telling, type VerbSpec } from '../verb.js';
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

const roomsOf = (event: EventDoc): string[] => [...listsOf(event), roomOf('event', String(event._id))];

/** Who goes to an event, waits for a seat or bookmarked it; somebody may be in it twice, and is told once. */
async function* concernedBy(event: Id): AsyncIterable<Id[]> {
  yield* foundBy(Attendances.find({ event, state: { $in: ['going', 'waiting'] } }, { user: 1 }).lean());
  yield* foundBy(Bookmarks.find({ event, on: true }, { user: 1 }).lean());
}

/** What those whom an event concerns are told of it. */
const concerning = (event: EventDoc, what: Pick<Telling, 'type' | 'params' | 'link'>): Telling => ({
  ...what,
  key: `${what.type}:${event._id}`,
  why: 'attending',
  audience: () => concernedBy(event._id),
  society: event.society,
});

const remindersOf = async ({ object }: ActivityDoc): Promise<TakenBack[]> => {
  const event = await Events.findById(object).lean();
  return event ? outdatedReminders(event) : [];
};

const updatedMessages: VerbSpec<ActivityDoc>['messages'] = async (activity) => {
  const found = await present(activity);
  return found ? [live(eventUpdated, roomsOf(found.event), await wireOf(found))] : [];
};

/** `params.changed` names time or place, where one of these changed: only that is told. */
export const eventUpdatedVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async tellings(activity) {
    const event = activity.params?.changed ? (await present(activity))?.event : undefined;
    if (!event || event.cancelledAt || hasEnded(event)) return [];
    const { title, date, time } = event;
    return [concerning(event, { type: 'event_changed', params: { title, date, time }, link: `/events/${event._id}` })];
  },
  takesBack: remindersOf,
  counted: () => [],
};

export const eventCancelledVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async tellings(activity) {
    const event = (await present(activity))?.event;
    if (!event) return [];
    const params = { title: event.title, reason: event.cancelReason };
    return [concerning(event, { type: 'event_cancelled', params, link: `/events/${event._id}` })];
  },
  takesBack: remindersOf,
  counted: () => [],
};

export const eventRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, society: id }) {
    const [event, society] = await Promise.all([Events.findById(object).lean(), Societies.findById(id).lean()]);
    if (!event || !society || society.removedAt) return [];
    const payload = { event_id: String(event._id), society_id: String(society._id) };
    return [live(eventRemoved, roomsOf(event), payload), societyCountsLive(society)];
  },
  async tellings({ object }) {
    const event = await Events.findById(object).lean();
    // Of one that has ended or was cancelled there is nothing new to tell.
    if (!event || event.cancelledAt || hasEnded(event)) return [];
    return [concerning(event, { type: 'event_removed', params: { title: event.title }, link: `/societies/${event.society}` })];
  },
  async takesBack(activity) {
    const { object, society } = activity;
    const told = await Activities.find({ object, verb: { $in: ['event.created', 'event.updated'] } }, { actor: 1, verb: 1 }).lean();
    const takenBack = told.flatMap((record): TakenBack[] => {
      if (record.verb === 'event.updated') return [{ record, audience: () => concernedBy(object) }];
      return society ? [{ record, audience: () => membersOf(society) }] : [];
    });
    return [...takenBack, ...(await remindersOf(activity))];
  },
  counted: eventCreatedVerb.counted,
};
