import { roomOf } from '#models/contract/rooms';
import { societyCreated, societyRemoved, societyUpdated, societyVisibility } from '#models/contract/societies';
import type { ActivityDoc } from '#models/db/activities';
import { loadSociety, type SocietyDoc, societyToWire } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type LiveMessage, liveMessage, namingOf } from '../live-stream.js';
import { type FollowUp, staleTopic, type VerbSpec } from '../verb.js';
import { membershipLive } from './members.js';

/** A society's header with its creator. */
async function withCreator(
  message: typeof societyCreated | typeof societyUpdated,
  rooms: string[],
  society: SocietyDoc,
): Promise<LiveMessage> {
  const creator = (await loadPeople([society.creator])).get(String(society.creator));
  return { ...liveMessage(message, rooms, societyToWire(society, creator)), ...namingOf(society, society.creator) };
}

/** The record's object is the society; its creator became its admin in the same transaction. */
export const societyCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const society = await loadSociety(activity.object);
    if (!society || society.removedAt) return [];
    const own = await membershipLive(society, activity.actor);
    if (society.privacy.visibility === 'invite-only') return own;
    return [await withCreator(societyCreated, [roomOf('societies')], society), ...own];
  },
  affectedCounters: (activity) => [{ kind: 'society', id: activity.object }],
  isInFeed: true,
  staleTopics: ({ actor }) => staleTopic('own', actor),
};

/** The openness of the society's posts and events follows its visibility. */
const visibilityChanged = ({ _id, object }: ActivityDoc): FollowUp[] => [
  { name: 'activity.open', data: { society: String(object) }, jobId: `open-${_id}` },
];

/** People to whom the society has closed lose access to its inside. */
const accessRevoked = ({ _id, object }: ActivityDoc): FollowUp[] => [
  { name: 'activity.shut', data: { society: String(object), user: null }, jobId: `shut-${_id}` },
];

const isListed = (society: SocietyDoc): boolean => society.privacy.visibility !== 'invite-only';

/** Rooms that show a society or what is in it; the public lists only if they show it. */
function roomsShowing(id: string, isInLists: boolean): string[] {
  const lists = isInLists ? [roomOf('feed'), roomOf('societies'), roomOf('events')] : [];
  return [...lists, roomOf('society', id), roomOf('societyPublic', id)];
}

/** A society's visibility; to the public lists only if they list the society, or listed it `before`. */
export function visibilityLive(
  society: SocietyDoc,
  before: string = society.privacy.visibility,
  more: { restored?: true } = {},
): LiveMessage {
  const id = String(society._id);
  return liveMessage(societyVisibility, roomsShowing(id, isListed(society) || before !== 'invite-only'), {
    society_id: id,
    visibility: society.privacy.visibility,
    eventsVisible: society.privacy.eventsVisible,
    ...more,
  });
}

/** Removes the society from every screen that shows it. The follow-up closes its posts and events. */
export const societyRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const society = await loadSociety(object);
    if (!society?.removedAt) return [];
    const id = String(object);
    return [liveMessage(societyRemoved, roomsShowing(id, isListed(society)), { society_id: id })];
  },
  affectedCounters: () => [],
  followUps: visibilityChanged,
  staleTopics: ({ object }) => staleTopic('society', object),
};

/** The society is back: its members rejoin its room, and lists refetch. */
export const societyRestoredVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const society = await loadSociety(object);
    if (!society || society.removedAt) return [];
    const visible = visibilityLive(society, undefined, { restored: true });
    if (!isListed(society)) return [visible];
    return [visible, await withCreator(societyCreated, [roomOf('societies')], society)];
  },
  affectedCounters: ({ object }) => [{ kind: 'society', id: object }],
  followUps: visibilityChanged,
  staleTopics: ({ object }) => staleTopic('society', object),
};

/** `params.was` is the previous visibility if that changed. Publish it first, so that people who lost access get no further message. */
export const societyUpdatedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, params }) {
    const society = await loadSociety(object);
    if (!society || society.removedAt) return [];
    const rooms = [roomOf('societyPublic', String(society._id)), ...(isListed(society) ? [roomOf('societies')] : [])];
    const updated = await withCreator(societyUpdated, rooms, society);
    return params?.was ? [visibilityLive(society, params.was), updated] : [updated];
  },
  affectedCounters: () => [],
  followUps: (activity) => (activity.params?.was ? [...visibilityChanged(activity), ...accessRevoked(activity)] : []),
  staleTopics: ({ object, params }) => (params?.was ? staleTopic('society', object) : []),
};
