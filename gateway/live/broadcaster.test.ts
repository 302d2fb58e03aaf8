import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import { anotherGateway, openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, type LiveMessage, liveMessage } from '#models/bus/live-stream';
import { notificationsLive } from '#models/bus/notifications';
import { eventStats } from '#models/contract/attendance';
import type { Message } from '#models/contract/define';
import { controls } from '#models/contract/live';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { profileCounts } from '#models/contract/people';
import { postCreated, postLikes, typing } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { type Id, newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { postToWire } from '#models/db/posts';
import { buildEvent, buildMember, buildNotification, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import { isAfter } from './stream-id.js';

const app = setUpTestApp({ liveTiming: { positionEveryMs: 150 } });

const postRoom = (post: { _id: Id }) => roomOf('post', String(post._id));
const likes = (post: { _id: Id }, rev: number) =>
  liveMessage(postLikes, [postRoom(post)], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });

describe('Socket.IO', () => {
  test('serves websocket transport only, no polling', async () => {
    const socket = await openSocket(app.url);
    expect(socket.socket.io.engine.transport.name).toBe('websocket');
    const polling = io(app.url, { transports: ['polling'], forceNew: true, reconnection: false });
    const refused = await new Promise((resolve) => polling.once('connect_error', resolve));
    expect(refused).toBeInstanceOf(Error);
    polling.close();
    socket.close();
  });

  test('refuses a bad token and an ended session as unauthorized', async () => {
    await expect(openSocket(app.url, { token: 'nonsense' })).rejects.toMatchObject({
      message: 'unauthorized',
      data: { code: 'unauthorized' },
    });
    const user = await buildUser({ suspendedAt: new Date() });
    await expect(openSocket(app.url, { token: await buildSession(user) })).rejects.toThrow('unauthorized');
  });

  test('ignores unknown events, and tolerates requests without an acknowledgement', async () => {
    const socket = await openSocket(app.url);
    socket.socket.emit('nonsense', 1);
    socket.socket.emit('join', 'events');
    expect(await socket.ask('leave', 'events')).toMatchObject({ ok: true });
    socket.close();
  });

  test('delivers a message with its payload and its stream id', async () => {
    const post = await buildPost();
    const socket = await openSocket(app.url);
    await socket.join(postRoom(post));
    await appendMessages([likes(post, 1)]);
    const received = await socket.next(postLikes);
    expect(received.payload).toEqual({ post_id: String(post._id), Likes: 1, CommentsCount: 0, rev: 1 });
    expect(received.id).toMatch(/^\d+-\d+$/);
    socket.close();
  });
});

describe('/live', () => {
  test('joins rooms by the first frame, and sends the same messages as JSON', async () => {
    const post = await buildPost();
    const { client, answer } = await openPlain(app.url, { join: ['events', postRoom(post)] });
    expect(answer).toMatchObject({ ok: true });
    await appendMessages([likes(post, 2)]);
    expect(await client.next(postLikes)).toEqual({
      message: 'post:likes',
      payload: { post_id: String(post._id), Likes: 2, CommentsCount: 0, rev: 2 },
      id: expect.stringMatching(/^\d+-\d+$/),
    });
    await client.next(controls.position);
    client.close();
  });

  test.each([
    ['a bad token', { token: 'nonsense', join: 'events' }, 'unauthorized'],
    ['no JSON', 'hello', 'validation_failed'],
    ['no list of rooms', { join: 7 }, 'validation_failed'],
  ])('refuses %s and closes the socket', async (_name, hello, code) => {
    const { client, answer } = await openPlain(app.url, hello as never);
    expect(answer).toMatchObject({ ok: false, code });
    expect(await client.closed()).toBe('1008');
  });

  test('names the rooms that were refused, and serves the others', async () => {
    const { client, answer } = await openPlain(app.url, { join: ['events', 'feed'] });
    expect(answer).toMatchObject({ ok: true, refused: [{ room: 'feed', code: 'unauthorized' }] });
    client.close();
  });

  test('is read-only: ignores later frames', async () => {
    const { client } = await openPlain(app.url, { join: 'events' });
    client.socket.send(JSON.stringify({ join: 'societies' }));
    await client.next(controls.position);
    expect(client.count(controls.joined)).toBe(0);
    client.close();
  });

  test('refuses a plain request of the path, and an upgrade of another path', async () => {
    expect((await fetch(`${app.url}/live`)).status).toBe(404);
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/nowhere`);
    await expect(new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))).rejects.toThrow('404');
  });
});

describe('coalesced counts', () => {
  const rest = { Member_Count: 1, Event_Count: 1, Post_Count: 1 };
  const seats = { attendees: 1, interested: 1, shares: 1, seats_left: null };
  const kinds: [message: Message, make: () => Promise<(rev: number) => LiveMessage>][] = [
    [
      postLikes,
      async () => {
        const post = await buildPost();
        return (rev) => likes(post, rev);
      },
    ],
    [
      societyCounts,
      async () => {
        const society_id = String((await buildSociety())._id);
        return (rev) => liveMessage(societyCounts, [roomOf('societyPublic', society_id)], { society_id, ...rest, rev });
      },
    ],
    [
      eventStats,
      async () => {
        const event = await buildEvent();
        const ids = { event_id: String(event._id), society_id: String(event.society) };
        return (rev) => liveMessage(eventStats, [roomOf('event', ids.event_id)], { ...ids, ...seats, rev });
      },
    ],
    [
      profileCounts,
      async () => {
        const user_id = String((await buildUser())._id);
        return (rev) => liveMessage(profileCounts, [roomOf('profile', user_id)], { user_id, Followers: rev, Following: 0, rev });
      },
    ],
  ];

  test.each(kinds.map(([message, make]) => [message.name, make] as const))(
    '%s are sent at most ten times a second, and always with the last value',
    async (name, make) => {
      const count = await make();
      const socket = await openSocket(app.url);
      await socket.join(...count(0).rooms);
      const begun = Date.now();
      for (let rev = 1; rev <= 100; rev++) {
        await appendMessages([count(rev)]);
        if (rev % 10 === 0) await sleep(20);
      }
      await socket.next(name, ({ rev }) => rev === 100);
      const tenths = Math.ceil((Date.now() - begun) / 100) + 1;
      const revs = socket.received.filter(({ message }) => message === name).map(({ payload }) => payload.rev);
      expect(revs.length).toBeLessThanOrEqual(tenths);
      expect(revs.length).toBeGreaterThan(1);
      expect(revs.toSorted((x, y) => x - y)).toEqual(revs);
      socket.close();
    },
  );

  test('counts that arrive out of order end with the newest', async () => {
    const post = await buildPost();
    const socket = await openSocket(app.url);
    await socket.join(postRoom(post));
    await appendMessages([likes(post, 1), likes(post, 4), likes(post, 3), likes(post, 2)]);
    await socket.next(postLikes, ({ rev }) => rev === 4);
    await sleep(250);
    expect(socket.payloads(postLikes).map(({ rev }) => rev)).toEqual([1]);
    socket.close();
  });

  test('counts of different objects do not wait for each other', async () => {
    const posts = await Promise.all([buildPost(), buildPost(), buildPost()]);
    const socket = await openSocket(app.url);
    await socket.join(...posts.map(postRoom));
    await appendMessages(posts.map((post) => likes(post, 1)));
    for (const post of posts) await socket.next(postLikes, ({ post_id }) => post_id === String(post._id));
    socket.close();
  });
});

test('a socket in several rooms of a message gets it once', async () => {
  const society = await buildSociety();
  const user = await buildMember(society);
  const socket = await openSocket(app.url, { token: await buildSession(user) });
  await socket.join('mine', 'feed');
  const { membershipChanged } = await import('#models/contract/members');
  const payload = {
    society_id: String(society._id),
    user_id: String(user._id),
    Role: 'member' as const,
    Member_Count: 2,
    Event_Count: 0,
    Post_Count: 0,
    rev: 1,
  };
  await appendMessages([
    liveMessage(membershipChanged, [roomOf('user', String(user._id)), roomOf('society', String(society._id))], payload),
  ]);
  await socket.next(membershipChanged);
  await sleep(50);
  expect(socket.count(membershipChanged)).toBe(0);
  socket.close();
});

describe('the unread count', () => {
  const wire = (user: { _id: Id }) =>
    liveMessage(notificationNew, [roomOf('user', String(user._id))], {
      notification: {
        ID: String(newId()),
        type: 'post_liked',
        title: '',
        message: '',
        params: {},
        link: '/',
        society_id: null,
        actors: [],
        count: 1,
        times: 1,
        why: 'author',
        time: '',
        read: false,
        version: 1,
      },
      unread: 0,
    });

  test('is counted while sending, so it never goes backwards while it grows', async () => {
    const user = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    for (let i = 0; i < 30; i++) {
      await buildNotification({ user, unread: true });
      await appendMessages([wire(user)]);
    }
    await socket.next(notificationNew, ({ unread }) => unread === 30);
    const counts = socket.payloads(notificationNew).map(({ unread }) => unread);
    expect([...counts].sort((a, b) => a - b)).toEqual(counts);
    await Notifications.updateMany({ user: user._id }, { $unset: { unread: 1 } });
    await appendMessages([liveMessage(notificationRead, [roomOf('user', String(user._id))], { notification_ids: 'all', unread: 5 })]);
    expect((await socket.next(notificationRead)).payload).toEqual({ notification_ids: 'all', unread: 0 });
    socket.close();
  });

  test('sends a notification as read that was read before it could be sent', async () => {
    const user = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    const [late, other] = [await buildNotification({ user }), await buildNotification({ user })];
    const messages = await notificationsLive([late, other]);
    await Notifications.updateOne({ _id: late._id }, { $unset: { unread: 1 } });
    await appendMessages(messages);
    const readOf = async ({ _id }: typeof late) =>
      (await socket.next(notificationNew, ({ notification }) => notification.ID === String(_id))).payload.notification.read;
    expect([await readOf(late), await readOf(other)]).toEqual([true, false]);
    socket.close();
  });
});

describe('typing', () => {
  test('reaches the others in the post’s room, nobody outside, at most every two seconds', async () => {
    const post = await buildPost();
    const writer = await buildUser();
    const [socket, reader] = [await openSocket(app.url, { token: await buildSession(writer) }), await openSocket(app.url)];
    await reader.join(postRoom(post));
    const ask = { post_id: String(post._id) };
    expect(await socket.ask('typing', ask)).toMatchObject({ ok: true });
    expect(await socket.ask('typing', ask)).toMatchObject({ ok: true });
    expect((await reader.next(typing)).payload).toEqual({ ...ask, user_id: String(writer._id), User_Name: writer.name });
    await sleep(50);
    expect(reader.count(typing)).toBe(0);
    socket.close();
    reader.close();
  });

  test('is refused for a visitor, and at a post that the caller may not see', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const post = await buildPost({ society });
    const visitor = await openSocket(app.url);
    expect(await visitor.ask('typing', { post_id: String(post._id) })).toMatchObject({ ok: false, code: 'unauthorized' });
    const socket = await openSocket(app.url, { token: await buildSession(await buildUser()) });
    expect(await socket.ask('typing', { post_id: String(post._id) })).toMatchObject({ ok: false, code: 'not_found' });
    expect(await socket.ask('typing', { post_id: 'x' })).toMatchObject({ ok: false, code: 'validation_failed' });
    visitor.close();
    socket.close();
  });
});

describe('two gateways on one stream', () => {
  test('send the same messages, and a stream position of one is valid on the other', async () => {
    const second = await anotherGateway(app.app);
    const [post, user] = [await buildPost(), await buildUser()];
    const token = await buildSession(user);
    const [here, there] = [await openSocket(app.url, { token }), await openSocket(second.url, { token })];
    const at = await here.join(postRoom(post));
    await there.join(postRoom(post));
    await appendMessages([
      likes(post, 1),
      liveMessage(ownChanged, [roomOf('user', String(user._id))], { kind: 'like', id: String(post._id), on: true, version: 1 }),
    ]);
    const [a, b] = [await here.next(postLikes), await there.next(postLikes)];
    expect(a).toEqual(b);
    await here.next(ownChanged);
    await there.next(ownChanged);
    here.close();
    await appendMessages([likes(post, 2)]);
    await there.ask('join', { rooms: postRoom(post), since: at });
    await there.next(postLikes, ({ rev }) => rev === 2);
    there.close();
    await second.close();
  });
});

describe('the position message', () => {
  test('advances with what was sent, and allows a replay without a gap', async () => {
    const post = await buildPost();
    const socket = await openSocket(app.url);
    const at = await socket.join(postRoom(post));
    await appendMessages([likes(post, 1)]);
    const received = await socket.next(postLikes);
    const { payload } = await socket.next(controls.position, (payload) => payload.at === received.id);
    expect(payload.at > at).toBe(true);
    socket.close();
  });

  test('does not advance past a coalesced count that is not sent yet', async () => {
    const post = await buildPost();
    const slow = await anotherGateway(app.app, { liveTiming: { countEveryMs: 600, positionEveryMs: 30, blockMs: 50 } });
    const socket = await openSocket(slow.url);
    await socket.join(postRoom(post));
    await appendMessages([likes(post, 1), likes(post, 2)]);
    await socket.next(postLikes, ({ rev }) => rev === 1);
    await expect.poll(() => socket.count(postLikes), { timeout: 3000 }).toBe(1);
    const second = socket.received.findIndex(({ message }) => message === postLikes.name);
    const { id = '', payload } = socket.received[second]!;
    expect(payload.rev).toBe(2);
    const meanwhile = socket.received.slice(0, second).map((each) => each.payload.at);
    expect(meanwhile.length).toBeGreaterThan(1);
    expect(meanwhile.filter((at) => isAfter(at, id))).toEqual([]);
    await socket.next(controls.position, ({ at }) => isAfter(at, id));
    socket.close();
    await slow.close();
  });
});

/** Stop reading from the connection. */
const pause = (socket: unknown) => (socket as { _socket: { pause(): void } })._socket.pause();
const slowOnes: [name: string, open: (url: string, token: string) => Promise<() => void>][] = [
  [
    'a plain WebSocket',
    async (url, token) => {
      const { client } = await openPlain(url, { token, join: 'mine' });
      pause(client.socket);
      return () => client.socket.terminate();
    },
  ],
  [
    'Socket.IO',
    async (url, token) => {
      const slow = await openSocket(url, { token });
      await slow.join('mine');
      const { ws } = slow.socket.io.engine.transport as unknown as { ws: { terminate(): void } };
      pause(ws);
      return () => ws.terminate();
    },
  ],
];

test.each(slowOnes)('terminates %s that does not read, and no others', async (_name, openSlow) => {
  const small = await anotherGateway(app.app, { liveTiming: { maxBuffered: 1_000_000 } });
  const society = await buildSociety();
  const [slowUser, user] = [await buildMember(society), await buildMember(society)];
  const terminate = await openSlow(small.url, await buildSession(slowUser));
  const socket = await openSocket(small.url, { token: await buildSession(user) });
  await socket.join('mine');
  const post = await buildPost({ society });
  const wire = postToWire(post, undefined, null, society);
  const big = { ...wire, Content: 'x'.repeat(400_000) };
  for (let sent = 0; sent < 100 && small.app.live.connections() > 1; sent++) {
    await appendMessages([liveMessage(postCreated, [roomOf('society', String(society._id))], { ...big, version: sent })]);
    await socket.next(postCreated, ({ version }) => version === sent);
  }
  expect(small.app.live.connections()).toBe(1);
  expect(socket.closedBy).toBeNull();
  terminate();
  socket.close();
  await small.close();
});

test('a gateway closes quickly with open sockets of both kinds, and clients know to reconnect', async () => {
  const gateway = await anotherGateway(app.app);
  const socket = await openSocket(gateway.url, { token: await buildSession(await buildUser()) });
  const { client } = await openPlain(gateway.url, { join: 'events' });
  const begun = Date.now();
  await gateway.close();
  expect(Date.now() - begun).toBeLessThan(1000);
  expect(await socket.closed()).toBe('transport close');
  expect(await client.closed()).toBe('1001');
});
