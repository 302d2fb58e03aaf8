import { transactionOf } from '#gateway/plugins/caller';
import type { Action, ActionResult, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { countNewPost, insertPost } from '#models/commands/publish-post';
import { afterPostRemoved, removePost } from '#models/commands/remove-post';
import type { ParsedOf } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import type { createPost, deletePost, getAllPosts, getPost, getPostsBySociety, updatePost } from '#models/contract/posts';
import type { getPostsByUser } from '#models/contract/posts-by-user';
import { Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { findPerson } from '#models/db/people.loaders';
import { Posts } from '#models/db/posts';
import { feedPage, findPost, pageOfAuthor, pageOfSocieties, pageOfSociety, postsForViewer, postsOnProfile } from '#models/db/posts.loaders';
import { Societies, type SocietyDoc, societyFacts, societyLoader } from '#models/db/societies';
import { followedSocieties, markFollowedSeen } from '#models/db/society-follows.loaders';
import { words } from '#models/db/text';
import { pollOf } from './new-poll.js';

/** A page of own or followed societies; the first page of the latter marks these as read. */
async function partPage(ctx: Ctx, feed: 'mine' | 'followed', cursor: string | undefined, limit: number) {
  if (!ctx.viewer) return pageOfSocieties([], cursor, limit);
  if (feed === 'mine') return pageOfSocieties([...ctx.viewer.roles.keys()].map(toId), cursor, limit);
  const societies = (await followedSocieties(ctx.viewer)).map(({ society }) => society._id);
  const page = await pageOfSocieties(societies, cursor, limit);
  if (!cursor && societies.length > 0) await markFollowedSeen(ctx.viewer._id, societies);
  return page;
}

export const getAllPostsAction: Action<typeof getAllPosts> = async ({ limit, cursor, feed }, ctx) => {
  const page = feed ? await partPage(ctx, feed, cursor, limit) : await feedPage(ctx.viewer, cursor, limit);
  return { data: await postsForViewer(ctx, page.items), next: page.next };
};

/** Notes a member's or follower's visit, from which new posts are counted. */
async function markSeen({ viewer }: Ctx, { _id: society }: SocietyDoc): Promise<void> {
  if (!viewer) return;
  if (!viewer.roles.has(String(society))) await markFollowedSeen(viewer._id, [society]);
  else await Memberships.updateOne({ society, user: viewer._id }, { $set: { seenAt: new Date() } });
}

export const getPostsBySocietyAction: Action<typeof getPostsBySociety> = async ({ society_id, limit, cursor }, ctx) => {
  const society = await societyLoader.cached(society_id);
  if (!society || !ctx.can('society.see', societyFacts(society))) return fail('not_found');
  ctx.require('society.posts', societyFacts(society));
  const [page] = await Promise.all([pageOfSociety(society, cursor, limit), cursor ? null : markSeen(ctx, society)]);
  return { data: await postsForViewer(ctx, page.items), next: page.next };
};

async function answerPost(ctx: Ctx, id: Id): Promise<ActionResult<typeof createPost>> {
  const [post] = await postsForViewer(ctx, await Posts.find({ _id: id }).lean());
  return { data: post ?? fail('not_found') };
}

async function write(ctx: Ctx, society: SocietyDoc, input: ParsedOf<typeof createPost>, keep: Keep<string>) {
  const { content, image, kind } = input;
  const _id = newId();
  const poll = pollOf(input.poll, new Date());
  const record = await transactionOf(ctx, async (session) => {
    await keep(session, String(_id));
    return insertPost(session, society, { _id, author: ctx.me._id, content, image, ...(kind && { kind }), ...poll });
  });
  if (await countNewPost(record, society)) publish(record);
  return answerPost(ctx, _id);
}

export const createPostAction: CreatingAction<typeof createPost, string> = {
  async prepare(input, ctx) {
    const society = await Societies.findById(toId(input.society_id)).lean();
    if (!society || !ctx.can('society.see', societyFacts(society))) return fail('not_found');
    ctx.require('society.post', societyFacts(society));
    if (input.kind) ctx.require('society.announce', societyFacts(society));
    return { create: (keep) => write(ctx, society, input, keep), recall: (id) => answerPost(ctx, toId(id)) };
  },
};

export const getPostAction: Action<typeof getPost> = async ({ post_id }, ctx) => {
  const found = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  const [post] = await postsForViewer(ctx, [found.post]);
  return { data: post ?? fail('not_found') };
};

export const getPostsByUserAction: Action<typeof getPostsByUser> = async ({ user_id, limit, cursor }, ctx) => {
  const author = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('profile.see', author.facts);
  const page = await pageOfAuthor(ctx.viewer, author.user._id, cursor, limit);
  return { data: await postsOnProfile(ctx, page.items), next: page.next };
};

export const updatePostAction: Action<typeof updatePost> = async ({ post_id, content, image }, ctx) => {
  const { post, facts } = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  ctx.require('post.edit', facts);
  const written = { ...(content === undefined ? {} : { content, words: words(content) }), ...(image === undefined ? {} : { image }) };
  const isChanged = (content ?? post.content) !== post.content || (image ?? post.image) !== post.image;
  if (isChanged) {
    const record = await transactionOf(ctx, async (session) => {
      const { modifiedCount } = await Posts.updateOne(
        { _id: post._id, removedAt: null },
        { $set: { ...written, editedAt: new Date() }, $inc: { version: 1 } },
        { session },
      );
      if (modifiedCount === 0) return fail('not_found');
      return recordActivity(session, { actor: ctx.me._id, verb: 'post.updated', object: post._id, society: post.society, open: post.open });
    });
    publish(record);
  }
  const [wire] = await postsForViewer(ctx, await Posts.find({ _id: post._id }).lean());
  return { data: wire ?? fail('not_found') };
};

export const deletePostAction: Action<typeof deletePost> = async ({ post_id }, ctx) => {
  const { post, facts } = (await findPost(ctx, toId(post_id), 'post.delete')) ?? fail('not_found');
  ctx.require('post.delete', facts);
  const record = (await transactionOf(ctx, (session) => removePost(session, post, ctx.me._id))) ?? fail('not_found');
  await afterPostRemoved(record, post);
  return { data: { post_id, society_id: String(post.society) } };
};
