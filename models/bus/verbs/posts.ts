import { postCreated, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import type { ActivityDoc } from '#models/db/activities';
import type { LikeDoc } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type PostDoc, Posts, postToWire } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { loadPeople } from '#models/db/users';
import { type Live, live } from '../push.js';
import { only, type VerbSpec } from '../verb.js';

/** The first signs of a text, for a line that names it; a sign is never cut in half. */
export function excerpt(text: string, length = 80): string {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length).join('').trimEnd()}…`;
}

export const countsOfPost = (post: PostDoc) => ({
  post_id: String(post._id),
  Likes: post.likes,
  CommentsCount: post.comments,
  rev: post.rev,
});

/** A society's counters, for its page and, where it is listed, for the lists. */
export function societyCountsLive(society: SocietyDoc): Live {
  const rooms = [roomOf('societyPublic', String(society._id))];
  if (society.privacy.visibility !== 'invite-only') rooms.push(roomOf('societies'));
  return live(societyCounts, rooms, {
    society_id: String(society._id),
    Member_Count: society.members,
    Event_Count: society.events,
    Post_Count: society.posts,
    rev: society.rev,
  });
}

/** The members of a society, a thousand at a time. */
export async function* membersOf(society: Id): AsyncIterable<Id[]> {
  let batch: Id[] = [];
  for await (const member of Memberships.find({ society }, { user: 1 }).lean().cursor({ batchSize: 1000 })) {
    batch.push(member.user);
    if (batch.length === 1000) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

export const postLiked: VerbSpec<LikeDoc> = {
  async messages(like, known) {
    const own = live(ownChanged, [roomOf('user', String(like.user))], {
      kind: 'like',
      id: String(like.post),
      on: like.on,
      version: like.version,
    });
    const post = known.post ?? (await Posts.findById(like.post).lean());
    return post && !post.removedAt ? [live(postLikes, [roomOf('post', String(post._id))], countsOfPost(post)), own] : [own];
  },
  async tellings(like) {
    const post = await Posts.findById(like.post).lean();
    if (!post || post.removedAt) return [];
    return [
      {
        key: `like:${post._id}`,
        type: 'post_liked',
        params: { excerpt: excerpt(post.content) },
        link: `/posts/${post._id}`,
        why: 'author',
        audience: () => only(post.author),
        society: post.society,
      },
    ];
  },
  counted: (like) => [{ kind: 'post', id: like.post }],
  movesTrending: true,
};

export const postCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const [post, society] = await Promise.all([Posts.findById(activity.object).lean(), Societies.findById(activity.society).lean()]);
    if (!post || post.removedAt || !society) return [];
    const [people, membership] = await Promise.all([
      loadPeople([post.author]),
      Memberships.findOne({ society: post.society, user: post.author }, { role: 1 }).lean(),
    ]);
    const rooms = [roomOf('society', String(society._id))];
    if (post.open) rooms.push(roomOf('feed'));
    const author = String(post.author);
    return [
      live(postCreated, rooms, postToWire(post, people.get(author), membership?.role ?? null, society), author),
      societyCountsLive(society),
    ];
  },
  async tellings(activity) {
    const [post, society] = await Promise.all([Posts.findById(activity.object).lean(), Societies.findById(activity.society).lean()]);
    if (!post || post.removedAt || !society) return [];
    return [
      {
        key: `post:${society._id}`,
        type: 'post_created',
        params: { society: society.name, excerpt: excerpt(post.content) },
        link: `/societies/${society._id}`,
        why: 'member',
        audience: () => membersOf(society._id),
        society: society._id,
      },
    ];
  },
  counted: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  isShown: true,
};
