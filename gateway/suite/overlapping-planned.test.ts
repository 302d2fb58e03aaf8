import { expect } from 'vitest';
import { type Actors, describePairs, type PairSetup } from '#gateway/testing/overlapping-calls';
import { sendEventMessage } from '#models/contract/event-messages';
import { pinPost } from '#models/contract/pins';
import { deletePlannedPost, publishPlannedPost, updatePlannedPost } from '#models/contract/planned-posts';
import { votePoll } from '#models/contract/polls';
import { EventMessages } from '#models/db/event-messages';
import type { Id } from '#models/db/model';
import { PlannedPosts } from '#models/db/planned-posts';
import { PollVotes } from '#models/db/poll-votes';
import { Posts } from '#models/db/posts';
import { buildEvent, buildPlannedPost, buildPost, somePoll } from '#models/testing/builders';

const inAWeek = (): Date => new Date(Date.now() + 7 * 86_400_000);

async function planned(actors: Actors) {
  const { society } = await actors.society();
  const author = await actors.member(society);
  const { _id } = await buildPlannedPost({ society, author: author.user });
  const planned_id = String(_id);
  /** It is a post or a planned one, or neither, and never both. */
  const after = async () => expect((await Posts.countDocuments({ _id })) + (await PlannedPosts.countDocuments({ _id }))).toBeLessThan(2);
  return { author, planned_id, after };
}

const plannedPosts: Record<string, PairSetup> = {
  'a draft is published twice: one post': async (actors) => {
    const { author, planned_id, after } = await planned(actors);
    return {
      calls: [author.ask(publishPlannedPost, { planned_id }), author.ask(publishPlannedPost, { planned_id })],
      expectedSuccesses: 1,
      after,
    };
  },
  'a draft is published and deleted: one of both': async (actors) => {
    const { author, planned_id, after } = await planned(actors);
    return {
      calls: [author.ask(publishPlannedPost, { planned_id }), author.ask(deletePlannedPost, { planned_id })],
      expectedSuccesses: 1,
      after,
    };
  },
  'a draft is published and edited: the post has the text of its time': async (actors) => {
    const { author, planned_id, after } = await planned(actors);
    return {
      calls: [author.ask(publishPlannedPost, { planned_id }), author.ask(updatePlannedPost, { planned_id, content: 'Edited' })],
      after,
    };
  },
};

/** The post's counts are those of its votes. */
async function expectCounted(post: Id, votes: number[]): Promise<void> {
  const stored = await PollVotes.find({ post }).lean();
  const poll = (await Posts.findById(post).lean())?.poll;
  expect([poll?.votes, poll?.voters]).toEqual([votes, stored.length]);
  expect(votes).toEqual([0, 1].map((choice) => stored.filter(({ choices }) => choices.includes(choice)).length));
}

async function polled(actors: Actors) {
  const { society } = await actors.society();
  const post = await buildPost({ society, poll: somePoll() });
  return { post, post_id: String(post._id), one: await actors.member(society), other: await actors.member(society) };
}

const polls: Record<string, PairSetup> = {
  'two people vote: both count': async (actors) => {
    const { post, post_id, one, other } = await polled(actors);
    const calls = [one.ask(votePoll, { post_id, choices: [0] }), other.ask(votePoll, { post_id, choices: [1] })] as const;
    return { calls: [...calls], expectedSuccesses: 2, after: () => expectCounted(post._id, [1, 1]) };
  },
  'one person votes from two devices: one vote': async (actors) => {
    const { post, post_id, one } = await polled(actors);
    const vote = one.ask(votePoll, { post_id, choices: [1] });
    return { calls: [vote, vote], expectedSuccesses: 2, after: () => expectCounted(post._id, [0, 1]) };
  },
};

const limits: Record<string, PairSetup> = {
  'the third and the fourth post are pinned: one is refused': async (actors) => {
    const { society, admin } = await actors.society();
    const moderator = await actors.member(society, 'moderator');
    for (let i = 0; i < 2; i++) await buildPost({ society, pinnedUntil: inAWeek() });
    const pin = async (actor: typeof admin) =>
      actor.ask(pinPost, { post_id: String((await buildPost({ society }))._id), pinned_until: inAWeek().toISOString() });
    return { calls: [await pin(admin), await pin(moderator)], expectedSuccesses: 1 };
  },
  'the third and the fourth message of a day are sent: one is refused': async (actors) => {
    const { society, admin } = await actors.society();
    const moderator = await actors.member(society, 'moderator');
    const event = await buildEvent({ society });
    const fields = { event: event._id, society: society._id, by: admin.user._id, to: 'going', text: 'Hello', at: new Date() } as const;
    await EventMessages.create([fields, fields]);
    const input = { event_id: String(event._id), to: 'going', text: 'Once more' } as const;
    return { calls: [admin.ask(sendEventMessage, input), moderator.ask(sendEventMessage, input)], expectedSuccesses: 1 };
  },
};

describePairs({ 'planned posts': plannedPosts, polls, limits });
