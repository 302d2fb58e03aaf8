import { transactionOf } from '#gateway/plugins/caller';
import type { Action, ActionResult, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { afterCommentRemoved, removeComment } from '#models/commands/remove-comment';
import type { createComment, deleteComment, getComments } from '#models/contract/comments';
import { fail } from '#models/contract/failure';
import { type CommentDoc, Comments } from '#models/db/comments';
import { commentPage, commentsForViewer, findComment } from '#models/db/comments.loaders';
import { incrementCounters } from '#models/db/counters';
import { newId, toId } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { type FoundPost, findPost } from '#models/db/posts.loaders';

const counters = (post: PostDoc) => ({ Likes: post.likes, CommentsCount: post.comments, rev: post.rev });

export const getCommentsAction: Action<typeof getComments> = async ({ post_id, limit, cursor }, ctx) => {
  const found = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  ctx.require('post.see', found.facts, 'not_found');
  const page = await commentPage(found.post._id, cursor, limit);
  return { data: await commentsForViewer(ctx, found, page.comments), next: page.next };
};

type Commented = ActionResult<typeof createComment>;

async function answerWith(ctx: Ctx, found: FoundPost, comment: CommentDoc, post: PostDoc): Promise<Commented> {
  const [wire] = await commentsForViewer(ctx, found, [comment]);
  return { data: { ...(wire ?? fail('not_found')), ...counters(post) } };
}

async function write(ctx: Ctx, found: FoundPost, content: string, keep: Keep<string>): Promise<Commented> {
  const { post, society } = found;
  const comment: CommentDoc = {
    _id: newId(),
    post: post._id,
    author: ctx.me._id,
    content,
    createdAt: new Date(),
    removedAt: null,
    removedBy: null,
    version: 1,
  };
  const record = await transactionOf(ctx, async (session) => {
    await Comments.create([comment], { session });
    await keep(session, String(comment._id));
    return recordActivity(session, {
      actor: ctx.me._id,
      verb: 'comment.created',
      object: comment._id,
      society: society._id,
      open: post.open,
      params: { post: String(post._id) },
    });
  });
  const counted = await incrementCounters(Posts, post._id, {
    inc: { comments: 1 },
    set: { activeAt: comment.createdAt },
    since: record.doc.at,
  });
  if (counted) publish(record);
  return answerWith(ctx, found, comment, counted ?? post);
}

export const createCommentAction: CreatingAction<typeof createComment, string> = {
  async prepare({ post_id, content }, ctx) {
    const found = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
    ctx.require('post.comment', found.facts);
    return {
      create: (keep) => write(ctx, found, content, keep),
      recall: async (id) => {
        const made = await Comments.findById(toId(id)).lean();
        return answerWith(ctx, found, made ?? fail('not_found'), found.post);
      },
    };
  },
};

export const deleteCommentAction: Action<typeof deleteComment> = async ({ comment_id }, ctx) => {
  const found = (await findComment(ctx, toId(comment_id), 'comment.delete')) ?? fail('not_found');
  ctx.require('comment.delete', found.commentFacts);
  const { comment, post } = found;
  const record = (await transactionOf(ctx, (session) => removeComment(session, comment, post, ctx.me._id))) ?? fail('not_found');
  return { data: counters((await afterCommentRemoved(record, post)) ?? post) };
};
