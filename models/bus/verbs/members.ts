import { membershipChanged } from '#models/contract/members';
import { namesChanged } from '#models/contract/names-changed';
import type { NotificationType } from '#models/contract/notifications';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Demotions } from '#models/db/demotions';
import { Memberships, memberToWire } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { loadSociety, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceFrom, audienceOf, type CounterRef, type FollowUp, type NotificationSpec, staleTopic, type VerbSpec } from '../verb.js';
import { recentDemotionsLive } from './demotions.js';
import { acceptedInvitationMessages } from './invitations.js';
import { societyCountsLive } from './posts.js';

/** Admins of a society, in batches, without those in `except`. */
export async function* adminsOf(society: Id, except: readonly string[] = []): AsyncIterable<Id[]> {
  for await (const admins of audienceFrom(Memberships.find({ society, role: 'admin' }, { user: 1 }).lean())) {
    const others = admins.filter((admin) => !except.includes(String(admin)));
    if (others.length > 0) yield others;
  }
}

/**
 * A person's current membership, for the person and the members. Others get that of a member who hides without the name: only
 * the role, which their posts show.
 */
export async function membershipLive(society: SocietyDoc, user: Id): Promise<LiveMessage[]> {
  const [membership, people] = await Promise.all([Memberships.findOne({ society: society._id, user }).lean(), loadPeople([user])]);
  const [societyId, userId] = [String(society._id), String(user)];
  const [own, inside] = [roomOf('user', userId), roomOf('society', societyId)];
  const unnamed = {
    society_id: societyId,
    user_id: userId,
    Role: membership?.role ?? null,
    Member_Count: society.members,
    Event_Count: society.events,
    Post_Count: society.posts,
    rev: society.rev,
  };
  if (!membership) return [liveMessage(membershipChanged, [own, inside], unnamed)];
  const named = { ...unnamed, member: memberToWire(membership, people.get(userId)) };
  if (!membership.hidden) return [liveMessage(membershipChanged, [own, inside], named)];
  return [liveMessage(membershipChanged, [own], named), { ...liveMessage(membershipChanged, [inside], unnamed), except: userId }];
}

/** Current membership, for the person and the members, and the society's counters. The record's object is the person. */
export async function membershipMessages(activity: ActivityDoc): Promise<LiveMessage[]> {
  const society = await loadSociety(activity.society);
  if (!society || society.removedAt) return [];
  const names = activity.params?.named ? namesLive(society, activity.object) : [];
  return [...(await membershipLive(society, activity.object)), societyCountsLive(society), ...names];
}

/** As `membershipMessages`, for a role that is gone or another: with the requests that depend on who is an admin. */
export async function roleMessages(activity: ActivityDoc): Promise<LiveMessage[]> {
  const messages = await membershipMessages(activity);
  if (messages.length === 0 || !activity.society) return messages;
  return [...messages, ...(await recentDemotionsLive(activity.society))];
}

/**
 * Notification to a person of an admin's action; cannot be turned off in the app. With the reason of a demotion, which several
 * admins or the platform decided, it names nobody.
 */
export async function personNotification(
  activity: ActivityDoc,
  type: NotificationType,
  more: Record<string, string> = {},
): Promise<NotificationSpec[]> {
  const society = await loadSociety(activity.society);
  if (!society || society.removedAt) return [];
  const isHidden = type === 'member_removed' && society.privacy.visibility === 'invite-only';
  return [
    {
      key: `person:${activity._id}`,
      type,
      params: { society: society.name, ...more },
      ...(more.reason && { isUnsigned: true }),
      link: isHidden ? '/societies' : `/societies/${society._id}`,
      why: 'person',
      audience: () => audienceOf(activity.object),
      society: null,
    },
  ];
}

/** The role is gone or lower: access that depended on it must be revoked. */
export const accessRevoked = ({ _id, society, object }: ActivityDoc): FollowUp[] =>
  society ? [{ name: 'activity.shut', data: { society: String(society), user: String(object) }, jobId: `shut-${_id}` }] : [];

/** Counters of the record's society. */
export const societyCounters = (activity: ActivityDoc): CounterRef[] =>
  activity.society ? [{ kind: 'society', id: activity.society }] : [];

/** The record's object is the person; `params.by` is the admin who let them in, if any. */
export const memberJoinedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const { society, object } = activity;
    return [...(await membershipMessages(activity)), ...(society ? await acceptedInvitationMessages(society, object) : [])];
  },
  async notifications(activity) {
    const society = await loadSociety(activity.society);
    if (!society || society.removedAt || !society.notifications.newMemberNotifications) return [];
    // Their approval may have been undone meanwhile.
    if (activity.params?.by && !(await Memberships.exists({ society: society._id, user: activity.object }))) return [];
    const except = activity.params?.by ? [activity.params.by] : [];
    return [
      {
        key: `member:${society._id}`,
        type: 'member_joined',
        params: { society: society.name },
        link: `/societies/${society._id}`,
        why: 'admin',
        audience: () => adminsOf(society._id, except),
        society: society._id,
      },
    ];
  },
  affectedCounters: societyCounters,
  staleTopics: ({ object }) => staleTopic('own', object),
};

export const memberLeftVerb: VerbSpec<ActivityDoc> = {
  messages: roleMessages,
  affectedCounters: societyCounters,
  followUps: accessRevoked,
  staleTopics: ({ object }) => staleTopic('own', object),
};

/** `params.undone`: the request whose approval was undone, which the person is not told. */
export const memberRemovedVerb: VerbSpec<ActivityDoc> = {
  messages: roleMessages,
  notifications: async (activity) => (activity.params?.undone ? [] : personNotification(activity, 'member_removed')),
  affectedCounters: societyCounters,
  followUps: accessRevoked,
  staleTopics: ({ object }) => staleTopic('own', object),
};

/** Says that a person was an admin, and the reason of a demotion by others. */
export async function formerRole({ params = {} }: ActivityDoc): Promise<Record<string, string>> {
  if (params.before !== 'admin') return {};
  const found = params.demotion ? await Demotions.findById(params.demotion, { reason: 1 }).lean() : null;
  return { admin: 'true', ...(found && { reason: found.reason }) };
}

/** Makes screens refetch whom they show: somebody may be named now in a society, or no longer. */
function namesLive(society: SocietyDoc, user: Id): LiveMessage[] {
  const id = String(society._id);
  const lists = society.privacy.visibility === 'public' ? [roomOf('feed'), roomOf('societies'), roomOf('events')] : [];
  // The profile's room does not learn which society it is, nor the society's rooms who.
  return [
    liveMessage(namesChanged, [...lists, roomOf('society', id), roomOf('societyPublic', id)], { society_id: id, user_id: null }),
    liveMessage(namesChanged, [roomOf('profile', String(user))], { society_id: null, user_id: String(user) }),
  ];
}

/** The record's object is the person, who agreed to be named outside or withdrew that, or hides on the list of members. */
export const memberNamingVerb: VerbSpec<ActivityDoc> = {
  async messages({ society: id, object }) {
    const society = await loadSociety(id);
    return society && !society.removedAt ? namesLive(society, object) : [];
  },
  affectedCounters: () => [],
};

/** Only for the person, who may ask to join again. */
export const memberUnbannedVerb: VerbSpec<ActivityDoc> = {
  async messages({ society: id, object }) {
    const society = await loadSociety(id);
    if (!society || society.removedAt) return [];
    const [live] = await membershipLive(society, object);
    return live ? [{ ...live, rooms: [roomOf('user', String(object))] }] : [];
  },
  affectedCounters: () => [],
};
