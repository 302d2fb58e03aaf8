import { commentCreated, commentRemoved } from '#models/contract/comments';
import { roomOf } from '#models/contract/rooms';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { type CommentDoc, Comments, commentToWire } from '#models/db/comments';
import { type Id, toId } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import { postLoader } from '#models/db/posts.loaders';
import { Societies } from '#models/db/societies';
import { excerpt } from '#models/db/text';
import { loadPeople } from '#models/db/users';
import { liveMessage, namingOf } from '../live-stream.js';
import { audienceOf, type NotificationSpec, type VerbSpec } from '../verb.js';
import { countsOfPost } from './posts.js';

const maxCommentersNotified = 50;
/** More than the commenters notified, since some may have removed their comments. */
const maxCommentersRetracted = 500;

async function authorsOf(filter: Record<string, unknown>, limit: number, except: readonly Id[]): Promise<Id[]> {
  const recent = await Comments.find(filter, { author: 1 }).sort({ createdAt: -1, _id: -1 }).limit(limit).lean();
  const excluded = new Set(except.map(String));
  return [...new Map(recent.map((comment) => [String(comment.author), comment.author])).entries()]
    .filter(([id]) => !excluded.has(id))
    .map(([, id]) => id);
}

/** Other commenters of the post, newest first: participants are notified of answers. */
const otherCommenters = (post: Id, except: readonly Id[]): Promise<Id[]> =>
  authorsOf({ post, removedAt: null }, maxCommentersNotified, except);

/** The post's author, and everybody who may have been notified of a comment on it. */
const mayHaveBeenNotified = async (post: PostDoc, comment: CommentDoc): Promise<Id[]> => [
  post.author,
  ...(await authorsOf({ post: post._id }, maxCommentersRetracted, [post.author, comment.author])),
];

/** A comment and its post, either of which may be removed. */
const loadWithPost = async (commentId: Id) => {
  const comment = await Comments.findById(commentId).lean();
  const post = comment ? await postLoader.fresh(String(comment.post)) : null;
  return comment && post ? { comment, post } : null;
};

const loadParents = async (commentId: Id) => {
  const found = await loadWithPost(commentId);
  return found && !found.post.removedAt ? found : null;
};

/** The record's object is the comment. */
export const commentCreatedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await loadParents(activity.object);
    if (!found || found.comment.removedAt) return [];
    const { comment, post } = found;
    const author = String(comment.author);
    const [people, society] = await Promise.all([loadPeople([comment.author]), Societies.findById(post.society, { category: 1 }).lean()]);
    const wire = commentToWire(comment, people.get(author));
    const created = liveMessage(commentCreated, [roomOf('post', String(post._id))], { ...countsOfPost(post), comment: wire }, author);
    return [{ ...created, ...(society && namingOf(society, comment.author)) }];
  },
  async notifications(activity) {
    const found = await loadParents(activity.object);
    if (!found || found.comment.removedAt) return [];
    const { comment, post } = found;
    const shared = { params: { excerpt: excerpt(comment.content) }, link: `/posts/${post._id}`, society: post.society };
    const notifications: NotificationSpec[] = [
      { ...shared, key: `comment:${post._id}`, type: 'post_commented', why: 'author', audience: () => audienceOf(post.author) },
    ];
    const others = await otherCommenters(post._id, [post.author, comment.author]);
    if (others.length > 0)
      notifications.push({
        ...shared,
        author: post.author,
        key: `answer:${post._id}`,
        type: 'comment_answered',
        why: 'commented',
        audience: () => audienceOf(...others),
      });
    return notifications;
  },
  retractionOfGone: (record) => ({
    record,
    audience: async function* () {
      const found = await loadWithPost(record.object);
      if (found) yield await mayHaveBeenNotified(found.post, found.comment);
    },
  }),
  affectedCounters: (activity) => (activity.params?.post ? [{ kind: 'post', id: toId(activity.params.post) }] : []),
  isInFeed: true,
  affectsTrending: true,
};

export const commentRemovedVerb: VerbSpec<ActivityDoc> = {
  async messages(activity) {
    const found = await loadParents(activity.object);
    if (!found?.comment.removedAt) return [];
    return [
      liveMessage(commentRemoved, [roomOf('post', String(found.post._id))], {
        ...countsOfPost(found.post),
        comment_id: String(activity.object),
        version: found.comment.version,
      }),
    ];
  },
  async retractions(activity) {
    const found = await loadParents(activity.object);
    const created = found ? await Activities.find({ object: activity.object, verb: 'comment.created' }, { actor: 1 }).lean() : [];
    if (!found) return [];
    const users = created.length > 0 ? await mayHaveBeenNotified(found.post, found.comment) : [];
    return created.map((record) => ({ record, audience: () => audienceOf(...users) }));
  },
  affectedCounters: commentCreatedVerb.affectedCounters,
  affectsTrending: true,
};

/** Shows the comment again; notifies nobody anew. */
export const commentRestoredVerb: VerbSpec<ActivityDoc> = {
  messages: commentCreatedVerb.messages,
  affectedCounters: commentCreatedVerb.affectedCounters,
  affectsTrending: true,
};
