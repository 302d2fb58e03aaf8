import { deliver } from '#models/bus/activity';
import { only } from '#models/bus/verb';
import { membersOf } from '#models/bus/verbs/posts';
import { removeComment } from '#models/commands/remove-comment';
import { removePost } from '#models/commands/remove-post';
import { Activities } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { Leaving } from '#models/db/person-data';
import { Posts } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import { markRecount } from '../sweeper/truth.js';

/** Removes what somebody wrote, as its author would, unless it is to stay. */
export async function removeWritten({ user, keepPosts }: Leaving): Promise<void> {
  if (keepPosts) return;
  for await (const comment of Comments.find({ author: user, removedAt: null }).lean().cursor()) {
    const post = await Posts.findById(comment.post).lean();
    const record = post && (await transaction((session) => removeComment(session, comment, post, user)));
    await markRecount({ kind: 'post', id: comment.post });
    if (record) await deliver(record);
  }
  for await (const post of Posts.find({ author: user, removedAt: null }).lean().cursor()) {
    const record = await transaction((session) => removePost(session, post, user));
    await markRecount({ kind: 'society', id: post.society });
    if (record) await deliver(record);
  }
  await emptyQuotations(user);
}

/** The notifications that told of it quote its first words. */
async function emptyQuotations(user: Id): Promise<void> {
  const telling = Activities.find({ actor: user, verb: { $in: ['post.created', 'comment.created'] } })
    .lean()
    .cursor();
  for await (const { _id, verb, object, society } of telling) {
    for await (const readers of verb === 'post.created' ? (society ? membersOf(society) : only()) : talkersOn(object))
      await Notifications.updateMany({ user: { $in: readers }, tellings: String(_id) }, { $set: { 'params.excerpt': '…' } });
  }
}

/** Who was told of a comment: the author of its post, and others who wrote under it. */
async function* talkersOn(comment: Id): AsyncGenerator<Id[]> {
  const post = (await Comments.findById(comment, { post: 1 }).lean())?.post;
  if (!post) return;
  const author = (await Posts.findById(post, { author: 1 }).lean())?.author;
  const others = (await Comments.distinct('author', { post })) as Id[];
  yield author ? [author, ...others] : others;
}
