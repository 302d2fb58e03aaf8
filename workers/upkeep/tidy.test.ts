import { expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { Activities } from '#models/db/activities';
import { AdminClaims } from '#models/db/admin-claims';
import { Comments } from '#models/db/comments';
import { Demotions } from '#models/db/demotions';
import { Events } from '#models/db/events';
import { Likes } from '#models/db/likes';
import { newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { PollVotes } from '#models/db/poll-votes';
import { Posts } from '#models/db/posts';
import { Sessions } from '#models/db/sessions';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import {
  buildAttendance,
  buildClaim,
  buildComment,
  buildDemotion,
  buildEvent,
  buildFollow,
  buildLike,
  buildNotification,
  buildPost,
  buildSession,
  buildSociety,
  buildUser,
  somePoll,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { testSettings } from '#models/testing/settings';
import type { Log } from '../log.js';
import { recomputeMarked } from '../sweeper/recompute-counters.js';
import { sweepDefaults } from '../sweeper/sweeper.js';
import { enqueueTasks, runTask, taskNames } from './tidy.js';

setUpTestBus();

const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000);
const lines: { facts: object; line: string }[] = [];
const note = (facts: object, line: string) => void lines.push({ facts, line });
const log: Log = { debug: note, info: note, warn: note, error: note };

const tidy = async () => {
  for (const task of taskNames) await runTask(task, log, testSettings.mailer);
};

it('enqueues each nightly task once, however often it runs', async () => {
  await enqueueTasks();
  await enqueueTasks();
  const jobs = (await queue('upkeep').getJobs(['waiting'])).filter(({ name }) => name === 'upkeep.task');
  expect(jobs.map(({ data }) => data.task).toSorted()).toEqual(taskNames.toSorted());
});

it('deletes expired documents and keeps the rest', async () => {
  const user = await buildUser();
  const [old, fresh] = [await buildNotification({ user, at: daysAgo(181) }), await buildNotification({ user, at: daysAgo(179) })];
  const verb = { actor: user._id, verb: 'post.created' as const, object: newId(), society: null, open: true };
  await Activities.create([
    { ...verb, at: daysAgo(401) },
    { ...verb, at: daysAgo(399) },
  ]);
  await buildSession(user);
  await Sessions.create({ _id: 'unused', user: user._id, device: '', createdAt: daysAgo(40), lastSeenAt: daysAgo(31) });
  await tidy();
  expect(await Notifications.distinct('_id', { user: user._id })).toEqual([fresh._id]);
  expect(await Notifications.findById(old._id).lean()).toBeNull();
  expect(await Activities.countDocuments({ actor: user._id })).toBe(1);
  expect(await Sessions.countDocuments({ user: user._id })).toBe(1);
});

it('deletes posts and comments that were removed 30 days ago, with their likes, votes and comments', async () => {
  const [gone, recent] = [await buildPost({ removedAt: daysAgo(31) }), await buildPost({ removedAt: daysAgo(29) })];
  for (const post of [gone, recent]) {
    await buildLike({ post });
    await PollVotes.create({ _id: newId(), post: post._id, user: newId(), choices: [0], version: 1, at: daysAgo(40) });
    await buildComment({ post });
  }
  const comment = await buildComment({ post: recent, removedAt: daysAgo(31) });
  await tidy();
  expect(await Posts.countDocuments({ _id: { $in: [gone._id, recent._id] } })).toBe(1);
  expect(await Likes.countDocuments({ post: gone._id })).toBe(0);
  expect(await PollVotes.distinct('post', { post: { $in: [gone._id, recent._id] } })).toEqual([recent._id]);
  expect(await Comments.countDocuments({ post: gone._id })).toBe(0);
  expect(await Comments.findById(comment._id).lean()).toBeNull();
  expect(await Comments.countDocuments({ post: recent._id })).toBe(1);
});

it('deletes societies that were removed 30 days ago, with their claims and requests for a demotion', async () => {
  const [gone, recent] = [await buildSociety({ removedAt: daysAgo(31) }), await buildSociety({ removedAt: daysAgo(29) })];
  for (const society of [gone, recent]) {
    await buildClaim({ society });
    await buildDemotion({ society });
  }
  await tidy();
  const among = { $in: [gone._id, recent._id] };
  expect(await Societies.distinct('_id', { _id: among })).toEqual([recent._id]);
  expect(await AdminClaims.distinct('society', { society: among })).toEqual([recent._id]);
  expect(await Demotions.distinct('society', { society: among })).toEqual([recent._id]);
});

it('finds and logs drifted counters, and marks them for the sweeper', async () => {
  const post = await buildPost();
  await buildLike({ post });
  await Posts.updateOne({ _id: post._id }, { $set: { likes: 7 } });
  lines.length = 0;
  await tidy();
  expect(lines.map(({ facts }) => facts)).toContainEqual({ kind: 'post', id: String(post._id), likes: { was: 7, is: 1 } });
  await recomputeMarked({ ...sweepDefaults, freshMs: 0 });
  expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 1 });
});

it('finds a drifted poll, and none in a right one', async () => {
  const [right, wrong] = [await buildPost({ poll: somePoll() }), await buildPost({ poll: somePoll({ voters: 3 }) })];
  lines.length = 0;
  await tidy();
  const found = lines.filter(({ line }) => line === 'counter.drift found').map(({ facts }) => 'id' in facts && facts.id);
  expect(found).toContain(String(wrong._id));
  expect(found).not.toContain(String(right._id));
});

it('finds drifted counters of upcoming events', async () => {
  const event = await buildEvent({ seats: 2 });
  await buildAttendance({ event });
  await Events.updateOne({ _id: event._id }, { $set: { seatsLeft: 0, interested: 3 } });
  lines.length = 0;
  await tidy();
  const drift = { seatsLeft: { was: 0, is: 1 }, interested: { was: 3, is: 0 } };
  expect(lines.map(({ facts }) => facts)).toContainEqual({ kind: 'event', id: String(event._id), ...drift });
});

it('finds drifted counters of recently followed and unfollowed people', async () => {
  const [followed, left] = [await buildFollow(), await buildFollow({ on: false })];
  const long = await buildFollow({ at: daysAgo(3) });
  for (const { to } of [followed, left, long]) await Users.updateOne({ _id: to }, { $set: { followers: 5 } });
  await Users.updateOne({ _id: followed.from }, { $set: { following: 0 } });
  lines.length = 0;
  await tidy();
  const drifts = lines.map(({ facts }) => facts).filter((facts) => 'kind' in facts && facts.kind === 'user');
  expect(drifts).toHaveLength(3);
  expect(drifts).toContainEqual({ kind: 'user', id: String(followed.to), followers: { was: 5, is: 1 } });
  expect(drifts).toContainEqual({ kind: 'user', id: String(followed.from), following: { was: 0, is: 1 } });
  expect(drifts).toContainEqual({ kind: 'user', id: String(left.to), followers: { was: 5, is: 0 } });
  await recomputeMarked({ ...sweepDefaults, freshMs: 0 });
  expect(await Users.findById(followed.to).lean()).toMatchObject({ followers: 1 });
});

it('computes the weekly growth and activity of societies', async () => {
  const society = await buildSociety({ createdAt: daysAgo(50) });
  await buildPost({ society, createdAt: daysAgo(8) });
  await buildPost({ society });
  await tidy();
  expect(await Societies.findById(society._id).lean()).toMatchObject({ growth: 2, activity: 1 });
});

it('enqueues recommendations of people active in the last two weeks', async () => {
  const [here, away] = [await buildUser(), await buildUser()];
  await buildSession(here);
  await Sessions.create({ _id: 'away', user: away._id, device: '', createdAt: daysAgo(20), lastSeenAt: daysAgo(15) });
  await tidy();
  const asked = (await queue('cards').getJobs()).map((job) => job.data.user);
  expect(asked).toContain(String(here._id));
  expect(asked).not.toContain(String(away._id));
});

it('repairs open flags of posts and events in both directions', async () => {
  const [closed, open] = [await buildSociety({ privacy: { visibility: 'private' } }), await buildSociety()];
  const [leaking, hidden] = [await buildPost({ society: closed, open: true }), await buildPost({ society: open, open: false })];
  const event = await buildEvent({ society: closed, open: true });
  lines.length = 0;
  await tidy();
  expect((await Posts.find({ _id: { $in: [leaking._id, hidden._id] } }).lean()).map(({ _id, open: is }) => [String(_id), is])).toEqual([
    [String(leaking._id), false],
    [String(hidden._id), true],
  ]);
  expect((await Events.findById(event._id).lean())?.open).toBe(false);
  const changes = lines.filter(({ line }) => line === 'society.visibility repaired').map(({ facts }) => facts);
  expect(changes).toEqual([
    { society: String(closed._id), changed: 2 },
    { society: String(open._id), changed: 1 },
  ]);
});
