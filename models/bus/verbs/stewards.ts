import { stewardChanged } from '#models/contract/door';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { type EventDoc, Events } from '#models/db/events';
import { type Id, toId } from '#models/db/model';
import { liveMessage } from '../live-stream.js';
import { audienceOf, type NotificationSpec, type Retraction, type VerbSpec } from '../verb.js';

const verb: Verb = 'steward.changed';

const isSteward = ({ stewards }: EventDoc, user: string): boolean => (stewards ?? []).some((each) => String(each) === user);

const versionOf = ({ params }: ActivityDoc): number => Number(params?.version ?? 0);

const retractionOf = (record: ActivityDoc): Retraction[] =>
  record.params?.user ? [{ record, audience: () => audienceOf(toId(record.params?.user ?? '')) }] : [];

/** Retractions of the notifications of an event's stewards. */
export async function stewardRetractions(event: Id): Promise<Retraction[]> {
  return (await Activities.find({ object: event, verb }).lean()).flatMap(retractionOf);
}

/** All changes of one person at the record's event. */
const changesLike = ({ object, params }: ActivityDoc): Promise<ActivityDoc[]> =>
  Activities.find({ object, verb, 'params.user': params?.user }).lean();

/** Only the latest change says that somebody is a steward: an earlier naming was ended in between. */
async function namedNotification(activity: ActivityDoc): Promise<NotificationSpec[]> {
  const { object, params } = activity;
  const event = await Events.findById(object).lean();
  if (!event || event.removedAt || !params?.user || !isSteward(event, params.user)) return [];
  if ((await changesLike(activity)).some((each) => versionOf(each) > versionOf(activity))) return [];
  return [
    {
      // Each naming has one of its own, so that the retraction of an earlier one leaves it.
      key: `steward:${activity._id}`,
      type: 'steward_named',
      params: { title: event.title },
      link: `/events/${event._id}`,
      why: 'person',
      audience: () => audienceOf(toId(params.user ?? '')),
      society: event.society,
    },
  ];
}

/** A steward was named, or is one no longer: current state, for the person and for those at the door. The object is the event. */
export const stewardChangedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, params }) {
    const event = await Events.findById(object).lean();
    if (!event || !params?.user) return [];
    return [
      liveMessage(stewardChanged, [roomOf('user', params.user), roomOf('eventDoor', String(event._id))], {
        event_id: String(event._id),
        user_id: params.user,
        steward: isSteward(event, params.user),
        version: event.stewardsVersion ?? 0,
      }),
    ];
  },
  notifications: namedNotification,
  async retractions(activity) {
    const earlier = (await changesLike(activity)).filter((each) => versionOf(each) < versionOf(activity));
    // A read or mailed one, too, would say what is no longer so.
    return earlier.flatMap(retractionOf).map((each) => ({ ...each, deleteAlways: true }));
  },
  affectedCounters: () => [],
};
