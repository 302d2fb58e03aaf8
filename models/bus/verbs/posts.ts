import { postCreated, postLikes, postRemoved, postUpdated } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { Activities, type ActivityDoc } from '#models/db/activities';
import type { LikeDoc } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type PostDoc, postToWire } from '#models/db/posts';
import { postLoader } from '#models/db/posts.loaders';
import { loadSociety, type SocietyDoc } from '#models/db/societies';
import { excerpt } from '#models/db/text';
import { loadPeople } from '#models/db/users';
import { type LiveMessage, liveMessage, namingOf } from '../live-stream.js';
import { audienceFrom, audienceOf, type Retraction, staleTopic, type VerbSpec } from '../verb.js';

export const countsOfPost = (post: PostDoc) => ({
  post_id: String(post._id),
  Likes: post.likes,
  CommentsCount: post.comments,
  rev: post.rev,
});

/** A society's counters, for its page and, if it is listed, for the lists. */
export function societyCountsLive(society: SocietyDoc): LiveMessage {
  const rooms = [roomOf('societyPublic', String(society._id))];
  if (society.privacy.visibility !== 'invite-only') rooms.push(roomOf('societies'));
  return liveMessage(societyCounts, rooms, {
    society_id: String(society._id),
    Member_Count: society.members,
    Event_Count: society.events,
    Post_Count: society.posts,
    rev: society.rev,
  });
}

/** Members of a society, in batches. */
export const membersOf = (society: Id): AsyncIterable<Id[]> => audienceFrom(Memberships.find({ society }, { user: 1 }).lean());
/** Retraction of a record's delivery from the members of its society; null without one. */
export const retractionFromMembers = (record: ActivityDoc): Retraction | null => {
  const { society } = record;
  return society && { record, audience: () => membersOf(society) };
};

export const postLiked: VerbSpec<LikeDoc> = {
  async messages(like, preloaded) {
    const own = liveMessage(ownChanged, [roomOf('user', String(like.user))], {
      kind: 'like',
      id: String(like.post),
      on: like.on,
      version: like.version,
    });
    const post = preloaded.post ?? (await postLoader.fresh(String(like.post)));
    return post && !post.removedAt ? [liveMessage(postLikes, [roomOf('post', String(post._id))], countsOfPost(post)), own] : [own];
  },
  async notifications(like) {
    const post = await postLoader.fresh(String(like.post));
    if (!post || post.removedAt) return [];
    return [
      {
        key: `like:${post._id}`,
        type: 'post_liked',
        params: { excerpt: excerpt(post.content) },
        link: `/posts/${post._id}`,
        why: 'author',
        audience: () => audienceOf(post.author),
        society: post.society,
      },
    ];
  },
  affectedCounters: (like) => [{ kind: 'post', id: like.post }],
  affectsTrending: true,
  staleTopics: ({ user }) => staleTopic('own', user),
};

/** Post and society of a record; the post may be removed by now. */
async function postOf(activity: ActivityDoc): Promise<{ post: PostDoc | null; society: SocietyDoc | null }> {
  const [post, society] = await Promise.all([postLoader.fresh(String(activity.object)), loadSociety(activity.society)]);
  return { post, society };
}

/** Rooms of the lists that show a post. */
const listRooms = (post: PostDoc): string[] => [roomOf('society', String(post.society)), ...(post.open ? [roomOf('feed')] : [])];
const ownRoom = (post: PostDoc): string => roomOf('post', String(post._id));

async function sharedPostOf(post: PostDoc, society: SocietyDoc) {
  const [people, membership] = await Promise.all([
    loadPeople([post.author]),
    Memberships.findOne({ society: post.society, user: post.author }, { role: 1 }).lean(),
  ]);
  return postToWire(post, people.get(String(post.author)), membership?.role ?? null, society);
}

export const postCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const { post, society } = await postOf(activity);
    if (!post || post.removedAt || !society) return [];
    const created = liveMessage(postCreated, listRooms(post), await sharedPostOf(post, society), String(post.author));
    return [{ ...created, ...namingOf(society, post.author) }, societyCountsLive(society)];
  },
  async notifications(activity) {
    const { post, society } = await postOf(activity);
    if (!post || post.removedAt || !society) return [];
    const isAnnouncement = post.kind === 'announcement';
    return [
      {
        key: isAnnouncement ? `announcement:${post._id}` : `post:${society._id}`,
        type: isAnnouncement ? 'announcement' : 'post_created',
        params: { society: society.name, excerpt: excerpt(post.content) },
        link: isAnnouncement ? `/posts/${post._id}` : `/societies/${society._id}`,
        why: 'member',
        audience: () => membersOf(society._id),
        society: society._id,
      },
    ];
  },
  retractionOfGone: retractionFromMembers,
  affectedCounters: (activity) => (activity.society ? [{ kind: 'society', id: activity.society }] : []),
  followUps: ({ object }) => [{ name: 'activity.follow', data: { kind: 'post', id: String(object) }, jobId: `follow-${object}` }],
  isInFeed: true,
};

export const postUpdatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const { post, society } = await postOf(activity);
    if (!post || post.removedAt || !society) return [];
    const updated = liveMessage(postUpdated, [...listRooms(post), ownRoom(post)], await sharedPostOf(post, society), String(post.author));
    return [{ ...updated, ...namingOf(society, post.author) }];
  },
  affectedCounters: () => [],
};

/** Removes the post from every screen that shows it, and its delivery from unread notifications of the society's members. */
export const postRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const { post, society } = await postOf(activity);
    if (!post?.removedAt || !society) return [];
    const removed = { post_id: String(post._id), society_id: String(society._id), version: post.version };
    return [liveMessage(postRemoved, [...listRooms(post), ownRoom(post)], removed), societyCountsLive(society)];
  },
  async retractions({ object, society }) {
    const created = await Activities.find({ object, verb: 'post.created' }, { actor: 1 }).lean();
    return society ? created.map((record) => ({ record, audience: () => membersOf(society) })) : [];
  },
  affectedCounters: postCreatedVerb.affectedCounters,
  affectsTrending: true,
};

/** Shows the post again; notifies nobody anew. */
export const postRestoredVerb: VerbSpec<ActivityDoc> = {
  messages: postCreatedVerb.messages,
  affectedCounters: postCreatedVerb.affectedCounters,
  affectsTrending: true,
};
