import { profileCounts } from '#models/contract/people';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import type { BlockDoc } from '#models/db/blocks';
import type { FollowDoc } from '#models/db/follows';
import { type UserDoc, Users } from '#models/db/users';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, staleTopic, type VerbSpec } from '../verb.js';

type Counts = Pick<UserDoc, '_id' | 'followers' | 'following' | 'rev'>;

/** A person's counters, for their profile page. */
export const profileCountsLive = ({ _id, followers, following, rev }: Counts): LiveMessage => {
  const user_id = String(_id);
  return liveMessage(profileCounts, [roomOf('profile', user_id)], { user_id, Followers: followers, Following: following, rev });
};

/** A follow, for the screens of both; `id` is the followed person. */
const followLive = ({ from, to, on, version }: FollowDoc): LiveMessage =>
  liveMessage(ownChanged, [roomOf('user', String(from)), roomOf('user', String(to))], { kind: 'follow', id: String(to), on, version });

/**
 * A block, for the person who set it. The blocked person must not learn of it: they get a privacy change, which other things
 * cause too and which makes them refetch.
 */
const blockLive = ({ from, to, on, version }: BlockDoc): LiveMessage[] => [
  liveMessage(ownChanged, [roomOf('user', String(from))], { kind: 'block', id: String(to), on, version }),
  liveMessage(ownChanged, [roomOf('user', String(to))], { kind: 'privacy', id: String(to), on: true, version }),
];

export const userFollowed: VerbSpec<FollowDoc> = {
  async messages(follow) {
    const both = await Users.find({ _id: { $in: [follow.from, follow.to] }, deletedAt: null }).lean();
    return [followLive(follow), ...both.map(profileCountsLive)];
  },
  notifications: async ({ from, to }) => [
    {
      key: `follow:${to}`,
      type: 'followed',
      params: {},
      link: `/users/${from}`,
      why: 'followed',
      audience: () => audienceOf(to),
      society: null,
    },
  ],
  affectedCounters: ({ from, to }) => [
    { kind: 'user', id: from },
    { kind: 'user', id: to },
  ],
  staleTopics: ({ from }) => staleTopic('own', from),
};

/** Notifies nobody. The follow-up removes the two from each other's notifications. */
export const userBlocked: VerbSpec<BlockDoc> = {
  messages: async (block) => blockLive(block),
  affectedCounters: () => [],
  followUps: ({ _id, from, to, on, version }) =>
    on ? [{ name: 'activity.part', data: { from: String(from), to: String(to) }, jobId: `part-${_id}-${version}` }] : [],
  staleTopics: ({ from, to }) => [...staleTopic('own', from), ...staleTopic('own', to)],
};
