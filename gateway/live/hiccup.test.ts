import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, openSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { notificationsLive } from '#models/bus/notifications';
import { append, live } from '#models/bus/push';
import type { Accepted } from '#models/contract/live';
import { controls } from '#models/contract/live';
import { notificationNew } from '#models/contract/notifications';
import { postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import type { Id } from '#models/db/model';
import { buildNotification, buildPost, buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

/** Nothing of this process runs meanwhile, as when it has too much to do. */
function hold(ms: number): void {
  const until = Date.now() + ms;
  while (Date.now() < until);
}

const room = (post: { _id: Id }) => roomOf('post', String(post._id));
const likes = (post: { _id: Id }, rev: number) =>
  live(postLikes, [room(post)], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });

test.each([700, 1500, 3000])('a gateway that is held up for %i ms has lost nothing: no resync, and everything is heard', async (ms) => {
  const post = await buildPost();
  const socket = await openSocket(it.url);
  await socket.join(room(post));
  const said = append([likes(post, 1)]);
  hold(ms);
  await said.catch(() => {});
  await append([likes(post, 2)]);
  await socket.next(postLikes, ({ rev }) => rev === 2);
  expect(socket.count(controls.resync)).toBe(0);
  expect(socket.closedBy).toBeNull();
  socket.close();
});

test.each([700, 1500])('who comes back while it is held up for %i ms is replayed, not sent to fetch', async (ms) => {
  const post = await buildPost();
  const socket = await openSocket(it.url);
  const at = await socket.join(room(post));
  await append([likes(post, 1)]);
  const other = await openSocket(it.url);
  const answer = other.ask('join', { rooms: [room(post)], since: at });
  setTimeout(() => hold(ms), 1);
  setTimeout(() => hold(ms), 5);
  expect((await answer) as Accepted).not.toHaveProperty('resync');
  await other.next(postLikes, ({ rev }) => rev === 1);
  for (const each of [socket, other]) each.close();
});

test('a person with many sockets and many notifications at once is counted without a fault', async () => {
  const user = await buildUser();
  const sockets = [];
  for (let i = 0; i < 3; i++) sockets.push(await openSocket(it.url, { token: await it.tokenFor(user) }));
  const docs = [];
  for (let i = 0; i < 20; i++) docs.push(await buildNotification({ user }));
  const messages = await notificationsLive(docs);
  await Promise.all(messages.map((message) => append([message])));
  for (const socket of sockets) {
    await expect.poll(() => socket.count(notificationNew)).toBe(20);
    expect(socket.payloads(notificationNew).map(({ unread }) => unread)).toEqual(Array(20).fill(20));
    expect(socket.count(controls.resync)).toBe(0);
    socket.close();
  }
});

test('who connects to a gateway that has just started is not sent to fetch again', async () => {
  const post = await buildPost();
  await append([likes(post, 1)]);
  const gateway = await anotherGateway(it.app, { logger: false });
  const socket = await openSocket(gateway.url);
  const at = await socket.join(room(post));
  expect(at).not.toBe('0-0');
  await append([likes(post, 2)]);
  await socket.next(postLikes, ({ rev }) => rev === 2);
  expect(socket.count(controls.resync)).toBe(0);
  socket.close();
  await gateway.close();
});
