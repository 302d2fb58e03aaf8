import type { Model } from 'mongoose';
import type { Live } from '#models/bus/push';
import { live } from '#models/bus/push';
import type { Counted } from '#models/bus/verb';
import { eventStatsLive } from '#models/bus/verbs/attendance';
import { profileCountsLive } from '#models/bus/verbs/people';
import { countsOfPost, societyCountsLive } from '#models/bus/verbs/posts';
import { postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { Comments } from '#models/db/comments';
import { type EventDoc, Events } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { Shares } from '#models/db/shares';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';

/** What every document with counters has. */
export interface CountedDoc {
  _id: Id;
  rev: number;
  recount?: true;
}

/** How the counters of one kind are counted from the truth, and who hears of them. */
interface Truth<Doc extends CountedDoc> {
  model: Model<Doc>;
  count(doc: Doc): Promise<Partial<Doc>>;
  live(doc: Doc): Live[];
}

const post: Truth<PostDoc> = {
  model: Posts,
  count: async ({ _id }) => ({
    likes: await Likes.countDocuments({ post: _id, on: true }),
    comments: await Comments.countDocuments({ post: _id, removedAt: null }),
  }),
  live: (doc) => (doc.removedAt ? [] : [live(postLikes, [roomOf('post', String(doc._id))], countsOfPost(doc))]),
};

const society: Truth<SocietyDoc> = {
  model: Societies,
  count: async ({ _id }) => ({
    members: await Memberships.countDocuments({ society: _id }),
    posts: await Posts.countDocuments({ society: _id, removedAt: null }),
    events: await Events.countDocuments({ society: _id, removedAt: null }),
  }),
  live: (doc) => (doc.removedAt ? [] : [societyCountsLive(doc)]),
};

const event: Truth<EventDoc> = {
  model: Events,
  count: async ({ _id, seats }) => {
    const attendees = await Attendances.countDocuments({ event: _id, state: 'going' });
    const interested = await Bookmarks.countDocuments({ event: _id, on: true });
    return {
      attendees,
      interested,
      shares: await Shares.countDocuments({ event: _id }),
      seatsLeft: seats === null ? null : Math.max(0, seats - attendees),
    };
  },
  live: (doc) => (doc.removedAt ? [] : [eventStatsLive(doc)]),
};

const user: Truth<UserDoc> = {
  model: Users,
  count: async ({ _id }) => ({
    followers: await Follows.countDocuments({ to: _id, on: true }),
    following: await Follows.countDocuments({ from: _id, on: true }),
  }),
  live: (doc) => (doc.deletedAt ? [] : [profileCountsLive(doc)]),
};

const truths: { [K in Counted['kind']]: Truth<never> } = { post, society, event, user } as never;
export const countedKinds = Object.keys(truths) as Counted['kind'][];
/** The same, for work that every kind takes alike. */
export const truthOf = (kind: Counted['kind']): Truth<CountedDoc> => truths[kind] as unknown as Truth<CountedDoc>;

/** Marks a document whose counters are in doubt: the sweeper counts it again. */
export const markRecount = ({ kind, id }: Counted): Promise<unknown> =>
  truthOf(kind)
    .model.updateOne({ _id: id }, { $set: { recount: true } })
    .exec();
