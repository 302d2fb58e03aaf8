import { transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { enqueuePublication } from '#models/bus/scheduled-posts';
import { countNewPost, publishPlanned } from '#models/commands/publish-post';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { longestScheduleMs } from '#models/contract/limits';
import type {
  deletePlannedPost,
  getPlannedPosts,
  PlannedPost,
  planPost,
  publishPlannedPost,
  updatePlannedPost,
} from '#models/contract/planned-posts';
import type { SpecialKind } from '#models/contract/post-kinds';
import { type Id, newId, toId } from '#models/db/model';
import { type PlannedPostDoc, PlannedPosts } from '#models/db/planned-posts';
import { findOwnPlannedPost, ownPlannedPostPage, plannedPostsToWire } from '#models/db/planned-posts.loaders';
import { Posts } from '#models/db/posts';
import { postsForViewer } from '#models/db/posts.loaders';
import { Societies, type SocietyDoc, societyFacts } from '#models/db/societies';
import { pollOf, requireEndAfter } from './new-poll.js';

export const getPlannedPostsAction: Action<typeof getPlannedPosts> = async ({ limit, cursor }, ctx) => {
  const page = await ownPlannedPostPage(ctx.me._id, cursor, limit);
  return { data: await plannedPostsToWire(ctx, page.items), next: page.next };
};

/** The time as a date; null for a draft. */
function timeOf(publishAt: string | null): Date | null {
  if (publishAt === null) return null;
  const ahead = Date.parse(publishAt) - Date.now();
  return ahead > 0 && ahead <= longestScheduleMs ? new Date(publishAt) : fail('validation_failed', { publish_at: fieldTexts.publish_time });
}

async function answer(ctx: Ctx, id: Id): Promise<{ data: PlannedPost }> {
  const planned = (await PlannedPosts.findById(id).lean()) ?? fail('not_found');
  const [wire] = await plannedPostsToWire(ctx, [planned]);
  return { data: wire ?? fail('not_found') };
}

function requireMayPost(ctx: Ctx, society: SocietyDoc, kind: SpecialKind | null | undefined): void {
  ctx.require('society.post', societyFacts(society));
  if (kind) ctx.require('society.announce', societyFacts(society));
}

async function plan(ctx: Ctx, society: Id, { content, image, kind, poll, publish_at }: ParsedOf<typeof planPost>, keep: Keep<string>) {
  const _id = newId();
  const publishAt = timeOf(publish_at);
  const planned = pollOf(poll, publishAt ?? new Date());
  await transactionOf(ctx, async (session) => {
    const fields = { _id, society, author: ctx.me._id, content, image, ...(kind && { kind }), ...(publishAt && { publishAt }), ...planned };
    await PlannedPosts.create([{ ...fields, createdAt: new Date() }], { session });
    await keep(session, String(_id));
  });
  if (publishAt) enqueuePublication({ _id, publishAt });
  return answer(ctx, _id);
}

export const planPostAction: CreatingAction<typeof planPost, string> = {
  async prepare(input, ctx) {
    const society = await Societies.findById(toId(input.society_id)).lean();
    if (!society || !ctx.can('society.see', societyFacts(society))) return fail('not_found');
    requireMayPost(ctx, society, input.kind);
    return { create: (keep) => plan(ctx, society._id, input, keep), recall: (id) => answer(ctx, toId(id)) };
  },
};

/** The change as MongoDB writes it. A change of the time also ends a refusal. */
function changeOf({ content, image, kind, publish_at }: ParsedOf<typeof updatePlannedPost>) {
  const publishAt = publish_at === undefined ? undefined : timeOf(publish_at);
  return {
    $set: {
      ...(content !== undefined && { content }),
      ...(image !== undefined && { image }),
      ...(kind && { kind }),
      ...(publishAt && { publishAt }),
      ...(publishAt !== undefined && { refusedAt: null }),
    },
    $unset: { ...(kind === null && { kind: 1 }), ...(publishAt === null && { publishAt: 1 }) },
    $inc: { version: 1 },
  };
}

export const updatePlannedPostAction: Action<typeof updatePlannedPost> = async (input, ctx) => {
  const { _id, author, poll } = (await findOwnPlannedPost(ctx, toId(input.planned_id))) ?? fail('not_found');
  ctx.require('plannedPost.edit', { author: String(author) });
  if (poll && input.publish_at) requireEndAfter(poll, new Date(input.publish_at));
  const changed = await transactionOf(ctx, async (session) => {
    const updated = await PlannedPosts.findOneAndUpdate({ _id }, changeOf(input), { session, returnDocument: 'after' }).lean();
    return updated ?? fail('not_found');
  });
  enqueuePublication(changed as PlannedPostDoc);
  return answer(ctx, _id);
};

export const publishPlannedPostAction: Action<typeof publishPlannedPost> = async ({ planned_id }, ctx) => {
  const planned = (await findOwnPlannedPost(ctx, toId(planned_id))) ?? fail('not_found');
  ctx.require('plannedPost.edit', { author: String(planned.author) });
  const society = (await Societies.findById(planned.society).lean()) ?? fail('not_found');
  requireMayPost(ctx, society, planned.kind);
  if (planned.poll) requireEndAfter(planned.poll, new Date());
  const record = (await transactionOf(ctx, (session) => publishPlanned(session, planned, society))) ?? fail('not_found');
  if (await countNewPost(record, society)) publish(record);
  const [post] = await postsForViewer(ctx, await Posts.find({ _id: planned._id }).lean());
  return { data: post ?? fail('not_found') };
};

export const deletePlannedPostAction: Action<typeof deletePlannedPost> = async ({ planned_id }, ctx) => {
  const { _id, author } = (await findOwnPlannedPost(ctx, toId(planned_id))) ?? fail('not_found');
  ctx.require('plannedPost.edit', { author: String(author) });
  const { deletedCount } = await PlannedPosts.deleteOne({ _id });
  return { data: deletedCount === 0 ? fail('not_found') : { planned_id } };
};
