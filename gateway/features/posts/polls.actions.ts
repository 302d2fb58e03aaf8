import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { getPollVoters, votePoll } from '#models/contract/polls';
import { type Id, newId, toId } from '#models/db/model';
import { type PollVoteDoc, PollVotes } from '#models/db/poll-votes';
import { votersPage, voteToWire } from '#models/db/poll-votes.loaders';
import { movedVotes, type PollDoc, pollCountsToWire } from '#models/db/polls';
import { type PostDoc, Posts } from '#models/db/posts';
import { findPost } from '#models/db/posts.loaders';
import type { DbSession } from '#models/db/transaction';

/** Refuses choices that the poll does not have, several where one is allowed, and votes after the end. */
function requireValid({ options, multiple, endsAt }: PollDoc, choices: readonly number[]): void {
  if (choices.some((choice) => choice >= options.length) || (!multiple && choices.length > 1))
    fail('validation_failed', { choices: fieldTexts.unknown_choice });
  if (endsAt.getTime() <= Date.now()) fail('poll_over');
}

interface Voted {
  post: PostDoc & { poll: PollDoc };
  vote: PollVoteDoc;
  isChanged: boolean;
}

/** Stores the vote and counts it, in one transaction: the counts are those of the stored votes at every moment. */
async function vote(session: DbSession, ctx: Ctx, postId: Id, choices: number[]): Promise<Voted> {
  const post = await Posts.findOne({ _id: postId, removedAt: null }).session(session).lean();
  if (!post?.poll) return fail('not_found');
  const { poll } = post;
  requireValid(poll, choices);
  const who = { post: postId, user: ctx.me._id };
  const before = await PollVotes.findOne(who).session(session).lean();
  if (before && String(before.choices) === String(choices)) return { post: { ...post, poll }, vote: before, isChanged: false };
  if (before && !poll.changeable) return fail('already_voted');
  const at = new Date();
  const stored: PollVoteDoc = { ...(before ?? { _id: newId(), ...who, version: 0 }), choices, at, due: at };
  stored.version += 1;
  if (before) await PollVotes.updateOne({ _id: before._id }, { $set: { choices, at, due: at, version: stored.version } }, { session });
  else await PollVotes.create([stored], { session });
  const counted = {
    ...poll,
    votes: movedVotes(poll.votes, before?.choices ?? [], choices),
    voters: poll.voters + (before ? 0 : 1),
    rev: poll.rev + 1,
  };
  await Posts.updateOne({ _id: postId }, { $set: { poll: counted }, $inc: { rev: 1 } }, { session });
  return { post: { ...post, poll: counted, rev: post.rev + 1 }, vote: stored, isChanged: true };
}

export const votePollAction: Action<typeof votePoll> = async ({ post_id, choices }, ctx) => {
  const { post, facts } = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  ctx.require('post.vote', facts);
  const voted = await transactionOf(ctx, (session) => vote(session, ctx, post._id, choices), `poll ${post_id}`);
  if (voted.isChanged) publish({ kind: 'vote', doc: voted.vote }, { post: voted.post });
  return { data: { ...pollCountsToWire(voted.post.poll), ...voteToWire(voted.vote) } };
};

export const getPollVotersAction: Action<typeof getPollVoters> = async ({ post_id, choice, cursor, limit }, ctx) => {
  const found = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  const { post } = found;
  ctx.require('post.see', found.facts);
  if (!post.poll) return fail('not_found');
  if (post.poll.secret) return fail('forbidden');
  const { voters, next } = await votersPage(ctx, found, choice, cursor, limit);
  return { data: voters, next };
};
