import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { type EventDoc, Events, eventToWire, hasEnded } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { liveMessage } from '../live-stream.js';
import { reminderRetractions } from '../reminders.js';
import { audienceFrom, type NotificationSpec, type Retraction, staleTopic, type VerbSpec } from '../verb.js';
import { membersOf, societyCountsLive } from './posts.js';

interface EventInSociety {
  event: EventDoc;
  society: SocietyDoc;
}

/** Current event and society; null if either is gone. */
async function loadPresent({ object, society: id }: ActivityDoc): Promise<EventInSociety | null> {
  const [event, society] = await Promise.all([Events.findById(object).lean(), Societies.findById(id).lean()]);
  return event && !event.removedAt && society && !society.removedAt ? { event, society } : null;
}

const listsOf = ({ _id, society, open }: EventDoc): string[] => [roomOf('society', String(society)), ...(open ? [roomOf('events')] : [])];

const wireOf = async ({ event, society }: EventInSociety) =>
  eventToWire(event, (await loadPeople([event.creator])).get(String(event.creator)), society.name);

/** The society's members may have the event on their cards. */
const staleOfMembers: VerbSpec<ActivityDoc>['staleTopics'] = ({ society }) => staleTopic('society', society);

/** The record's object is the event, as in all verbs of this file. */
export const eventCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await loadPresent(activity);
    return found ? [liveMessage(eventCreated, listsOf(found.event), await wireOf(found)), societyCountsLive(found.society)] : [];
  },
  async notifications(activity) {
    const found = await loadPresent(activity);
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
  affectedCounters: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  isInFeed: true,
  staleTopics: staleOfMembers,
};

const roomsOf = (event: EventDoc): string[] => [...listsOf(event), roomOf('event', String(event._id))];

/** Attendees, waiting people and people who bookmarked the event. May yield a person twice; delivery deduplicates. */
async function* eventAudience(event: Id): AsyncIterable<Id[]> {
  yield* audienceFrom(Attendances.find({ event, state: { $in: ['going', 'waiting'] } }, { user: 1 }).lean());
  yield* audienceFrom(Bookmarks.find({ event, on: true }, { user: 1 }).lean());
}

/** Notification to everybody with a seat, a place on the waiting list or a bookmark. */
const eventNotification = (event: EventDoc, what: Pick<NotificationSpec, 'type' | 'params' | 'link'>): NotificationSpec => ({
  ...what,
  key: `${what.type}:${event._id}`,
  why: 'attending',
  audience: () => eventAudience(event._id),
  society: event.society,
});

const reminderRetractionsOf = async ({ object }: ActivityDoc): Promise<Retraction[]> => {
  const event = await Events.findById(object).lean();
  return event ? reminderRetractions(event) : [];
};

const updatedMessages: VerbSpec<ActivityDoc>['messages'] = async (activity) => {
  const found = await loadPresent(activity);
  return found ? [liveMessage(eventUpdated, roomsOf(found.event), await wireOf(found))] : [];
};

/** `params.changed` names time or place if one of these changed; other changes notify nobody. */
export const eventUpdatedVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async notifications(activity) {
    const event = activity.params?.changed ? (await loadPresent(activity))?.event : undefined;
    if (!event || event.cancelledAt || hasEnded(event)) return [];
    const { title, date, time } = event;
    return [eventNotification(event, { type: 'event_changed', params: { title, date, time }, link: `/events/${event._id}` })];
  },
  retractions: reminderRetractionsOf,
  affectedCounters: () => [],
  staleTopics: staleOfMembers,
};

export const eventCancelledVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async notifications(activity) {
    const event = (await loadPresent(activity))?.event;
    if (!event) return [];
    const params = { title: event.title, reason: event.cancelReason };
    return [eventNotification(event, { type: 'event_cancelled', params, link: `/events/${event._id}` })];
  },
  retractions: reminderRetractionsOf,
  affectedCounters: () => [],
  staleTopics: staleOfMembers,
};

export const eventRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, society: id }) {
    const [event, society] = await Promise.all([Events.findById(object).lean(), Societies.findById(id).lean()]);
    if (!event || !society || society.removedAt) return [];
    const payload = { event_id: String(event._id), society_id: String(society._id) };
    return [liveMessage(eventRemoved, roomsOf(event), payload), societyCountsLive(society)];
  },
  async notifications({ object }) {
    const event = await Events.findById(object).lean();
    // An event that ended or was cancelled needs no further notification.
    if (!event || event.cancelledAt || hasEnded(event)) return [];
    return [eventNotification(event, { type: 'event_removed', params: { title: event.title }, link: `/societies/${event.society}` })];
  },
  async retractions(activity) {
    const { object, society } = activity;
    const records = await Activities.find({ object, verb: { $in: ['event.created', 'event.updated'] } }, { actor: 1, verb: 1 }).lean();
    const retractions = records.flatMap((record): Retraction[] => {
      if (record.verb === 'event.updated') return [{ record, audience: () => eventAudience(object) }];
      return society ? [{ record, audience: () => membersOf(society) }] : [];
    });
    return [...retractions, ...(await reminderRetractionsOf(activity))];
  },
  affectedCounters: eventCreatedVerb.affectedCounters,
  staleTopics: staleOfMembers,
};

/** Shows the event again; notifies nobody anew. */
export const eventRestoredVerb: VerbSpec<ActivityDoc> = {
  messages: eventCreatedVerb.messages,
  affectedCounters: eventCreatedVerb.affectedCounters,
};
