import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { publishAndEnqueue } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { enqueuePublication } from '#models/bus/scheduled-posts';
import { notificationNew } from '#models/contract/notifications';
import { postCreated } from '#models/contract/posts';
import { Activities } from '#models/db/activities';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildMember, buildPlannedPost, buildPost, buildReport, buildSociety } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { membershipFields, userFields } from '#models/testing/fields';

const members = 5000;

let bus: TestBus;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  bus = await startTestBus();
});
afterEach(async () => {
  for (const each of processes.splice(0)) await kill(each);
});
afterAll(() => bus.close());

/** The workers' entry point, as the supervisor starts it. */
function startProcess(settings: Record<string, string> = {}): ChildProcess {
  const env = {
    ...process.env,
    ...settings,
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    MONGODB_URI: bus.mongoUri,
    REDIS_URL: bus.redisUrl,
  };
  const started = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', 'workers/main.ts'], { env, stdio: 'inherit' });
  processes.push(started);
  return started;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function until(look: () => Promise<boolean>, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (!(await look())) {
    if (Date.now() > end) throw new Error('It did not come about.');
    await sleep(10);
  }
}

async function buildMembers(society: Id): Promise<void> {
  const people = Array.from({ length: members }, () => userFields());
  await Users.collection.insertMany(people as never);
  await Memberships.collection.insertMany(people.map(({ _id, name }) => membershipFields(name, { society, user: _id })) as never);
}

it('workers killed during a fan-out to 5,000 deliver once to each within 20 s of their restart', async () => {
  const society = await buildSociety({ creator: newId() });
  await buildMembers(society._id);
  const post = await buildPost({ society, author: society.creator });
  const record = await transaction((session) =>
    recordActivity(session, { actor: post.author, verb: 'post.created', object: post._id, society: society._id, open: true }),
  );
  const countNotifications = () => Notifications.countDocuments({ key: `post:${society._id}` });
  const first = startProcess();
  await publishAndEnqueue(record);
  await until(async () => (await countNotifications()) > 0, 30_000);
  await kill(first);
  const when = await countNotifications();
  expect(when).toBeLessThan(members);
  startProcess();
  await until(async () => (await Activities.countDocuments({ due: { $exists: true } })) === 0, 40_000);
  expect(await countNotifications()).toBe(members);
  expect(new Set((await Notifications.distinct('user')).map(String)).size).toBe(members);
  expect(await Notifications.countDocuments({ count: 1, tellings: String(record.doc._id) })).toBe(members);
  expect(new Set((await bus.sentOf(notificationNew)).flatMap((each) => each.rooms)).size).toBe(members);
}, 90_000);

it('workers killed at the end of a clock escalate once', async () => {
  const staff = await Users.create({ ...userFields(), role: 'admin' });
  const report = await buildReport({ dueAt: new Date(), clockAt: new Date() });
  const records = () => Activities.countDocuments({ object: report._id, verb: 'report.escalated' });
  const first = startProcess({ ANSWER_SECONDS: '2' });
  await until(async () => (await records()) > 0, 150_000);
  await kill(first);
  startProcess({ ANSWER_SECONDS: '2' });
  const countNotified = () => Notifications.countDocuments({ user: staff._id, type: 'escalated' });
  await until(async () => (await countNotified()) > 0 && (await Activities.countDocuments({ due: { $exists: true } })) === 0, 150_000);
  expect([await records(), await countNotified()]).toEqual([1, 1]);
}, 320_000);

it('workers killed in the minute of scheduled posts publish each once', async () => {
  const society = await buildSociety();
  const author = await buildMember(society);
  const reader = await buildMember(society);
  const startsAt = Date.now() + 8000;
  const planned = await Promise.all(
    Array.from({ length: 20 }, (_, i) => buildPlannedPost({ society, author, publishAt: new Date(startsAt + i * 100) })),
  );
  for (const each of planned) enqueuePublication(each);
  const posts = () => Posts.countDocuments({ society: society._id });
  const first = startProcess();
  await until(async () => (await posts()) > 0, 60_000);
  await kill(first);
  expect(await posts()).toBeLessThan(planned.length);
  startProcess();
  const isDone = async () => (await PlannedPosts.countDocuments()) + (await Activities.countDocuments({ due: { $exists: true } })) === 0;
  await until(isDone, 90_000);
  const ids = planned.map(({ _id }) => String(_id)).toSorted();
  expect([await posts(), (await Societies.findById(society._id).lean())?.posts]).toEqual([planned.length, planned.length]);
  expect(
    (await Activities.find({ society: society._id, verb: 'post.created' }).lean()).map(({ object }) => String(object)).toSorted(),
  ).toEqual(ids);
  const shown = new Set((await bus.sentOf(postCreated)).map(({ payload }) => payload.ID));
  expect([...shown].filter((id) => ids.includes(id)).toSorted()).toEqual(ids);
  const notified = await Notifications.find({ user: reader._id, key: `post:${society._id}` }).lean();
  expect(notified.flatMap(({ tellings }) => tellings)).toHaveLength(planned.length);
}, 200_000);
