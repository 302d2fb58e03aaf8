import { publishAndEnqueue } from '#models/bus/publish';
import { audienceOf } from '#models/bus/verb';
import { membersOf } from '#models/bus/verbs/posts';
import { removeComment } from '#models/commands/remove-comment';
import { removePost } from '#models/commands/remove-post';
import { Activities } from '#models/db/activities';
import type { DeletedPerson } from '#models/db/collections';
import { Comments } from '#models/db/comments';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import { markRecount } from '../sweeper/counter-sources.js';
import type { Run } from './give-up.js';

/** Removes a person's posts and comments as the author would. What is removed can be shown again for 30 days. */
export async function removeTexts(user: Id, run: Run): Promise<void> {
  for await (const comment of Comments.find({ author: user, removedAt: null }).lean().cursor()) {
    const post = await Posts.findById(comment.post).lean();
    const record = post && (await run((session) => removeComment(session, comment, post, user)));
    await markRecount({ kind: 'post', id: comment.post });
    if (record) await publishAndEnqueue(record);
  }
  for await (const post of Posts.find({ author: user, removedAt: null }).lean().cursor()) {
    const record = await run((session) => removePost(session, post, user));
    await markRecount({ kind: 'society', id: post.society });
    if (record) await publishAndEnqueue(record);
  }
}

/** Removes a deleted person's posts and comments, and the quotes of them, unless they are to stay. */
export async function removeContent({ user, keepPosts }: DeletedPerson): Promise<void> {
  if (keepPosts) return;
  await removeTexts(user, transaction);
  await redactQuotes(user);
}

/** Notifications about the posts and comments quote their first words. */
async function redactQuotes(user: Id): Promise<void> {
  const activities = Activities.find({ actor: user, verb: { $in: ['post.created', 'comment.created'] } })
    .lean()
    .cursor();
  for await (const { _id, verb, object, society } of activities) {
    for await (const readers of verb === 'post.created' ? (society ? membersOf(society) : audienceOf()) : commentAudience(object))
      await Notifications.updateMany({ user: { $in: readers }, tellings: String(_id) }, { $set: { 'params.excerpt': '…' } });
  }
}

/** Audience of a comment's notifications: the author of its post and the other commenters. */
async function* commentAudience(comment: Id): AsyncGenerator<Id[]> {
  const post = (await Comments.findById(comment, { post: 1 }).lean())?.post;
  if (!post) return;
  const author = (await Posts.findById(post, { author: 1 }).lean())?.author;
  const others = (await Comments.distinct('author', { post })) as Id[];
  yield author ? [author, ...others] : others;
}
