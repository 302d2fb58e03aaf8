import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anotherGateway, openSocket, type StartedGateway, TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { socketLimits } from '#models/contract/limits';
import { type Accepted, controls, socketPath } from '#models/contract/live';
import { roomOf } from '#models/contract/rooms';
import { newId } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { Users } from '#models/db/users';
import {
  buildBlock,
  buildEvent,
  buildFollow,
  buildInvitation,
  buildMember,
  buildPost,
  buildSession,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { RoomAuthorizer } from './room-authorizer.js';

const app = setUpTestApp();

type Visibility = SocietyDoc['privacy']['visibility'];
const roles = ['visitor', 'user', 'member', 'moderator', 'admin', 'platform admin'] as const;
type Role = (typeof roles)[number];

async function tokenOf(role: Role, society: SocietyDoc): Promise<string | undefined> {
  if (role === 'visitor') return undefined;
  if (role === 'user') return buildSession(await buildUser());
  if (role === 'platform admin') return buildSession(await buildUser({ role: 'admin' }));
  return buildSession(await buildMember(society, role));
}

/** Answer to a join by this role: 'ok' or the code. */
async function outcome(role: Role, society: SocietyDoc, room: string): Promise<string> {
  const socket = await openSocket(app.url, { token: await tokenOf(role, society) });
  const answer = await socket.ask('join', room);
  socket.close();
  return answer.ok ? 'ok' : answer.code;
}

describe('joining a room of a society', () => {
  const inside = { user: 'forbidden', member: 'ok', moderator: 'ok', admin: 'ok', 'platform admin': 'ok' };
  const hidden = { visitor: 'not_found', user: 'not_found' };
  const kinds = {
    societyPublic: { visitor: 'ok', user: 'ok', member: 'ok', moderator: 'ok', admin: 'ok', 'platform admin': 'ok' },
    society: { visitor: 'unauthorized', ...inside },
    societyModerators: { visitor: 'unauthorized', ...inside, member: 'forbidden' },
    societyAdmins: { visitor: 'unauthorized', ...inside, member: 'forbidden', moderator: 'forbidden' },
  };
  const cases = (['public', 'private', 'invite-only'] as Visibility[]).flatMap((visibility) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
      roles.map((role) => {
        const expected = visibility === 'invite-only' ? { ...kinds[kind], ...hidden } : kinds[kind];
        return { visibility, kind, role, expected: expected[role] };
      }),
    ),
  );
  testCells(cases, ({ kind, role, expected }) => [kind, role, expected])(
    '$visibility, $kind: $role gets $expected',
    async ({ visibility, kind, role, expected }) => {
      const society = await buildSociety({ privacy: { visibility } });
      expect(await outcome(role, society, roomOf(kind, String(society._id)))).toBe(expected);
    },
  );

  test('an invited person may join the public room of an invite-only society', async () => {
    const society = await buildSociety({ privacy: { visibility: 'invite-only' } });
    const user = await buildUser();
    await buildInvitation({ society, user });
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await socket.join(roomOf('societyPublic', String(society._id)));
    expect(await socket.ask('join', roomOf('society', String(society._id)))).toMatchObject({ ok: false, code: 'forbidden' });
    socket.close();
  });

  test('a removed society has no rooms', async () => {
    const society = await buildSociety({ removedAt: new Date() });
    expect(await outcome('admin', society, roomOf('societyPublic', String(society._id)))).toBe('not_found');
  });
});

describe('joining the room of a post or an event', () => {
  const sees: Record<Visibility, Record<Role, string>> = {
    public: { visitor: 'ok', user: 'ok', member: 'ok', moderator: 'ok', admin: 'ok', 'platform admin': 'ok' },
    private: { visitor: 'not_found', user: 'not_found', member: 'ok', moderator: 'ok', admin: 'ok', 'platform admin': 'ok' },
    'invite-only': { visitor: 'not_found', user: 'not_found', member: 'ok', moderator: 'ok', admin: 'ok', 'platform admin': 'ok' },
  };
  const cases = (Object.keys(sees) as Visibility[]).flatMap((visibility) =>
    roles.map((role) => ({ visibility, role, expected: sees[visibility][role] })),
  );
  testCells(cases, ({ role, expected }) => [role, expected])(
    'in a $visibility society: $role gets $expected',
    async ({ visibility, role, expected }) => {
      const society = await buildSociety({ privacy: { visibility } });
      const [post, event] = [await buildPost({ society }), await buildEvent({ society })];
      expect(await outcome(role, society, roomOf('post', String(post._id)))).toBe(expected);
      expect(await outcome(role, society, roomOf('event', String(event._id)))).toBe(expected);
    },
  );

  test('a post is not found where there is a block with its author', async () => {
    const [post, user] = [await buildPost(), await buildUser()];
    await buildBlock({ from: post.author, to: user });
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    expect(await socket.ask('join', roomOf('post', String(post._id)))).toMatchObject({ ok: false, code: 'not_found' });
    socket.close();
  });

  test('a removed post is not found', async () => {
    const post = await buildPost({ removedAt: new Date() });
    const socket = await openSocket(app.url);
    expect(await socket.ask('join', roomOf('post', String(post._id)))).toMatchObject({ ok: false, code: 'not_found' });
    socket.close();
  });
});

describe('joining other rooms', () => {
  const some = newId().toHexString();
  const cases: [room: string, Record<'visitor' | 'user' | 'platform admin', string>][] = [
    ['feed', { visitor: 'unauthorized', user: 'ok', 'platform admin': 'ok' }],
    ['mine', { visitor: 'unauthorized', user: 'ok', 'platform admin': 'ok' }],
    ['societies', { visitor: 'ok', user: 'ok', 'platform admin': 'ok' }],
    ['events', { visitor: 'ok', user: 'ok', 'platform admin': 'ok' }],
    ['support', { visitor: 'unauthorized', user: 'forbidden', 'platform admin': 'ok' }],
    ['platform', { visitor: 'unauthorized', user: 'forbidden', 'platform admin': 'ok' }],
    ['staff', { visitor: 'unauthorized', user: 'forbidden', 'platform admin': 'ok' }],
    [`user:${some}`, { visitor: 'unauthorized', user: 'forbidden', 'platform admin': 'forbidden' }],
    [`post:${some}`, { visitor: 'not_found', user: 'not_found', 'platform admin': 'not_found' }],
    ['post:x', { visitor: 'validation_failed', user: 'validation_failed', 'platform admin': 'validation_failed' }],
    ['nonsense', { visitor: 'validation_failed', user: 'validation_failed', 'platform admin': 'validation_failed' }],
  ];
  const rows = cases.flatMap(([room, by]) => Object.entries(by).map(([role, expected]) => ({ room, role: role as Role, expected })));
  testCells(rows, ({ room, role }) => [room, role])('$room: $role gets $expected', async ({ room, role, expected }) => {
    expect(await outcome(role, await buildSociety(), room)).toBe(expected);
  });

  test.each([
    ['public', 'ok', 'ok'],
    ['friends', 'not_found', 'ok'],
    ['private', 'not_found', 'not_found'],
  ] as const)('a profile that is %s: a stranger gets %s, a mutual follower %s', async (profileVisibility, stranger, friend) => {
    const person = await buildUser();
    await Users.updateOne({ _id: person._id }, { $set: { 'privacy.profileVisibility': profileVisibility } });
    const other = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(other) });
    const join = async () => {
      const answer = await socket.ask('join', roomOf('profile', String(person._id)));
      return answer.ok ? 'ok' : answer.code;
    };
    expect(await join()).toBe(stranger);
    await buildFollow({ from: person, to: other });
    await buildFollow({ from: other, to: person });
    expect(await join()).toBe(friend);
    socket.close();
  });
});

test('a list of rooms is joined as far as allowed, and the refused ones are named', async () => {
  const society = await buildSociety({ privacy: { visibility: 'private' } });
  const [open, closed] = [await buildPost(), await buildPost({ society })];
  const socket = await openSocket(app.url, { token: await buildSession(await buildUser()) });
  const refused = roomOf('post', String(closed._id));
  const answer = (await socket.ask('join', ['feed', 'mine', roomOf('post', String(open._id)), refused])) as Accepted;
  expect(answer).toMatchObject({ ok: true, refused: [{ room: refused, code: 'not_found' }] });
  expect(answer.at).toMatch(/^\d+-\d+$/);
  socket.close();
});

test.each([[42], [{ rooms: 42 }], [{ rooms: 'feed', since: 'yesterday' }], [null], [['feed', 1]]])(
  'an invalid join request is refused: %j',
  async (input) => {
    const socket = await openSocket(app.url);
    expect(await socket.ask('join', input as never)).toMatchObject({ ok: false, code: 'validation_failed' });
    socket.close();
  },
);

describe('limits of joins', () => {
  let limited: StartedGateway;
  beforeAll(async () => {
    limited = await anotherGateway(app.app, { rateLimits: true });
  });
  afterAll(() => limited.close());

  test('a connection may be in 200 rooms, and may join these again', async () => {
    const socket = await openSocket(limited.url);
    const society = await buildSociety();
    const posts = await Promise.all(Array.from({ length: socketLimits.rooms + 1 }, () => buildPost({ society, author: society.creator })));
    const rooms = posts.map((post) => roomOf('post', String(post._id)));
    const answer = (await socket.ask('join', rooms)) as Accepted;
    expect(answer.refused).toEqual([{ room: rooms.at(-1), code: 'too_many_requests' }]);
    expect(await socket.ask('join', rooms[0]!)).toMatchObject({ ok: true });
    await socket.ask('leave', rooms.slice(0, 10));
    expect(await socket.ask('join', rooms.at(-1)!)).toMatchObject({ ok: true });
    socket.close();
  });

  test('a connection may send 200 join requests a minute; a list counts once', async () => {
    const socket = await openSocket(limited.url);
    const answers = await Promise.all(
      Array.from({ length: socketLimits.joinsPerMinute + 1 }, () => socket.ask('join', ['events', 'societies'])),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(socketLimits.joinsPerMinute);
    expect(answers.at(-1)).toMatchObject({ ok: false, code: 'too_many_requests' });
    socket.close();
  });

  test('a user may have 20 connections', async () => {
    const token = await buildSession(await buildUser());
    const sockets = [];
    for (let i = 0; i < socketLimits.perUser; i++) sockets.push(await openSocket(limited.url, { token }));
    await expect(openSocket(limited.url, { token })).rejects.toThrow('too_many_requests');
    sockets[0]!.close();
    await expect.poll(() => limited.app.live.connections()).toBeLessThan(socketLimits.perUser);
    sockets.push(await openSocket(limited.url, { token }));
    for (const socket of sockets) socket.close();
  });
});

test('a socket whose own room could not be authorized is terminated, so that it reconnects', async () => {
  const settle = vi.spyOn(RoomAuthorizer.prototype, 'authorizeJoin').mockResolvedValueOnce('unsettled');
  const auth = { token: await buildSession(await buildUser()) };
  const socket = new TestSocket(io(app.url, { path: socketPath, transports: ['websocket'], forceNew: true, reconnection: false, auth }));
  await socket.closed();
  settle.mockRestore();
  expect(socket.count(controls.position)).toBe(0);
});
