import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type LiveMessage, streamKey } from '#models/bus/live-stream';
import { openRedis } from '#models/bus/redis';
import { getActivityFeed } from '#models/contract/activity';
import { toggleBookmark } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { getAllEvents } from '#models/contract/events';
import { positionHeader } from '#models/contract/live';
import { createPost, likePost, postCreated, postRemoved } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { searchAll } from '#models/contract/search';
import { getAllSocieties, getSocietiesByUser, getStatistics } from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { Activities } from '#models/db/activities';
import { putOnCard } from '#models/db/activities.loaders';
import { Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { buildEvent, buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { postFields } from '#models/testing/fields';

const test = setUpTestApp();
let redis: Redis;
beforeAll(() => {
  redis = openRedis(test.redisUrl, 'quick');
});
afterAll(() => redis.disconnect());

let serial = 0;

/** A member of a society with a post, an event and a line of activity; `word` is in each of their texts. */
interface Fixture {
  token: string;
  word: string;
  society: Id;
  event: Id;
  post: Id;
  author: Id;
  headers?: Record<string, string>;
}

async function buildFixture(): Promise<Fixture> {
  // Letters that do not look alike: names of societies are unique by their look.
  const word = `qz${[...String(serial++)].map((digit) => 'abcdefghkm'[Number(digit)]).join('')}wx`;
  const society = await buildSociety({ name: `Club ${word}`, members: 100 + serial });
  const member = await buildMember(society);
  const author = await buildMember(society);
  const post = await buildPost({ society, author, content: `Post ${word}` });
  const event = await buildEvent({ society, title: `Event ${word}` });
  const made = await Activities.create({
    actor: author._id,
    verb: 'post.created',
    object: post._id,
    society: society._id,
    open: true,
    at: new Date(),
  });
  await putOnCard(`activity:${society._id}`, made.toObject());
  const token = await test.tokenFor(member);
  clearReadCache();
  return { token, word, society: society._id, event: event._id, post: post._id, author: author._id };
}

const searched = async ({ word, token, headers }: Fixture) => (await test.call(searchAll, { q: word, limit: 20 }, token, headers)).data;
const listed = async ({ token, event, headers }: Fixture) =>
  (await test.call(getAllEvents, { limit: 100, status: 'upcoming' }, token, headers)).data.find(({ ID }) => ID === String(event));

interface Row {
  what: string;
  change(fixture: Fixture): Promise<unknown>;
  liveMessage(fixture: Fixture): LiveMessage;
  isSeen(fixture: Fixture): Promise<boolean>;
}

const inSociety = ({ society }: Fixture): string[] => [roomOf('society', String(society))];

const rows: Row[] = [
  {
    what: 'an event of the list has another title',
    change: ({ event }) => Events.updateOne({ _id: event }, { $set: { title: 'Renamed' } }),
    liveMessage: () => ({ rooms: [roomOf('events')], message: eventUpdated.name, payload: {} }),
    isSeen: async (at) => (await listed(at))?.Title === 'Renamed',
  },
  {
    what: 'an event of the list was removed',
    change: ({ event }) => Events.updateOne({ _id: event }, { $set: { removedAt: new Date() } }),
    liveMessage: () => ({ rooms: [roomOf('events')], message: eventRemoved.name, payload: {} }),
    isSeen: async (at) => (await listed(at)) === undefined,
  },
  {
    what: 'a society of the list has another name',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { name: 'Renamed' } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societies')], message: societyUpdated.name, payload: { ID: String(society) } }),
    isSeen: async ({ token, society, headers }) =>
      (await test.call(getAllSocieties, { limit: 100, sort: 'newest' }, token, headers)).data.find(({ ID }) => ID === String(society))
        ?.Name === 'Renamed',
  },
  {
    what: 'the post of a line of activity was removed',
    change: ({ post }) => Posts.updateOne({ _id: post }, { $set: { removedAt: new Date() } }),
    liveMessage: (at) => ({ rooms: inSociety(at), message: postRemoved.name, payload: {} }),
    isSeen: async ({ token, post, headers }) =>
      !(await test.call(getActivityFeed, { limit: 20 }, token, headers)).data.some(({ link }) => link === `/posts/${post}`),
  },
  {
    what: 'there is another new post in one of their societies',
    change: ({ society, author }) =>
      Posts.collection.insertOne(postFields({ society, author, open: true, createdAt: new Date(Date.now() + 1000) }) as never),
    liveMessage: (at) => ({ rooms: inSociety(at), message: postCreated.name, payload: {} }),
    isSeen: async ({ token, society, headers }) =>
      (await test.call(getSocietiesByUser, {}, token, headers)).data.find(({ ID }) => ID === String(society))?.New_Count === 2,
  },
  {
    what: 'a society of the figures was removed',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { removedAt: new Date(), members: 0 } }),
    liveMessage: ({ society }) => ({
      rooms: [roomOf('societies')],
      message: societyRemoved.name,
      payload: { society_id: String(society) },
    }),
    isSeen: async ({ token, society, headers }) =>
      !(await test.call(getStatistics, {}, token, headers)).data.most_active.some(({ ID }) => ID === String(society)),
  },
  {
    what: 'a society that a search finds has another name',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { name: 'Renamed', description: '' }, $inc: { version: 1 } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societies')], message: societyUpdated.name, payload: { ID: String(society) } }),
    isSeen: async (at) => (await searched(at)).societies.length === 0,
  },
  {
    what: 'an event that a search finds has another title',
    change: ({ event }) => Events.updateOne({ _id: event }, { $set: { title: 'Renamed' }, $inc: { version: 1 } }),
    liveMessage: () => ({ rooms: [roomOf('events')], message: eventUpdated.name, payload: {} }),
    isSeen: async (at) => (await searched(at)).events.length === 0,
  },
  {
    what: 'the society of a post and an event that a search finds was closed to them',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { 'privacy.visibility': 'private', removedAt: new Date() } }),
    liveMessage: ({ society }) => ({
      rooms: [roomOf('societies')],
      message: societyVisibility.name,
      payload: { society_id: String(society) },
    }),
    isSeen: async (at) => {
      const { posts, events, societies } = await searched(at);
      return posts.length + events.length + societies.length === 0;
    },
  },
];

/** Time until it is visible, in ms; polls, so that cached reads are used. */
async function seenAfter(isSeen: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - begun > 5000) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
  return performance.now() - begun;
}

describe('a change by another gateway of what is on a shared list', () => {
  it.each(rows)('is visible within a second without any message: $what', async ({ change, isSeen }) => {
    const at = await buildFixture();
    expect(await isSeen(at)).toBe(false);
    await change(at);
    expect(await seenAfter(() => isSeen(at))).toBeLessThan(1000);
  });

  it.each(rows)('is visible at once after the message in the stream: $what', async ({ change, liveMessage, isSeen }) => {
    const at = await buildFixture();
    expect(await isSeen(at)).toBe(false);
    await change(at);
    await redis.xadd(streamKey, '*', 'm', JSON.stringify(liveMessage(at)));
    expect(await seenAfter(() => isSeen(at))).toBeLessThan(500);
  });

  it.each(rows)('is visible at once to who has the message from a faster gateway: $what', async ({ change, isSeen }) => {
    const at = await buildFixture();
    expect(await isSeen(at)).toBe(false);
    await change(at);
    expect(await isSeen({ ...at, headers: { [positionHeader]: `${Date.now() + 60_000}-0` } })).toBe(true);
  });
});

it('a shared list is read once by those who ask within its lifetime', async () => {
  const at = await buildFixture();
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
  await Events.updateOne({ _id: at.event }, { $set: { title: 'Renamed' } });
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
});

interface Write {
  what: string;
  call: Call;
  input(fixture: Fixture): Record<string, string>;
  /** Whether the list of events shows what it counts. */
  isOfEvents: boolean;
}

const writes: Write[] = [
  { what: 'a like', call: likePost, input: ({ post }) => ({ post_id: String(post) }), isOfEvents: false },
  { what: 'a bookmark', call: toggleBookmark, input: ({ event }) => ({ event_id: String(event) }), isOfEvents: true },
  {
    what: 'a post',
    call: createPost,
    input: ({ society }) => ({ society_id: String(society), content: 'Another post' }),
    isOfEvents: true,
  },
];

it.each(writes)('$what drops the lists that it may change: the list of events $isOfEvents', async ({ call, input, isOfEvents }) => {
  const at = await buildFixture();
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
  await Events.updateOne({ _id: at.event }, { $set: { title: 'Renamed' } });
  expect((await test.call(call, input(at), at.token)).status).toBe(call.status);
  expect((await listed(at))?.Title).toBe(isOfEvents ? 'Renamed' : `Event ${at.word}`);
});
