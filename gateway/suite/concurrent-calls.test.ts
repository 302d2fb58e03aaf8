import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { maxConcurrentReads, maxConcurrentWrites } from '#gateway/plugins/calls';
import { setUpTestApp } from '#gateway/testing/test-app';
import { createComment, deleteComment } from '#models/contract/comments';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { removeMember } from '#models/contract/member-list';
import { getUnreadCount } from '#models/contract/notifications';
import { createPost, getPostsBySociety, likePost, postLikes, unlikePost } from '#models/contract/posts';
import { Comments } from '#models/db/comments';
import { JoinRequests } from '#models/db/join-requests';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';
import { buildInvitation, buildJoinRequest, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { dispatch } from '#workers/activity/dispatch';
import { silent } from '#workers/log';
import { sweep, sweepDefaults } from '#workers/sweeper/sweeper';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});

/** Creates one after the other; only the calls are concurrent. */
async function oneByOne<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await make());
  return made;
}
const many = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

/** On a busy machine a counter's write may come too late; then the sweeper does it, as after any stop. */
const sweepNow = () => sweep({ ...sweepDefaults, dueAfterMs: 0, freshMs: 0 }, { timeZone: 'UTC', trendingEveryMs: 60_000 }, silent);

it('a call that waited for the write gate is authorized as of its turn', async () => {
  const society = await buildSociety();
  const [post, suspended, removed] = [await buildPost(), await buildMember(society), await buildMember(society)];
  const tokens = await oneByOne(maxConcurrentWrites, async () => buildSession(await buildUser()));
  const theirs = [await buildSession(suspended), await buildSession(removed)];
  let [held, letGo] = [0, () => {}];
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  writeBarrier.wait = () => {
    held++;
    return gate;
  };
  const liking = tokens.map((token) => test.callWithRetry(likePost, { post_id: String(post._id) }, token));
  await expect.poll(() => held, { timeout: 20_000 }).toBe(maxConcurrentWrites);
  const posting = theirs.map((token) => test.callWithRetry(createPost, { society_id: String(society._id), content: 'Just before' }, token));
  await sleep(500);
  await Users.updateOne({ _id: suspended._id }, { suspendedAt: new Date() });
  await Memberships.deleteOne({ society: society._id, user: removed._id });
  writeBarrier.wait = undefined;
  letGo();
  expect((await Promise.all(posting)).map(({ status }) => status)).toEqual([401, 403]);
  expect(new Set((await Promise.all(liking)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await Posts.countDocuments({ society: society._id })).toBe(0);
}, 60_000);

it('reads beyond the limit wait for a turn, and are authorized as of it', async () => {
  const society = await buildSociety({ privacy: { visibility: 'private' } });
  const removed = await buildMember(society);
  const [token, theirs] = [await buildSession(await buildUser()), await buildSession(removed)];
  const admin = await buildSession({ _id: society.creator });
  const count = Notifications.countDocuments.bind(Notifications);
  let [held, letGo] = [0, () => {}];
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding = vi.spyOn(Notifications, 'countDocuments').mockImplementation((async (...asked: never[]) => {
    held++;
    await gate;
    return count(...asked);
  }) as never);
  const counting = await many(maxConcurrentReads + 1, async () => ({ answer: test.call(getUnreadCount, {}, token) }));
  // Each read counts the unread ones and all.
  await expect.poll(() => held, { timeout: 20_000 }).toBe(2 * maxConcurrentReads);
  const reading = test.call(getPostsBySociety, { society_id: String(society._id) }, theirs);
  await sleep(500);
  const user_id = String(removed._id);
  const removing = await test.call(removeMember, { society_id: String(society._id), user_id }, admin);
  const heldMeanwhile = held;
  letGo();
  holding.mockRestore();
  expect([removing.status, heldMeanwhile, (await reading).status]).toEqual([204, 2 * maxConcurrentReads, 403]);
  expect(new Set((await Promise.all(counting.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);

async function expectLikes(people: number): Promise<void> {
  const post = await buildPost();
  const tokens = await oneByOne(people, async () => buildSession(await buildUser()));
  await log.published();
  const answers = await many(people, (i) => test.callWithRetry(likePost, { post_id: String(post._id) }, tokens[i]!));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const published = (await log.published())
    .filter((each) => each.message === postLikes.name)
    .map((each) => each.payload as { Likes: number; rev: number });
  // A retried call may publish twice, but never two different counts.
  expect(new Set(published.map(({ rev }) => rev)).size).toBe(new Set(published.map(({ rev, Likes }) => `${rev}: ${Likes}`)).size);
  const likesAt = new Map([[post.rev, 0], ...published.map(({ rev, Likes }) => [rev, Likes] as const)]);
  for (const { data } of answers) expect(likesAt.get(data.rev)).toBe(data.Likes);
  const newest = published.reduce((last, each) => (each.rev > last.rev ? each : last), { rev: 0, Likes: 0 });
  expect(newest.Likes).toBe((await Posts.findById(post._id).lean())?.likes);
  await sweepNow();
  expect((await Posts.findById(post._id).lean())?.likes).toBe(people);
}

it('100 people like one post at once: 100 likes, one count per rev, and the last one is right', () => expectLikes(100));
it('500 people like one post at once: 500 likes, one count per rev, and the last one is right', { tags: ['long'], timeout: 120_000 }, () =>
  expectLikes(500),
);

it.each([true, false])(
  'parallel likes and unlikes of one person end in the last state (liked: %s), with at most one notification',
  async (on) => {
    const post = await buildPost();
    const token = await buildSession(await buildUser());
    const set = (isOn: boolean) => test.callWithRetry(isOn ? likePost : unlikePost, { post_id: String(post._id) }, token);
    const answers = await many(60, (i) => set(i % 2 === 0));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await set(on);
    await sweepNow();
    const like = (await Likes.findOne({ post: post._id }).lean())!;
    expect(like.on).toBe(on);
    expect((await Posts.findById(post._id).lean())?.likes).toBe(on ? 1 : 0);
    // Run every job, in any order, some twice and on several workers.
    const versions = [...Array(like.version).keys()].map((i) => 1 + ((i * 7) % like.version));
    await Promise.all([...versions, like.version].map((version) => dispatch({ kind: 'like', id: String(like._id), version })));
    const notified = await Notifications.find({ user: post.author }).lean();
    expect(notified.map(({ type, count }) => [type, count])).toEqual(on ? [['post_liked', 1]] : []);
  },
);

it('opposite decisions of two admins at once: one decides, the other gets already_decided', async () => {
  const society = await buildSociety();
  const admins = await oneByOne(2, async () => buildSession(await buildMember(society, 'admin')));
  const request_id = String((await buildJoinRequest({ society }))._id);
  const answers = await Promise.all([
    test.callWithRetry(approveRequest, { request_id }, admins[0]!),
    test.callWithRetry(rejectRequest, { request_id }, admins[1]!),
  ]);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused.map(({ error }) => error.code)).toEqual(['already_decided']);
  expect(answers.filter(({ status }) => status === 200 || status === 204)).toHaveLength(1);
});

it('likes, unlikes and comments of 40 people at once: every counter is right', async () => {
  const society = await buildSociety();
  const post = await buildPost({ society });
  const tokens = await oneByOne(40, async () => buildSession(await buildUser()));
  const post_id = String(post._id);
  await many(40, async (i) => {
    const token = tokens[i]!;
    const steps = [
      test.callWithRetry(likePost, { post_id }, token),
      test.callWithRetry(unlikePost, { post_id }, token),
      test.callWithRetry(createComment, { post_id, content: 'Hello' }, token),
    ];
    const [, , comment] = await Promise.all(steps);
    if (i % 2 === 0 && comment!.status === 201)
      await test.callWithRetry(deleteComment, { comment_id: (comment!.data as { ID: string }).ID }, token);
  });
  await sweepNow();
  const stored = (await Posts.findById(post._id).lean())!;
  expect(stored.likes).toBe(await Likes.countDocuments({ post: post._id, on: true }));
  expect(stored.comments).toBe(await Comments.countDocuments({ post: post._id, removedAt: null }));
  // A call without an answer may have been written, and then once more.
  expect(stored.comments).toBeGreaterThanOrEqual(20);
}, 60_000);

const settled = async (society: { _id: import('#models/db/model').Id }, user: { _id: import('#models/db/model').Id }) => {
  const pair = { society: society._id, user: user._id };
  const [members, pending, stored] = [
    await Memberships.countDocuments(pair),
    await JoinRequests.countDocuments({ ...pair, pending: true }),
    (await Societies.findById(society._id).lean())!,
  ];
  expect(stored.members).toBe(await Memberships.countDocuments({ society: society._id }));
  expect(members + pending).toBeLessThanOrEqual(1);
  return { members, pending };
};

const atOnce = 'requesting, withdrawing, approving and rejecting at once leave a member, a request or neither (%i)';
const expectOneEnd = async (): Promise<void> => {
  const society = await buildSociety();
  const admins = await oneByOne(2, async () => buildSession(await buildMember(society, 'admin')));
  const user = await buildUser();
  const token = await buildSession(user);
  const [society_id, request_id] = [String(society._id), String((await buildJoinRequest({ society, user }))._id)];
  const answers = await Promise.all([
    test.callWithRetry(approveRequest, { request_id }, admins[0]!),
    test.callWithRetry(rejectRequest, { request_id }, admins[1]!),
    test.callWithRetry(withdrawRequest, { society_id }, token),
    test.callWithRetry(askToJoin, { society_id }, token),
    test.callWithRetry(askToJoin, { society_id }, token),
  ]);
  for (const { status } of answers) expect([200, 204, 409]).toContain(status);
  const { members } = await settled(society, user);
  const decided = (await JoinRequests.findById(request_id).lean())!;
  expect(members).toBe(decided.status === 'approved' ? 1 : 0);
  expect(decided.history.filter(({ status }) => status !== 'pending')).toHaveLength(1);
};
it.each([1])(atOnce, expectOneEnd);
it.each([2, 3])(atOnce, { tags: ['long'] }, expectOneEnd);

const inThreeTabs = 'an invited person with a request in three tabs: a member once, and nothing stays open (%i)';
const expectOneMember = async (): Promise<void> => {
  const society = await buildSociety({ privacy: { visibility: 'invite-only' } });
  const user = await buildUser();
  await buildInvitation({ society, user });
  const request = await buildJoinRequest({ society, user });
  const [token, admin] = [await buildSession(user), await buildSession({ _id: society.creator })];
  const answers = await Promise.all([
    ...Array.from({ length: 3 }, () => test.callWithRetry(askToJoin, { society_id: String(society._id) }, token)),
    test.callWithRetry(approveRequest, { request_id: String(request._id) }, admin),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await settled(society, user)).toEqual({ members: 1, pending: 0 });
};
it.each([1])(inThreeTabs, expectOneMember);
it.each([2, 3])(inThreeTabs, { tags: ['long'] }, expectOneMember);
