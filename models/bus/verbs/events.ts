import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { type EventDoc, Events, eventToWire, hasEnded } from '#models/db/events';
import type { Id } from '#models/db/model';
import { loadSociety, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type LiveMessage, liveMessage, namingOf } from '../live-stream.js';
import { reminderRetractions } from '../reminders.js';
import { eventIdsOf } from '../series-records.js';
import { audienceFrom, type NotificationSpec, type Retraction, staleTopic, type VerbSpec } from '../verb.js';
import { membersOf, retractionFromMembers, societyCountsLive } from './posts.js';
import { stewardRetractions } from './stewards.js';

interface EventsInSociety {
  /** In the order of their start. */
  events: EventDoc[];
  society: SocietyDoc;
}

const byStart = (a: EventDoc, b: EventDoc): number => a.startsAt.getTime() - b.startsAt.getTime();

/** Current events of a record, without removed ones, and their society; null if nothing of either is left. */
async function loadPresent(activity: ActivityDoc): Promise<EventsInSociety | null> {
  const [events, society] = await Promise.all([
    Events.find({ _id: { $in: eventIdsOf(activity) }, removedAt: null }).lean(),
    loadSociety(activity.society),
  ]);
  return events.length > 0 && society && !society.removedAt ? { events: events.toSorted(byStart), society } : null;
}

const listsOf = ({ _id, society, open }: EventDoc): string[] => [roomOf('society', String(society)), ...(open ? [roomOf('events')] : [])];

/** A message for each event, in the rooms that it concerns. */
async function messagesFor(
  { events, society }: EventsInSociety,
  message: typeof eventCreated | typeof eventUpdated,
  rooms: (event: EventDoc) => string[],
): Promise<LiveMessage[]> {
  const people = await loadPeople(events.map(({ creator }) => creator));
  return events.map((event) => ({
    ...liveMessage(message, rooms(event), eventToWire(event, people.get(String(event.creator)), society.name)),
    ...namingOf(society, event.creator),
  }));
}

/** Number of meetings, for the text of a notification about several. */
const numberOf = ({ length }: readonly EventDoc[]): { meetings?: string } => (length > 1 ? { meetings: String(length) } : {});

/** The society's members may have the event on their cards. */
const staleOfMembers: VerbSpec<ActivityDoc>['staleTopics'] = ({ society }) => staleTopic('society', society);

/** The record's object is the event, or the first of several meetings of a series (`eventIdsOf`), as in all verbs of this file. */
export const eventCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await loadPresent(activity);
    return found ? [...(await messagesFor(found, eventCreated, listsOf)), societyCountsLive(found.society)] : [];
  },
  async notifications(activity) {
    const found = await loadPresent(activity);
    const events = found?.events.filter(({ cancelledAt }) => !cancelledAt) ?? [];
    const [event] = events;
    if (!found || !event) return [];
    const { society } = found;
    return [
      {
        key: `event:${society._id}`,
        type: 'event_created',
        params: { society: society.name, title: event.title, ...numberOf(events) },
        link: `/events/${event._id}`,
        why: 'member',
        audience: () => membersOf(society._id),
        society: society._id,
      },
    ];
  },
  retractionOfGone: retractionFromMembers,
  affectedCounters: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  followUps: (activity) =>
    eventIdsOf(activity)
      .slice(0, 1)
      .map((id) => ({ name: 'activity.follow', data: { kind: 'event', id: String(id) }, jobId: `follow-${id}` })),
  isInFeed: true,
  staleTopics: staleOfMembers,
};

const roomsOf = (event: EventDoc): string[] => [...listsOf(event), roomOf('event', String(event._id))];

/** Attendees, waiting people and people who bookmarked one of the events. Yields each person once: most come to every meeting. */
async function* eventAudience(events: readonly Id[]): AsyncIterable<Id[]> {
  const event = { $in: events };
  const seen = new Set<string>();
  const sources = [
    audienceFrom(Attendances.find({ event, state: { $in: ['going', 'waiting'] } }, { user: 1 }).lean()),
    audienceFrom(Bookmarks.find({ event, on: true }, { user: 1 }).lean()),
  ];
  for (const source of sources) for await (const users of source) yield users.filter((user) => seen.size < seen.add(String(user)).size);
}

/** Notification to everybody with a seat, a place on the waiting list or a bookmark at one of a record's events. */
const eventNotification = (
  events: readonly [EventDoc, ...EventDoc[]],
  { params }: ActivityDoc,
  what: Pick<NotificationSpec, 'type' | 'params' | 'link'>,
): NotificationSpec => ({
  ...what,
  key: `${what.type}:${params?.series ?? events[0]._id}`,
  why: 'attending',
  audience: () => eventAudience(events.map(({ _id }) => _id)),
  society: events[0].society,
});

const reminderRetractionsOf = async (activity: ActivityDoc): Promise<Retraction[]> =>
  (await Events.find({ _id: { $in: eventIdsOf(activity) } }).lean()).flatMap(reminderRetractions);

const updatedMessages: VerbSpec<ActivityDoc>['messages'] = async (activity) => {
  const found = await loadPresent(activity);
  return found ? messagesFor(found, eventUpdated, roomsOf) : [];
};

/** `params.changed` names time or place if one of these changed; other changes notify nobody. */
export const eventUpdatedVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async notifications(activity) {
    if (!activity.params?.changed) return [];
    const [event, ...others] = ((await loadPresent(activity))?.events ?? []).filter((each) => !each.cancelledAt && !hasEnded(each));
    if (!event) return [];
    const { title, date, time } = event;
    const params = { title, date, time, ...numberOf([event, ...others]) };
    return [eventNotification([event, ...others], activity, { type: 'event_changed', params, link: `/events/${event._id}` })];
  },
  retractionOfGone: (record) => (record.params?.changed ? { record, audience: () => eventAudience(eventIdsOf(record)) } : null),
  retractions: reminderRetractionsOf,
  affectedCounters: () => [],
  staleTopics: staleOfMembers,
};

export const eventCancelledVerb: VerbSpec<ActivityDoc> = {
  messages: updatedMessages,
  async notifications(activity) {
    const [event, ...others] = (await loadPresent(activity))?.events ?? [];
    if (!event) return [];
    const params = { title: event.title, reason: event.cancelReason, ...numberOf([event, ...others]) };
    return [eventNotification([event, ...others], activity, { type: 'event_cancelled', params, link: `/events/${event._id}` })];
  },
  retractions: reminderRetractionsOf,
  affectedCounters: () => [],
  staleTopics: staleOfMembers,
};

/** Records of a removed event that notified of it, except those of a series of which other meetings are left. */
async function goneRecords({ object }: ActivityDoc): Promise<ActivityDoc[]> {
  const series = (await Events.findById(object, { series: 1 }).lean())?.series;
  const objects = series ? await Events.find({ series }, { _id: 1 }).lean() : [{ _id: object }];
  const verb = { $in: ['event.created', 'event.updated'] as Verb[] };
  const records = await Activities.find({ object: { $in: objects.map(({ _id }) => _id) }, verb }).lean();
  const isLeft = async (record: ActivityDoc): Promise<boolean> =>
    record.params?.series
      ? (await Events.exists({ _id: { $in: eventIdsOf(record) }, removedAt: null })) !== null
      : !record.object.equals(object);
  const left = await Promise.all(records.map(isLeft));
  return records.filter((_record, i) => !left[i]);
}

export const eventRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, society: id }) {
    const [event, society] = await Promise.all([Events.findById(object).lean(), loadSociety(id)]);
    if (!event?.removedAt || !society || society.removedAt) return [];
    const payload = { event_id: String(event._id), society_id: String(society._id), version: event.version };
    return [liveMessage(eventRemoved, roomsOf(event), payload), societyCountsLive(society)];
  },
  async notifications(activity) {
    const event = await Events.findById(activity.object).lean();
    // An event that ended, was cancelled or restored needs no further notification.
    if (!event?.removedAt || event.cancelledAt || hasEnded(event)) return [];
    const what = { type: 'event_removed', params: { title: event.title }, link: `/societies/${event.society}` } as const;
    return [eventNotification([event], activity, what)];
  },
  async retractions(activity) {
    const { society } = activity;
    const retractions = (await goneRecords(activity)).flatMap((record): Retraction[] => {
      if (record.verb === 'event.updated') return [{ record, audience: () => eventAudience(eventIdsOf(record)) }];
      return society ? [{ record, audience: () => membersOf(society) }] : [];
    });
    return [...retractions, ...(await reminderRetractionsOf(activity)), ...(await stewardRetractions(activity.object))];
  },
  affectedCounters: eventCreatedVerb.affectedCounters,
  staleTopics: staleOfMembers,
};

/** Shows the event again; notifies nobody anew. */
export const eventRestoredVerb: VerbSpec<ActivityDoc> = {
  messages: eventCreatedVerb.messages,
  affectedCounters: eventCreatedVerb.affectedCounters,
  staleTopics: staleOfMembers,
};
