import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { append, live } from '#models/bus/push';
import { cardsTrending } from '#models/contract/analytics';
import { roomOf } from '#models/contract/rooms';
import { sharedTrending } from '#models/db/cards.loaders';
import { Societies } from '#models/db/societies';
import { buildPost, buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

const say = (items: Awaited<ReturnType<typeof sharedTrending>>, at: number) =>
  append([live(cardsTrending, [roomOf('feed')], { items, computedAt: new Date(at).toISOString() })]);

test('the live card is heard also when it has become empty, and not while one of its societies is no longer open', async () => {
  const post = await buildPost();
  const items = await sharedTrending([{ id: post._id, kind: 'post', score: 1, at: new Date() }]);
  expect(items).toHaveLength(1);
  const socket = await openSocket(it.url, { token: await it.tokenFor(await buildUser()) });
  await socket.join('feed');
  await Societies.updateOne({ _id: post.society }, { $set: { 'privacy.visibility': 'private' } });
  await say(items, 1);
  await say([], 2);
  expect((await socket.next(cardsTrending)).payload).toEqual({ items: [], computedAt: new Date(2).toISOString() });
  socket.close();
});
