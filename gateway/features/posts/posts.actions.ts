import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { createPost, getAllPosts, getPostsBySociety } from '#models/contract/posts';
import { bump } from '#models/db/counters';
import { decodeCursor } from '#models/db/cursor';
import { Memberships } from '#models/db/memberships';
import { newId, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { feedPage, pageOfSociety, postsForViewer } from '#models/db/posts.loaders';
import { Societies, societyFacts } from '#models/db/societies';
import { words } from '#models/db/text';
import { transaction } from '#models/db/transaction';

export const getAllPostsAction: Action<typeof getAllPosts> = async ({ limit, cursor }, ctx) => {
  const page = await feedPage(ctx.viewer, decodeCursor(cursor), limit);
  return { data: await postsForViewer(ctx, page.posts), next: page.next };
};

export const getPostsBySocietyAction: Action<typeof getPostsBySociety> = async ({ society_id, limit, cursor }, ctx) => {
  const society = await Societies.findById(society_id).lean();
  if (!society || !ctx.can('society.see', societyFacts(society))) return fail('not_found');
  ctx.require('society.posts', societyFacts(society));
  const from = decodeCursor(cursor);
  const page = await pageOfSociety(society._id, from, limit);
  const role = ctx.viewer?.roles.get(society_id);
  if (role && !from) await Memberships.updateOne({ society: society._id, user: ctx.me._id }, { $set: { seenAt: new Date() } });
  return { data: await postsForViewer(ctx, page.posts), next: page.next };
};

export const createPostAction: Action<typeof createPost> = async ({ society_id, content, image }, ctx) => {
  const society = await Societies.findById(toId(society_id)).lean();
  if (!society || !ctx.can('society.see', societyFacts(society))) return fail('not_found');
  ctx.require('society.post', societyFacts(society));
  const now = new Date();
  const open = society.privacy.visibility === 'public';
  const _id = newId();
  const record = await transaction(async (session) => {
    await Posts.create(
      [{ _id, society: society._id, author: ctx.me._id, content, image, createdAt: now, activeAt: now, open, words: words(content) }],
      { session },
    );
    return recordActivity(session, { actor: ctx.me._id, verb: 'post.created', object: _id, society: society._id, open });
  });
  if (await bump(Societies, society._id, { inc: { posts: 1 }, since: record.doc.at })) tell(record);
  const written = await Posts.find({ _id }).lean();
  const [post] = await postsForViewer(ctx, written);
  return { data: post ?? fail('not_found') };
};
