import { membershipChanged } from '#models/contract/members';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Memberships, memberToWire } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type Live, live } from '../push.js';
import type { VerbSpec } from '../verb.js';
import { societyCountsLive } from './posts.js';

const batchSize = 1000;

/** The admins of a society, in batches, without those named. */
export async function* adminsOf(society: Id, except: readonly string[] = []): AsyncIterable<Id[]> {
  let batch: Id[] = [];
  for await (const { user } of Memberships.find({ society, role: 'admin' }, { user: 1 }).lean().cursor({ batchSize })) {
    if (!except.includes(String(user))) batch.push(user);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What a person is in a society as of now, for the person and the members. */
export async function membershipLive(society: SocietyDoc, user: Id): Promise<Live> {
  const [membership, people] = await Promise.all([Memberships.findOne({ society: society._id, user }).lean(), loadPeople([user])]);
  const [societyId, userId] = [String(society._id), String(user)];
  return live(membershipChanged, [roomOf('user', userId), roomOf('society', societyId)], {
    society_id: societyId,
    user_id: userId,
    Role: membership?.role ?? null,
    ...(membership ? { member: memberToWire(membership, people.get(userId)) } : {}),
    Member_Count: society.members,
    Event_Count: society.events,
    Post_Count: society.posts,
    rev: society.rev,
  });
}

/** The record's object is the person; `params.by` is the admin who let them in, if any. */
export const memberJoinedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const society = await Societies.findById(activity.society).lean();
    if (!society || society.removedAt) return [];
    return [await membershipLive(society, activity.object), societyCountsLive(society)];
  },
  async tellings(activity) {
    const society = await Societies.findById(activity.society).lean();
    if (!society || society.removedAt || !society.notifications.newMemberNotifications) return [];
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
  counted: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  staleRecommendations: (activity) => [activity.object],
};
