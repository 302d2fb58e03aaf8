import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import type { InputOf } from '#models/contract/define';
import { getPollVoters, postPoll, votePoll } from '#models/contract/polls';
import { createPost, getAllPosts, getPost } from '#models/contract/posts';
import { PollVotes } from '#models/db/poll-votes';
import { type PostDoc, Posts } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import { buildBlock, buildMember, buildPost, buildSociety, buildUser, somePoll } from '#models/testing/builders';
import { openLiveLog } from '#models/testing/live-log';

const test = setUpTestApp();
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

let society: SocietyDoc;
beforeEach(async () => {
  society = await buildSociety();
});

const pollPost = (over: Parameters<typeof somePoll>[0] = {}): Promise<PostDoc> => buildPost({ society, poll: somePoll(over) });
const memberToken = async () => test.tokenFor(await buildMember(society));
const vote = (post: PostDoc, choices: number[], token: string) => test.call(votePoll, { post_id: String(post._id), choices }, token);

/** The counts of the post, which must be those of the stored votes. */
async function countsOf({ _id }: PostDoc): Promise<{ votes: number[]; voters: number }> {
  const { poll } = (await Posts.findById(_id).lean())!;
  const stored = await PollVotes.find({ post: _id }).lean();
  const { votes, voters } = poll!;
  expect({ votes, voters }).toEqual({
    votes: poll!.options.map((_option, i) => stored.filter(({ choices }) => choices.includes(i)).length),
    voters: stored.length,
  });
  return { votes, voters };
}

describe('a poll', () => {
  const create = async (poll: InputOf<typeof createPost>['poll']) =>
    test.call(createPost, { society_id: String(society._id), content: 'When do we meet?', poll }, await memberToken());

  it('is created with a post, without votes, and is a part of it in every list', async () => {
    const ends_at = inDays(3);
    const { status, data } = await create({ options: ['Monday', ' Tuesday '], ends_at });
    expect([status, data.Poll, data.Poll_Votes, data.Poll_Voters, data.My_Vote]).toEqual([
      201,
      { Options: ['Monday', 'Tuesday'], Multiple: false, Secret: true, Changeable: true, Ends_At: ends_at },
      [0, 0],
      0,
      [],
    ]);
    const [listed] = (await test.call(getAllPosts, { limit: 1 })).data;
    expect([listed?.ID, listed?.Poll?.Options]).toEqual([data.ID, ['Monday', 'Tuesday']]);
  });

  it.each([
    ['one option', { options: ['Monday'], ends_at: inDays(3) }, 'poll.options'],
    ['eleven options', { options: Array.from({ length: 11 }, (_, i) => `Day ${i}`), ends_at: inDays(3) }, 'poll.options'],
    ['the same option twice', { options: ['Monday', 'Monday '], ends_at: inDays(3) }, 'poll.options'],
    ['an end in the past', { options: ['Monday', 'Tuesday'], ends_at: inDays(-1) }, 'poll.ends_at'],
    ['an end in more than 90 days', { options: ['Monday', 'Tuesday'], ends_at: inDays(91) }, 'poll.ends_at'],
  ])('with %s is refused', async (_name, poll, field) => {
    const { status, error } = await create(poll);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  it('counts each member once; the same vote again changes nothing', async () => {
    const [post, token] = [await pollPost(), await memberToken()];
    for (let i = 0; i < 2; i++)
      expect((await vote(post, [1], token)).data).toEqual({
        Poll_Votes: [0, 1],
        Poll_Voters: 1,
        Poll_Rev: 1,
        My_Vote: [1],
        Vote_Version: 1,
      });
    expect(await countsOf(post)).toEqual({ votes: [0, 1], voters: 1 });
    expect((await test.call(getPost, { post_id: String(post._id) }, token)).data).toMatchObject({ My_Vote: [1], Vote_Version: 1 });
  });

  it('moves a changed vote, where votes may be changed', async () => {
    const [post, token] = [await pollPost(), await memberToken()];
    await vote(post, [0], token);
    expect((await vote(post, [1], token)).data).toMatchObject({ Poll_Votes: [0, 1], My_Vote: [1], Vote_Version: 2 });
    expect(await countsOf(post)).toEqual({ votes: [0, 1], voters: 1 });
  });

  it('refuses a change of a vote, where votes may not be changed', async () => {
    const [post, token] = [await pollPost({ changeable: false }), await memberToken()];
    await vote(post, [0], token);
    const { status, error } = await vote(post, [1], token);
    expect([status, error.code]).toEqual([409, 'already_voted']);
    expect(await countsOf(post)).toEqual({ votes: [1, 0], voters: 1 });
  });

  it('takes several choices only if it says so, and only its own options', async () => {
    const token = await memberToken();
    const [one, several] = [await pollPost(), await pollPost({ multiple: true })];
    expect((await vote(one, [0, 1], token)).status).toBe(400);
    expect((await vote(one, [2], token)).status).toBe(400);
    expect((await vote(several, [1, 0, 1], token)).data).toMatchObject({ Poll_Votes: [1, 1], Poll_Voters: 1, My_Vote: [0, 1] });
  });

  it('takes no vote after its end, and shows the results', async () => {
    const [post, token] = [await pollPost({ endsAt: new Date(Date.now() - 1000), votes: [2, 1], voters: 3 }), await memberToken()];
    const { status, error } = await vote(post, [0], token);
    expect([status, error.code]).toEqual([409, 'poll_over']);
    expect((await test.call(getPost, { post_id: String(post._id) })).data).toMatchObject({ Poll_Votes: [2, 1], Poll_Voters: 3 });
  });

  it('is for members: others see the counts', async () => {
    const post = await pollPost();
    const outsider = await test.tokenFor(await buildUser());
    expect((await vote(post, [0], outsider)).status).toBe(403);
    expect((await test.call(getPost, { post_id: String(post._id) }, outsider)).data.Poll_Votes).toEqual([0, 0]);
  });

  it('counts one vote each of thirty people who vote twice at once', async () => {
    const post = await pollPost();
    const tokens = await Promise.all(Array.from({ length: 30 }, memberToken));
    const answers = await Promise.all(tokens.flatMap((token, i) => [vote(post, [i % 2], token), vote(post, [i % 2], token)]));
    expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 200));
    expect(await countsOf(post)).toEqual({ votes: [15, 15], voters: 30 });
  });

  it('is published live with counts only, never with who voted', async () => {
    const log = openLiveLog(test.redisUrl);
    const voter = await buildMember(society);
    const post = await pollPost({ secret: true });
    await log.published();
    await vote(post, [1], await test.tokenFor(voter));
    await drain();
    const published = await log.published();
    log.close();
    const toOthers = published.filter(({ rooms }) => !rooms.includes(`user:${voter._id}`));
    expect(toOthers.map(({ message, rooms, payload }) => ({ message, rooms, payload }))).toEqual([
      {
        message: postPoll.name,
        rooms: [`post:${post._id}`],
        payload: { post_id: String(post._id), Poll_Votes: [0, 1], Poll_Voters: 1, Poll_Rev: 1, rev: 1 },
      },
    ]);
  });

  it('that is open shows who chose what, without people with a block; a secret one never does, not even to admins', async () => {
    const [open, secret] = [await pollPost(), await pollPost({ secret: true })];
    const [voter, reader, blocked] = [await buildMember(society), await buildMember(society), await buildMember(society)];
    for (const each of [voter, blocked]) for (const post of [open, secret]) await vote(post, [1], await test.tokenFor(each));
    await buildBlock({ from: blocked, to: reader });
    const ask = async (post: PostDoc, choice: number, user: { _id: typeof reader._id }) =>
      test.call(getPollVoters, { post_id: String(post._id), choice }, await test.tokenFor(user));
    expect((await ask(open, 1, reader)).data).toEqual([{ ID: String(voter._id), Name: voter.name, Image: voter.image }]);
    expect((await ask(open, 0, reader)).data).toEqual([]);
    expect((await ask(secret, 1, { _id: society.creator })).status).toBe(403);
    expect((await ask(secret, 1, await buildUser({ role: 'admin' }))).status).toBe(403);
  });
});
