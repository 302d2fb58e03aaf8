import { expect, it } from 'vitest';
import { buildCachedFixture, type CachedFixture, type CachedRow, describeCachedRows, inSociety } from '#gateway/testing/cached-rows';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getActivityFeed } from '#models/contract/activity';
import { toggleBookmark } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { getAllEvents } from '#models/contract/events';
import { createPost, getPostsBySociety, likePost, postCreated, postRemoved } from '#models/contract/posts';
import { getRecommendations } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { searchAll } from '#models/contract/search';
import {
  getAllSocieties,
  getSocietiesByUser,
  getStatistics,
  societyCreated,
  societyRemoved,
  societyUpdated,
  societyVisibility,
} from '#models/contract/societies';
import { cardsTrending, getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { type CardItem, Cards, recommendationsCard, trendingSocietiesCard } from '#models/db/cards';
import { Events } from '#models/db/events';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { postFields, societyFields } from '#models/testing/fields';

const test = setUpTestApp();

const searched = async ({ word, token, headers }: CachedFixture) =>
  (await test.call(searchAll, { q: word, limit: 20 }, token, headers)).data;
const listed = async ({ token, event, headers }: CachedFixture) =>
  (await test.call(getAllEvents, { limit: 100, status: 'upcoming' }, token, headers)).data.find(({ ID }) => ID === String(event));

const recommended = async ({ token, headers }: CachedFixture) => (await test.call(getRecommendations, { limit: 10 }, token, headers)).data;

const noWeek = { members: 1, joined: 0, posted: 0, planned: 0 };
const putOnTrending = (_id: string, item: CardItem) =>
  Cards.updateOne({ _id }, { $set: { items: [item], computedAt: new Date() } }, { upsert: true });
const newTrending = () => ({ rooms: [roomOf('feed')], message: cardsTrending.name, payload: {} });

const rows: CachedRow[] = [
  {
    what: 'a society has another post',
    change: ({ society, author }) =>
      Posts.collection.insertOne(postFields({ society, author, open: true, content: 'Another post', createdAt: new Date() }) as never),
    liveMessage: (at) => ({ rooms: inSociety(at), message: postCreated.name, payload: {} }),
    isSeen: async ({ society, token, headers }) =>
      (await test.call(getPostsBySociety, { society_id: String(society) }, token, headers)).data.length === 2,
  },
  {
    what: 'a post is trending',
    change: ({ post }) => putOnTrending('trending', { id: post, kind: 'post', score: 7, at: new Date() }),
    liveMessage: newTrending,
    isSeen: async ({ post, token, headers }) => {
      const { data } = await test.call(getTrendingPosts, {}, token, headers);
      return data.some(({ ID, score }) => ID === String(post) && score === 7);
    },
  },
  {
    what: 'a society is trending',
    change: ({ society }) =>
      putOnTrending(trendingSocietiesCard, { id: society, kind: 'society', score: 7, at: new Date(), counts: noWeek }),
    liveMessage: newTrending,
    isSeen: async ({ society, token, headers }) =>
      (await test.call(getTrendingSocieties, {}, token, headers)).data.some(({ ID }) => ID === String(society)),
  },
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
    what: 'the society of an event of the list has another name',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { name: 'Renamed' } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societies')], message: societyUpdated.name, payload: { ID: String(society) } }),
    isSeen: async (at) => (await listed(at))?.Society.Name === 'Renamed',
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
    what: 'a recommended event has another title',
    change: ({ event }) => Events.updateOne({ _id: event }, { $set: { title: 'Renamed' } }),
    liveMessage: () => ({ rooms: [roomOf('events')], message: eventUpdated.name, payload: {} }),
    isSeen: async (at) => {
      const items = [{ id: at.event, kind: 'event', score: 1, at: new Date(), reason: 'soon' }];
      await Cards.updateOne({ _id: recommendationsCard(at.member) }, { $set: { items, computedAt: new Date() } }, { upsert: true });
      return (await recommended(at))[0]?.title === 'Renamed';
    },
  },
  {
    what: 'there is a larger society to recommend to who has no card',
    change: ({ word }) =>
      Societies.collection.insertOne(societyFields({ name: `Larger ${word}`, members: Math.floor(performance.now()) + 1e6 }) as never),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societies')], message: societyCreated.name, payload: { ID: String(society) } }),
    isSeen: async (at) => (await recommended(at))[0]?.title === `Larger ${at.word}`,
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

describeCachedRows(test, rows);

it('a shared list is read once by those who ask within its lifetime', async () => {
  const at = await buildCachedFixture(test);
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
  await Events.updateOne({ _id: at.event }, { $set: { title: 'Renamed' } });
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
});

interface Write {
  what: string;
  call: Call;
  input(fixture: CachedFixture): Record<string, string>;
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
  const at = await buildCachedFixture(test);
  expect((await listed(at))?.Title).toBe(`Event ${at.word}`);
  await Events.updateOne({ _id: at.event }, { $set: { title: 'Renamed' } });
  expect((await test.call(call, input(at), at.token)).status).toBe(call.status);
  expect((await listed(at))?.Title).toBe(isOfEvents ? 'Renamed' : `Event ${at.word}`);
});
