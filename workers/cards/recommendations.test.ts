import { beforeEach, expect, it } from 'vitest';
import { cardsRecommendations } from '#models/contract/recommendations';
import { type CardItem, Cards } from '#models/db/cards';
import { models, newId } from '#models/db/model';
import { refuse } from '#models/db/recommendations.loaders';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBan,
  buildBookmark,
  buildEvent,
  buildFollow,
  buildLike,
  buildMember,
  buildMembership,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { refreshRecommendations } from './recommendations.js';

const bus = setUpTestBus();
beforeEach(async () => {
  for (const name of ['cards', 'societies', 'events', 'memberships', 'follows']) await models.get(name)?.deleteMany({});
  await bus.sent();
});

async function computed(user: UserDoc): Promise<CardItem[]> {
  await refreshRecommendations(String(user._id));
  return (await Cards.findById(`recommendations:${user._id}`).lean())?.items ?? [];
}
const find = (items: CardItem[], doc: { _id: unknown }) => items.find((item) => String(item.id) === String(doc._id));

it('recommends societies by shared members, followed people, category and size; never own, hidden or banned ones', async () => {
  const own = await buildSociety({ category: 'Gaming' });
  const [shared, followed, alike, banned, hidden] = [
    await buildSociety({ category: 'Science' }),
    await buildSociety({ category: 'Social' }),
    await buildSociety({ category: 'Gaming' }),
    await buildSociety(),
    await buildSociety({ privacy: { visibility: 'invite-only' } }),
  ];
  const me = await buildMember(own);
  for (let i = 0; i < 3; i++) {
    const companion = await buildMember(own);
    for (const society of [shared, hidden]) await buildMembership({ society, user: companion });
  }
  const friend = await buildMember(followed);
  await buildMembership({ society: hidden, user: friend });
  await buildFollow({ from: me, to: friend });
  await buildBan({ society: banned, user: me });
  const items = await computed(me);
  expect(find(items, followed)).toMatchObject({ reason: 'follows_members', params: { count: '1' } });
  expect(find(items, shared)).toMatchObject({ reason: 'shared_members', params: { count: '3' } });
  expect(find(items, alike)).toMatchObject({ reason: 'same_category', params: { category: 'Gaming' } });
  for (const society of [own, banned, hidden]) expect(find(items, society)).toBeUndefined();
});

it('never reveals members of a society that hides them, or of a sensitive one', async () => {
  const me = await buildUser();
  const friend = await buildUser();
  await buildFollow({ from: me, to: friend });
  const createdAt = new Date(Date.now() - 400 * 86_400_000);
  const closed = await buildSociety({ createdAt, privacy: { memberListVisible: false } });
  const sensitive = await buildSociety({ createdAt, category: 'Political' });
  for (const society of [closed, sensitive]) await buildMembership({ society, user: friend });
  const items = await computed(me);
  for (const society of [closed, sensitive]) expect(find(items, society)?.reason).toBe('popular');
});

it('recommends events of own societies, with followed people, by category, and upcoming; never attended ones', async () => {
  const [own, other] = [await buildSociety({ name: 'Chess' }), await buildSociety()];
  const me = await buildMember(own);
  const friend = await buildUser();
  await buildFollow({ from: me, to: friend });
  const [ofOwn, friendGoes, soon, mine, past] = [
    await buildEvent({ society: own, category: 'Social' }),
    await buildEvent({ category: 'Meetup' }),
    await buildEvent({ category: 'Panel Discussion' }),
    await buildEvent({ society: other, category: 'Hackathon' }),
    await buildEvent({ society: other, startsAt: new Date(Date.now() - 3600_000) }),
  ];
  const alike = await buildEvent({ society: other, category: 'Hackathon' });
  await buildAttendance({ event: friendGoes, user: friend });
  await buildAttendance({ event: mine, user: me });
  const items = await computed(me);
  expect(find(items, ofOwn)).toMatchObject({ reason: 'own_society', params: { society: 'Chess' } });
  expect(find(items, friendGoes)).toMatchObject({ reason: 'follows_go', params: { count: '1' } });
  expect(find(items, alike)).toMatchObject({ reason: 'same_category', params: { category: 'Hackathon' } });
  expect(find(items, soon)).toMatchObject({ reason: 'soon' });
  for (const event of [mine, past]) expect(find(items, event)).toBeUndefined();
});

it('puts an event after each two societies, and publishes whether the list changed', async () => {
  const me = await buildUser();
  for (let i = 0; i < 4; i++) await buildEvent({ society: await buildSociety() });
  const kinds = (await computed(me)).map((item) => item.kind);
  expect(kinds.slice(0, 6)).toEqual(['society', 'society', 'event', 'society', 'society', 'event']);
  expect(await bus.sentOf(cardsRecommendations)).toMatchObject([
    { rooms: [`user:${me._id}`], payload: { computedAt: expect.any(String), changed: true } },
  ]);
  await computed(me);
  expect(await bus.sentOf(cardsRecommendations)).toMatchObject([{ payload: { changed: false } }]);
});

it('takes the categories of liked posts and of saved events, but never one that is sensitive', async () => {
  const me = await buildUser();
  const [liked, sensitive] = [await buildSociety({ category: 'Gaming' }), await buildSociety({ category: 'Political' })];
  for (const society of [liked, sensitive]) await buildLike({ post: await buildPost({ society }), user: me });
  await buildBookmark({ event: await buildEvent({ category: 'Meetup' }), user: me });
  const [alike, unlike] = [await buildSociety({ category: 'Gaming' }), await buildSociety({ category: 'Political' })];
  const event = await buildEvent({ category: 'Meetup' });
  const items = await computed(me);
  for (const each of [alike, event]) expect(find(items, each)?.reason).toBe('same_category');
  expect(find(items, unlike)?.factors?.map(({ code }) => code)).not.toContain('same_category');
});

it('leaves out events that are full, and those that the person waits for; a sensitive society is no reason for its members', async () => {
  const society = await buildSociety({ category: 'Religious', privacy: { visibility: 'private' } });
  const me = await buildMember(society);
  const inside = await buildEvent({ society });
  const [full, waited] = [await buildEvent({ seats: 1, seatsLeft: 0 }), await buildEvent({ seats: 5 })];
  await buildAttendance({ event: waited, user: me, state: 'waiting' });
  const items = await computed(me);
  for (const each of [full, waited]) expect(find(items, each)).toBeUndefined();
  expect(find(items, inside)?.factors?.map(({ code }) => code)).toEqual(['soon']);
});

it('leaves out what is marked not interested, until that is undone', async () => {
  const [refused, other] = [await buildSociety(), await buildSociety()];
  const [event, coming] = [await buildEvent({ society: other }), await buildEvent({ society: other })];
  const me = await buildUser();
  for (const { _id } of [refused, event]) await refuse(me._id, _id, true);
  const items = await computed(me);
  expect([refused, event].map((each) => find(items, each))).toEqual([undefined, undefined]);
  for (const each of [other, coming]) expect(find(items, each)).toBeDefined();
  await refuse(me._id, refused._id, false);
  expect(find(await computed(me), refused)).toBeDefined();
});

it('deletes the recommendations of a deleted account', async () => {
  const me = await buildUser();
  await buildSociety();
  expect(await computed(me)).not.toEqual([]);
  await Users.updateOne({ _id: me._id }, { $set: { deletedAt: new Date() } });
  await refreshRecommendations(String(me._id));
  expect(await Cards.findById(`recommendations:${me._id}`).lean()).toBeNull();
  await expect(refreshRecommendations(String(newId()))).resolves.toBeUndefined();
});
