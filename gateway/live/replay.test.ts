import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anotherGateway, openPlain, openSocket, type StartedGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage, streamKey } from '#models/bus/live-stream';
import type { Accepted } from '#models/contract/live';
import { controls } from '#models/contract/live';
import { notificationRead } from '#models/contract/notifications';
import { postLikes, typing } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { buildBlock, buildMember, buildNotification, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';

const app = setUpTestApp({ liveTiming: { blockMs: 200 } });
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(app.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
});

const postRoom = (post: { _id: Id }) => roomOf('post', String(post._id));
const likes = (post: { _id: Id }, rev: number) =>
  liveMessage(postLikes, [postRoom(post)], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });
const own = (user: { _id: Id }, version: number) =>
  liveMessage(ownChanged, [roomOf('user', String(user._id))], { kind: 'like', id: String(user._id), on: true, version });
const typingMessage = (post: { _id: Id }, author: Id) =>
  liveMessage(typing, [postRoom(post)], { post_id: String(post._id), user_id: String(author), User_Name: '' }, String(author));
/** Longer than the overlap of the history, so that earlier entries are outside it. */
const pastOverlap = () => sleep(2100);

describe('replay on reconnect', () => {
  test('replays what joined rooms have missed, of counts only the last, and no typing', async () => {
    const [first, second] = [await buildPost(), await buildPost()];
    const socket = await openSocket(app.url);
    await appendMessages([likes(first, 1)]);
    const at = await socket.join(postRoom(first));
    socket.close();
    await pastOverlap();
    const [witness, back] = [await openSocket(app.url), await openSocket(app.url)];
    await witness.join(postRoom(second));
    await appendMessages([
      likes(first, 2),
      likes(second, 2),
      likes(first, 4),
      likes(first, 3),
      typingMessage(first, first.author),
      likes(second, 3),
    ]);
    await witness.next(postLikes, ({ rev }) => rev === 3);
    witness.close();
    const answer = (await back.ask('join', { rooms: [postRoom(first)], since: at })) as Accepted;
    expect(answer).toMatchObject({ ok: true });
    expect(answer.resync).toBeUndefined();
    await back.next(postLikes, (payload) => payload.rev === 4);
    expect(back.received.filter(({ payload }) => payload.rev > 1)).toEqual([]);
    back.close();
  });

  test('replays the last two seconds before the position too, and nothing older', async () => {
    const post = await buildPost();
    await appendMessages([own({ _id: post.author }, 1), likes(post, 1)]);
    await pastOverlap();
    await appendMessages([likes(post, 2)]);
    await sleep(500);
    await appendMessages([own({ _id: post.author }, 2)]);
    const socket = await openSocket(app.url);
    const at = await socket.join('events');
    await socket.ask('join', { rooms: postRoom(post), since: at });
    expect((await socket.next(postLikes)).payload.rev).toBe(2);
    expect(socket.received).toEqual([]);
    socket.close();
  });

  test('replays the own room from the position in the handshake', async () => {
    const user = await buildUser();
    const token = await buildSession(user);
    const socket = await openSocket(app.url, { token });
    const at = await socket.join('feed');
    socket.close();
    await appendMessages([own(user, 7)]);
    const back = await openSocket(app.url, { token, since: at });
    expect((await back.next(ownChanged)).payload.version).toBe(7);
    back.close();
  });

  test('replays to a plain WebSocket from the position in its first frame', async () => {
    const post = await buildPost();
    const { client, answer } = await openPlain(app.url, { join: postRoom(post) });
    client.close();
    await appendMessages([likes(post, 5)]);
    const back = await openPlain(app.url, { join: [postRoom(post)], since: (answer as Accepted).at });
    expect((await back.client.next(postLikes)).payload.rev).toBe(5);
    back.client.close();
  });

  test('replays nothing to a person who lost the right meanwhile', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const [user, post] = [await buildMember(society), await buildPost({ society })];
    const token = await buildSession(user);
    const socket = await openSocket(app.url, { token });
    const at = await socket.join(postRoom(post));
    socket.close();
    await appendMessages([likes(post, 3)]);
    await Memberships.deleteOne({ society: society._id, user: user._id });
    const back = await openSocket(app.url, { token });
    expect(await back.ask('join', { rooms: [postRoom(post)], since: at })).toMatchObject({
      ok: true,
      refused: [{ room: postRoom(post), code: 'not_found' }],
    });
    expect(back.received).toEqual([]);
    back.close();
  });

  test('replays nothing by an author with a block', async () => {
    const [post, user, author] = [await buildPost(), await buildUser(), await buildUser()];
    const { commentCreated } = await import('#models/contract/comments');
    const token = await buildSession(user);
    const socket = await openSocket(app.url, { token });
    const at = await socket.join(postRoom(post));
    socket.close();
    const comment = {
      ID: String(newId()),
      User: String(author._id),
      User_Name: '',
      User_Photo: '',
      Content: '',
      CreatedAt: '',
      version: 1,
    };
    const counts = { post_id: String(post._id), Likes: 0, CommentsCount: 1, rev: 2 };
    await appendMessages([liveMessage(commentCreated, [postRoom(post)], { ...counts, comment }, String(author._id))]);
    await buildBlock({ from: author, to: user });
    const back = await openSocket(app.url, { token });
    await back.ask('join', { rooms: postRoom(post), since: at });
    expect((await back.next(postLikes)).payload).toEqual(counts);
    expect(back.received).toEqual([]);
    back.close();
  });

  test('counts unread again when it replays a notification', async () => {
    const user = await buildUser();
    const token = await buildSession(user);
    const socket = await openSocket(app.url, { token });
    const at = await socket.join('feed');
    socket.close();
    const message = { notification_ids: [String(newId())], unread: 99 };
    await appendMessages([liveMessage(notificationRead, [roomOf('user', String(user._id))], message)]);
    await Promise.all([buildNotification({ user }), buildNotification({ user })]);
    const back = await openSocket(app.url, { token, since: at });
    expect((await back.next(notificationRead)).payload.unread).toBe(2);
    back.close();
  });
});

describe('resync', () => {
  let shortWindow: StartedGateway;
  beforeAll(async () => {
    shortWindow = await anotherGateway(app.app, { liveTiming: { windowMs: 300, blockMs: 50 } });
  });
  afterAll(() => shortWindow.close());

  test('is asked for beyond the replay window', async () => {
    const user = await buildUser();
    const token = await buildSession(user);
    const socket = await openSocket(shortWindow.url, { token });
    const at = await socket.join('feed');
    expect(await socket.ask('join', { rooms: 'feed', since: at })).not.toHaveProperty('resync');
    await sleep(700);
    expect(await socket.ask('join', { rooms: 'feed', since: at })).toMatchObject({ ok: true, resync: true });
    const back = await openSocket(shortWindow.url, { token, since: at });
    await back.next(controls.resync);
    socket.close();
    back.close();
  });

  test('is not needed on an idle stream, whose position advances', async () => {
    const socket = await openSocket(shortWindow.url);
    await sleep(700);
    const at = await socket.join('events');
    expect(Date.now() - Number(at.split('-')[0])).toBeLessThan(400);
    expect(await socket.ask('join', { rooms: 'events', since: at })).not.toHaveProperty('resync');
    socket.close();
  });

  test('is asked for after Redis was emptied: older positions are void, new ones are valid', async () => {
    const post = await buildPost();
    const socket = await openSocket(app.url);
    const at = await socket.join(postRoom(post));
    await appendMessages([likes(post, 1)]);
    await socket.next(postLikes);
    await redis.flushdb();
    await appendMessages([likes(post, 2)]);
    await socket.next(controls.resync);
    await socket.next(postLikes, ({ rev }) => rev === 2);
    expect(await socket.ask('join', { rooms: postRoom(post), since: at })).toMatchObject({ ok: true, resync: true });
    const fresh = await socket.join(postRoom(post));
    await sleep(50);
    await appendMessages([likes(post, 3)]);
    expect(await socket.ask('join', { rooms: postRoom(post), since: fresh })).not.toHaveProperty('resync');
    socket.close();
  });

  test('is asked for after Redis was emptied and stayed idle', async () => {
    const socket = await openSocket(app.url);
    await redis.flushdb();
    await socket.next(controls.resync);
    expect(await redis.xlen(streamKey)).toBeGreaterThan(0);
    socket.close();
  });

  test('is sent by a gateway that lost its position, after it re-authorized everybody', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const [user, stays, post] = [await buildMember(society), await buildMember(society), await buildPost({ society })];
    const [socket, other] = [
      await openSocket(app.url, { token: await buildSession(user) }),
      await openSocket(app.url, { token: await buildSession(stays) }),
    ];
    const { client } = await openPlain(app.url, { token: await buildSession(user), join: postRoom(post) });
    await socket.join(postRoom(post));
    await other.join(postRoom(post), 'mine');
    await Memberships.deleteOne({ society: society._id, user: user._id });
    await redis.pipeline().call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').del(streamKey).exec();
    await expect
      .poll(() =>
        appendMessages([likes(post, 4)]).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await other.next(controls.resync);
    await other.next(postLikes);
    for (const inbox of [socket, client]) {
      expect((await inbox.next(controls.roomLeft)).payload.rooms).toEqual([postRoom(post)]);
      await inbox.next(controls.resync);
      expect(inbox.count(postLikes)).toBe(0);
    }
    for (const each of [socket, other, client]) each.close();
  });
});

test('clients that reconnect at once share one history read', async () => {
  const post = await buildPost();
  const socket = await openSocket(app.url);
  const at = await socket.join(postRoom(post));
  await appendMessages(Array.from({ length: 500 }, (_, i) => likes(post, i + 1)));
  await socket.next(postLikes, ({ rev }) => rev === 500);
  const before = await callsOf('xrange');
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const each = await openSocket(app.url);
      const answer = await each.ask('join', { rooms: [postRoom(post)], since: at });
      expect(answer).not.toHaveProperty('resync');
      await each.next(postLikes, ({ rev }) => rev === 500);
      each.close();
      return answer.ok;
    }),
  );
  expect(answers.every(Boolean)).toBe(true);
  expect((await callsOf('xrange')) - before).toBeLessThan(100);
  socket.close();
});

async function callsOf(command: string): Promise<number> {
  const stats = await redis.info('commandstats');
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}
