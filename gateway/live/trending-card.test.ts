import { expect, test } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { roomOf } from '#models/contract/rooms';
import { cardsTrending } from '#models/contract/trending';
import { sharedTrending } from '#models/db/cards.loaders';
import { Societies } from '#models/db/societies';
import { buildPost, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

const publishCard = (items: Awaited<ReturnType<typeof sharedTrending>>, at: number) =>
  appendMessages([liveMessage(cardsTrending, [roomOf('feed')], { items, computedAt: new Date(at).toISOString() })]);

test('the live trending card is sent when it becomes empty, and not while one of its societies is closed', async () => {
  const post = await buildPost();
  const items = await sharedTrending([{ id: post._id, kind: 'post', score: 1, at: new Date() }]);
  expect(items).toHaveLength(1);
  const socket = await openSocket(app.url, { token: await app.tokenFor(await buildUser()) });
  await socket.join('feed');
  await Societies.updateOne({ _id: post.society }, { $set: { 'privacy.visibility': 'private' } });
  await publishCard(items, 1);
  await publishCard([], 2);
  expect((await socket.next(cardsTrending)).payload).toEqual({ items: [], computedAt: new Date(2).toISOString() });
  socket.close();
});
