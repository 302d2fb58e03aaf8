import type { Model } from 'mongoose';
import type { LiveMessage } from '#models/bus/live-stream';
import { liveMessage } from '#models/bus/live-stream';
import type { CounterRef } from '#models/bus/verb';
import { eventStatsLive } from '#models/bus/verbs/attendance';
import { profileCountsLive } from '#models/bus/verbs/people';
import { pollLive } from '#models/bus/verbs/polls';
import { countsOfPost, societyCountsLive } from '#models/bus/verbs/posts';
import { postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { Attendances } from '#models/db/attendances';
import { countHeld } from '#models/db/attendances.loaders';
import { Bookmarks } from '#models/db/bookmarks';
import { Comments } from '#models/db/comments';
import { type EventDoc, Events } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { PollVotes } from '#models/db/poll-votes';
import type { PollDoc } from '#models/db/polls';
import { type PostDoc, Posts } from '#models/db/posts';
import { Shares } from '#models/db/shares';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';

/** Fields of every document with counters. */
export interface CountedDoc {
  _id: Id;
  rev: number;
  recount?: true;
}

/** Source of one kind's counters: counts documents, and composes the messages of the result. */
interface CounterSource<Doc extends CountedDoc> {
  model: Model<Doc>;
  count(doc: Doc): Promise<Partial<Doc>>;
  toMessages(doc: Doc): LiveMessage[];
}

/** A poll with the counts of its stored votes; the same object if they are right. */
async function countedPoll(post: Id, poll: PollDoc): Promise<PollDoc> {
  const votes = await Promise.all(poll.options.map((_option, choice) => PollVotes.countDocuments({ post, choices: choice })));
  const voters = await PollVotes.countDocuments({ post });
  const isRight = voters === poll.voters && votes.every((count, choice) => count === poll.votes[choice]);
  return isRight ? poll : { ...poll, votes, voters, rev: poll.rev + 1 };
}

const post: CounterSource<PostDoc> = {
  model: Posts,
  count: async ({ _id, poll }) => ({
    likes: await Likes.countDocuments({ post: _id, on: true }),
    comments: await Comments.countDocuments({ post: _id, removedAt: null }),
    ...(poll && { poll: await countedPoll(_id, poll) }),
  }),
  toMessages(doc) {
    if (doc.removedAt) return [];
    const likes = liveMessage(postLikes, [roomOf('post', String(doc._id))], countsOfPost(doc));
    return doc.poll ? [likes, pollLive({ ...doc, poll: doc.poll })] : [likes];
  },
};

const society: CounterSource<SocietyDoc> = {
  model: Societies,
  count: async ({ _id }) => ({
    members: await Memberships.countDocuments({ society: _id }),
    posts: await Posts.countDocuments({ society: _id, removedAt: null }),
    events: await Events.countDocuments({ society: _id, removedAt: null }),
  }),
  toMessages: (doc) => (doc.removedAt ? [] : [societyCountsLive(doc)]),
};

const event: CounterSource<EventDoc> = {
  model: Events,
  count: async ({ _id, seats }) => {
    const attendees = await Attendances.countDocuments({ event: _id, state: 'going' });
    const interested = await Bookmarks.countDocuments({ event: _id, on: true });
    return {
      attendees,
      interested,
      shares: await Shares.countDocuments({ event: _id }),
      seatsLeft: seats === null ? null : Math.max(0, seats - attendees - (await countHeld(_id))),
    };
  },
  toMessages: (doc) => (doc.removedAt ? [] : [eventStatsLive(doc)]),
};

const user: CounterSource<UserDoc> = {
  model: Users,
  count: async ({ _id }) => ({
    followers: await Follows.countDocuments({ to: _id, on: true }),
    following: await Follows.countDocuments({ from: _id, on: true }),
  }),
  toMessages: (doc) => (doc.deletedAt ? [] : [profileCountsLive(doc)]),
};

const counterSources: { [K in CounterRef['kind']]: CounterSource<never> } = { post, society, event, user } as never;
export const counterKinds = Object.keys(counterSources) as CounterRef['kind'][];
/** Counter source of any kind, typed alike for all. */
export const counterSource = (kind: CounterRef['kind']): CounterSource<CountedDoc> =>
  counterSources[kind] as unknown as CounterSource<CountedDoc>;

/** Marks a document whose counters are in doubt; the sweeper recomputes them. */
export const markRecount = ({ kind, id }: CounterRef): Promise<unknown> =>
  counterSource(kind)
    .model.updateOne({ _id: id }, { $set: { recount: true } })
    .exec();
