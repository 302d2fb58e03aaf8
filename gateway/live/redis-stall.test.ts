import { expect, test } from 'vitest';
import { anotherGateway, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { notificationsLive } from '#models/bus/notifications';
import type { Accepted } from '#models/contract/live';
import { controls } from '#models/contract/live';
import { notificationNew } from '#models/contract/notifications';
import { postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import type { Id } from '#models/db/model';
import { buildNotification, buildPost, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

/** Blocks this process, as when it is overloaded. */
function hold(ms: number): void {
  const until = Date.now() + ms;
  while (Date.now() < until);
}

const room = (post: { _id: Id }) => roomOf('post', String(post._id));
const likes = (post: { _id: Id }, rev: number) =>
  liveMessage(postLikes, [room(post)], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });

const losesNothing = 'a gateway that is blocked for %i ms loses nothing: everything is sent, without a resync';
async function expectNothingLost(ms: number): Promise<void> {
  const post = await buildPost();
  const socket = await openSocket(app.url);
  await socket.join(room(post));
  const publishing = appendMessages([likes(post, 1)]);
  hold(ms);
  await publishing.catch(() => {});
  await appendMessages([likes(post, 2)]);
  await socket.next(postLikes, ({ rev }) => rev === 2);
  expect(socket.count(controls.resync)).toBe(0);
  expect(socket.closedBy).toBeNull();
  socket.close();
}
test.each([700])(losesNothing, expectNothingLost);
test.each([1500, 3000])(losesNothing, { tags: ['long'] }, expectNothingLost);

const getsReplay = 'a client that reconnects while the gateway is blocked for %i ms gets a replay, not a resync';
async function expectReplay(ms: number): Promise<void> {
  const post = await buildPost();
  const socket = await openSocket(app.url);
  const at = await socket.join(room(post));
  await appendMessages([likes(post, 1)]);
  const other = await openSocket(app.url);
  const answer = other.ask('join', { rooms: [room(post)], since: at });
  setTimeout(() => hold(ms), 1);
  setTimeout(() => hold(ms), 5);
  expect((await answer) as Accepted).not.toHaveProperty('resync');
  await other.next(postLikes, ({ rev }) => rev === 1);
  for (const each of [socket, other]) each.close();
}
test.each([700])(getsReplay, expectReplay);
test.each([1500])(getsReplay, { tags: ['long'] }, expectReplay);

test('the unread count is right for a person with many sockets and many simultaneous notifications', async () => {
  const user = await buildUser();
  const sockets = [];
  for (let i = 0; i < 3; i++) sockets.push(await openSocket(app.url, { token: await app.tokenFor(user) }));
  const docs = [];
  for (let i = 0; i < 20; i++) docs.push(await buildNotification({ user }));
  const messages = await notificationsLive(docs);
  await Promise.all(messages.map((message) => appendMessages([message])));
  for (const socket of sockets) {
    await expect.poll(() => socket.count(notificationNew)).toBe(20);
    expect(socket.payloads(notificationNew).map(({ unread }) => unread)).toEqual(Array(20).fill(20));
    expect(socket.count(controls.resync)).toBe(0);
    socket.close();
  }
});

test('a client of a gateway that has just started gets no resync', async () => {
  const post = await buildPost();
  await appendMessages([likes(post, 1)]);
  const gateway = await anotherGateway(app.app, { logger: false });
  const socket = await openSocket(gateway.url);
  const at = await socket.join(room(post));
  expect(at).not.toBe('0-0');
  await appendMessages([likes(post, 2)]);
  await socket.next(postLikes, ({ rev }) => rev === 2);
  expect(socket.count(controls.resync)).toBe(0);
  socket.close();
  await gateway.close();
});
