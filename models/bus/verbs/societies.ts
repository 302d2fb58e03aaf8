import { roomOf } from '#models/contract/rooms';
import { societyCreated } from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import type { ActivityDoc } from '#models/db/activities';
import { Societies, type SocietyDoc, societyToWire } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import type { FollowUp, VerbSpec } from '../verb.js';
import { membershipLive } from './members.js';

/** The record's object is the society; its creator became its admin in the same transaction. */
export const societyCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const society = await Societies.findById(activity.object).lean();
    if (!society || society.removedAt) return [];
    const own = await membershipLive(society, activity.actor);
    if (society.privacy.visibility === 'invite-only') return [own];
    const creator = (await loadPeople([society.creator])).get(String(society.creator));
    return [liveMessage(societyCreated, [roomOf('societies')], societyToWire(society, creator)), own];
  },
  affectedCounters: (activity) => [{ kind: 'society', id: activity.object }],
  isInFeed: true,
  staleRecommendations: (activity) => [activity.actor],
};

/** What lies in the society follows whether that is open. */
const visibilityChanged = ({ _id, object }: ActivityDoc): FollowUp[] => [
  { name: 'activity.open', data: { society: String(object) }, jobId: `open-${_id}` },
];

/** Whoever it has closed to is out of what they had inside. */
const accessRevoked = ({ _id, object }: ActivityDoc): FollowUp[] => [
  { name: 'activity.shut', data: { society: String(object), user: null }, jobId: `shut-${_id}` },
];

const isListed = (society: SocietyDoc): boolean => society.privacy.visibility !== 'invite-only';

/** To the lists only where they know of the society, or knew of it before. */
function visibilityLive(society: SocietyDoc, before: string): LiveMessage {
  const id = String(society._id);
  const lists = isListed(society) || before !== 'invite-only' ? [roomOf('feed'), roomOf('societies'), roomOf('events')] : [];
  return liveMessage(societyVisibility, [...lists, roomOf('society', id), roomOf('societyPublic', id)], {
    society_id: id,
    visibility: society.privacy.visibility,
    eventsVisible: society.privacy.eventsVisible,
  });
}

/** Whoever has it on the screen hears that it is gone; what is open to nobody any more is settled in a job. */
export const societyRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const society = await Societies.findById(object).lean();
    if (!society?.removedAt) return [];
    const id = String(object);
    const rooms = [roomOf('societyPublic', id), ...(isListed(society) ? [roomOf('societies')] : [])];
    return [liveMessage(societyRemoved, rooms, { society_id: id })];
  },
  affectedCounters: () => [],
  followUps: visibilityChanged,
};

/** It is there again: its members come back into its room, and lists fetch it. */
export const societyRestoredVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const society = await Societies.findById(object).lean();
    if (!society || society.removedAt) return [];
    const visible = visibilityLive(society, 'invite-only');
    if (!isListed(society)) return [visible];
    const creator = (await loadPeople([society.creator])).get(String(society.creator));
    return [visible, liveMessage(societyCreated, [roomOf('societies')], societyToWire(society, creator))];
  },
  affectedCounters: ({ object }) => [{ kind: 'society', id: object }],
  followUps: visibilityChanged,
};

/** `params.was`: the visibility before, where who sees what has changed. That is said first, so that who lost a right hears no more. */
export const societyUpdatedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, params }) {
    const society = await Societies.findById(object).lean();
    if (!society || society.removedAt) return [];
    const creator = (await loadPeople([society.creator])).get(String(society.creator));
    const rooms = [roomOf('societyPublic', String(society._id)), ...(isListed(society) ? [roomOf('societies')] : [])];
    const updated = liveMessage(societyUpdated, rooms, societyToWire(society, creator));
    return params?.was ? [visibilityLive(society, params.was), updated] : [updated];
  },
  affectedCounters: () => [],
  followUps: (activity) => (activity.params?.was ? [...visibilityChanged(activity), ...accessRevoked(activity)] : []),
};
