import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { activityNew } from '#models/contract/activity';
import { sessionEnded } from '#models/contract/auth';
import { commentCreated } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { controls } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { postCreated, postLikes, typing } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { Blocks } from '#models/db/blocks';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { type PostDoc, postToWire } from '#models/db/posts';
import { Sessions } from '#models/db/sessions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { Users } from '#models/db/users';
import { buildBlock, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

const societyRoom = (society: { _id: Id }) => roomOf('society', String(society._id));
const userRoom = (user: { _id: Id }) => roomOf('user', String(user._id));
const postRoom = (post: { _id: Id }) => roomOf('post', String(post._id));

const membershipMessage = (society: { _id: Id }, user: { _id: Id }, Role: 'admin' | 'moderator' | 'member' | null) =>
  liveMessage(membershipChanged, [userRoom(user), societyRoom(society)], {
    society_id: String(society._id),
    user_id: String(user._id),
    Role,
    Member_Count: 1,
    Event_Count: 0,
    Post_Count: 0,
    rev: 9,
  });
const postMessage = (post: PostDoc, rooms: string[]) =>
  liveMessage(postCreated, rooms, postToWire(post, undefined, 'member', { name: 'S', category: 'Academic' }), String(post.author));
const countsMessage = (post: { _id: Id }, rev: number) =>
  liveMessage(postLikes, [postRoom(post)], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });

/** A message to the own room: when it arrives, earlier ones have. */
const own = (user: { _id: Id }) => liveMessage(ownChanged, [userRoom(user)], { kind: 'like', id: String(user._id), on: true, version: 1 });

async function remove(society: { _id: Id }, user: { _id: Id }): Promise<void> {
  await Memberships.deleteOne({ society: society._id, user: user._id });
  await appendMessages([membershipMessage(society, user, null)]);
}

describe('a removed member', () => {
  let society: SocietyDoc;
  let post: PostDoc;
  beforeAll(async () => {
    society = await buildSociety({ privacy: { visibility: 'private' } });
    post = await buildPost({ society });
  });

  test('is evicted from every room of the society within a second, gets the reason, and no later message', async () => {
    const [user, other] = [await buildMember(society), await buildMember(society)];
    const [socket, witness] = await Promise.all(
      [user, other].map(async (each) => openSocket(app.url, { token: await buildSession(each) })),
    );
    await socket!.join(societyRoom(society), postRoom(post), 'feed', roomOf('societyPublic', String(society._id)));
    await witness!.join(societyRoom(society), postRoom(post));
    const begun = Date.now();
    await remove(society, user);
    const left = await Promise.all([socket!.next(controls.roomLeft), socket!.next(controls.roomLeft)]);
    expect(Date.now() - begun).toBeLessThan(1000);
    expect(Object.fromEntries(left.map(({ payload }) => [payload.code, payload.rooms]))).toEqual({
      forbidden: [societyRoom(society)],
      not_found: [postRoom(post)],
    });
    await socket!.next(membershipChanged);
    await appendMessages([postMessage(post, [societyRoom(society)]), countsMessage(post, 5)]);
    await witness!.next(postCreated);
    await witness!.next(postLikes);
    await appendMessages([liveMessage(ownChanged, [userRoom(user)], { kind: 'like', id: String(post._id), on: true, version: 1 })]);
    await socket!.next(ownChanged);
    expect(socket!.received).toEqual([]);
    socket!.close();
    witness!.close();
  });

  test('is evicted before the next message is sent', async () => {
    const user = await buildMember(society);
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await socket.join(societyRoom(society));
    await Memberships.deleteOne({ society: society._id, user: user._id });
    await appendMessages([membershipMessage(society, user, null), postMessage(post, [societyRoom(society)])]);
    await socket.next(membershipChanged);
    expect(socket.count(controls.roomLeft)).toBe(1);
    await appendMessages([own(user)]);
    await socket.next(ownChanged);
    expect(socket.count(postCreated)).toBe(0);
    socket.close();
  });

  test('is evicted on a plain WebSocket too', async () => {
    const user = await buildMember(society);
    const { client, answer } = await openPlain(app.url, { token: await buildSession(user), join: ['mine', postRoom(post)] });
    expect(answer).toMatchObject({ ok: true });
    await appendMessages([postMessage(post, [societyRoom(society)])]);
    await client.next(postCreated);
    await remove(society, user);
    const left = await Promise.all([client.next(controls.roomLeft), client.next(controls.roomLeft)]);
    expect(left.flatMap(({ payload }) => payload.rooms).sort()).toEqual([postRoom(post), societyRoom(society)].sort());
    client.close();
  });
});

test('a moderator who becomes a member is evicted from the moderators room only', async () => {
  const society = await buildSociety();
  const user = await buildMember(society, 'moderator');
  const socket = await openSocket(app.url, { token: await buildSession(user) });
  const moderators = roomOf('societyModerators', String(society._id));
  await socket.join(societyRoom(society), moderators);
  await Memberships.updateOne({ society: society._id, user: user._id }, { $set: { role: 'member' } });
  await appendMessages([membershipMessage(society, user, 'member')]);
  expect((await socket.next(controls.roomLeft)).payload).toEqual({ rooms: [moderators], code: 'forbidden' });
  await socket.next(membershipChanged);
  await sleep(50);
  expect(socket.received).toEqual([]);
  socket.close();
});

describe('the room `mine`', () => {
  test('covers the person’s societies, gains a new one and loses a lost one', async () => {
    const [first, second] = [await buildSociety(), await buildSociety()];
    const user = await buildMember(first);
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await socket.join('mine');
    const posts = [await buildPost({ society: first }), await buildPost({ society: second })] as const;
    await appendMessages([postMessage(posts[1], [societyRoom(second)]), postMessage(posts[0], [societyRoom(first)])]);
    expect((await socket.next(postCreated)).payload.ID).toBe(String(posts[0]._id));
    await Memberships.create({ society: second._id, user: user._id, role: 'member', joinedAt: new Date(), nameFolded: '', nameGrams: [] });
    await appendMessages([membershipMessage(second, user, 'member'), postMessage(posts[1], [societyRoom(second)])]);
    expect((await socket.next(postCreated)).payload.ID).toBe(String(posts[1]._id));
    await remove(first, user);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual([societyRoom(first)]);
    socket.close();
  });

  test('is independent: leaving the society by name does not end it, and leaving `mine` does not end a join by name', async () => {
    const society = await buildSociety();
    const user = await buildMember(society);
    const post = await buildPost({ society });
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    const room = societyRoom(society);
    await socket.join('mine', room);
    await socket.ask('leave', room);
    await appendMessages([postMessage(post, [room])]);
    await socket.next(postCreated);
    await socket.join(room);
    await socket.ask('leave', 'mine');
    await appendMessages([postMessage(post, [room])]);
    await socket.next(postCreated);
    await socket.ask('leave', room);
    await appendMessages([
      postMessage(post, [room]),
      liveMessage(ownChanged, [userRoom(user)], { kind: 'like', id: String(post._id), on: true, version: 1 }),
    ]);
    await socket.next(ownChanged);
    expect(socket.count(postCreated)).toBe(0);
    socket.close();
  });
});

test('a join in progress is authorized again when its rights may have changed meanwhile', async () => {
  const society = await buildSociety({ privacy: { visibility: 'private' } });
  const user = await buildMember(society);
  const socket = await openSocket(app.url, { token: await buildSession(user) });
  const { isHeld, letGo, restore } = holdOnce();
  const joining = socket.ask('join', societyRoom(society));
  await isHeld;
  await remove(society, user);
  await socket.next(membershipChanged);
  letGo();
  expect(await joining).toMatchObject({ ok: false, code: 'forbidden' });
  restore();
  await appendMessages([postMessage(await buildPost({ society }), [societyRoom(society)]), own(user)]);
  await socket.next(ownChanged);
  expect(socket.received).toEqual([]);
  socket.close();
});

/** Holds the next query of societies, which a join does after loading the viewer. */
function holdOnce() {
  const find = Societies.find.bind(Societies);
  let held = () => {};
  let letGo = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const spy = vi.spyOn(Societies, 'find').mockImplementationOnce(((filter: object) => ({
    async lean() {
      held();
      await gate;
      return find(filter).lean();
    },
  })) as never);
  return { isHeld, letGo: () => letGo(), restore: () => spy.mockRestore() };
}

describe('a block between two people', () => {
  test('evicts from the room of the other’s post', async () => {
    const post = await buildPost();
    const user = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await socket.join(postRoom(post));
    await buildBlock({ from: user, to: post.author });
    const payload = { kind: 'block' as const, id: String(post.author), on: true, version: 1 };
    await appendMessages([liveMessage(ownChanged, [userRoom(user), userRoom({ _id: post.author })], payload)]);
    expect((await socket.next(controls.roomLeft)).payload).toEqual({ rooms: [postRoom(post)], code: 'not_found' });
    socket.close();
  });

  test('hides an activity item about the other’s content, also one by a third person', async () => {
    const [reader, actor, author] = [await buildUser(), await buildUser(), await buildUser()];
    await buildBlock({ from: reader, to: author });
    const [socket, other] = await Promise.all(
      [reader, actor].map(async (each) => openSocket(app.url, { token: await buildSession(each) })),
    );
    const item = {
      id: String(newId()),
      type: 'comment',
      target: '',
      link: '/',
      user: '',
      user_id: String(actor._id),
      time: '',
      avatar: '',
    };
    const line = { item: { ...item, verb: 'comment.created', action: '' } } as PayloadOf<typeof activityNew>;
    await Promise.all([socket!.join('feed'), other!.join('feed')]);
    const rooms = ['feed', roomOf('society', String((await buildSociety())._id))];
    await appendMessages([liveMessage(activityNew, rooms, line, [String(actor._id), String(author._id)])]);
    await other!.next(activityNew);
    await appendMessages([liveMessage(activityNew, rooms, line, String(actor._id))]);
    await socket!.next(activityNew);
    expect(socket!.count(activityNew)).toBe(0);
    for (const each of [socket!, other!]) each.close();
  });

  test('hides what the other writes; of a comment only the counts are sent', async () => {
    const society = await buildSociety();
    const [author, post] = [await buildMember(society), await buildPost({ society })];
    const [blocker, blocked, other] = [await buildUser(), await buildUser(), await buildUser()];
    await buildBlock({ from: blocker, to: author });
    await buildBlock({ from: author, to: blocked });
    const admin = await buildUser({ role: 'admin' });
    await buildBlock({ from: author, to: admin });
    const sockets = await Promise.all(
      [blocker, blocked, other, admin].map(async (each) => openSocket(app.url, { token: await buildSession(each) })),
    );
    const visitor = await openSocket(app.url);
    for (const socket of [...sockets, visitor]) await socket.join(postRoom(post));
    const counts = { post_id: String(post._id), Likes: 3, CommentsCount: 4, rev: 7 };
    const comment = {
      ID: String(newId()),
      User: String(author._id),
      User_Name: '',
      User_Photo: '',
      Content: 'x',
      CreatedAt: '',
      version: 1,
    };
    const by = String(author._id);
    await appendMessages([
      liveMessage(typing, [postRoom(post)], { post_id: String(post._id), user_id: by, User_Name: '' }, by),
      liveMessage(commentCreated, [postRoom(post)], { ...counts, comment }, by),
    ]);
    for (const socket of sockets.slice(0, 2)) {
      expect((await socket.next(postLikes)).payload).toEqual(counts);
      expect(socket.received).toEqual([]);
    }
    for (const socket of [...sockets.slice(2), visitor]) {
      await socket.next(typing);
      expect((await socket.next(commentCreated)).payload).toEqual({ ...counts, comment });
      expect(socket.received).toEqual([]);
    }
    await Blocks.updateMany({}, { $set: { on: false } });
    await appendMessages([liveMessage(commentCreated, [postRoom(post)], { ...counts, comment }, by)]);
    await sockets[0]!.next(commentCreated);
    for (const socket of [...sockets, visitor]) socket.close();
  });
});

test('a profile that becomes private evicts strangers from its room', async () => {
  const person = await buildUser();
  const socket = await openSocket(app.url);
  const room = roomOf('profile', String(person._id));
  await socket.join(room);
  await Users.updateOne({ _id: person._id }, { $set: { 'privacy.profileVisibility': 'private' } });
  await appendMessages([liveMessage(ownChanged, [userRoom(person)], { kind: 'privacy', id: String(person._id), on: true, version: 2 })]);
  expect((await socket.next(controls.roomLeft)).payload).toEqual({ rooms: [room], code: 'not_found' });
  socket.close();
});

describe('a session that ends', () => {
  const ended = (user: { _id: Id }) => liveMessage(sessionEnded, [userRoom(user)], { reason: 'logout', session_ids: 'all' });

  test('is told and disconnected on both kinds of sockets; another session of the same person stays', async () => {
    const user = await buildUser();
    const [signedOut, remaining] = [await buildSession(user), await buildSession(user)];
    const [socket, other] = [await openSocket(app.url, { token: signedOut }), await openSocket(app.url, { token: remaining })];
    const { client } = await openPlain(app.url, { token: signedOut, join: 'feed' });
    const sessions = await Sessions.find({ user: user._id }).lean();
    const { hashToken } = await import('#gateway/plugins/context');
    expect(sessions).toHaveLength(2);
    await Sessions.deleteOne({ _id: hashToken(signedOut) });
    await appendMessages([ended(user)]);
    await socket.next(sessionEnded);
    await client.next(sessionEnded);
    expect(await socket.closed()).toBe('io server disconnect');
    expect(await client.closed()).toBe('1008');
    await other.next(sessionEnded);
    expect(await other.ask('join', 'feed')).toMatchObject({ ok: true });
    other.close();
  });

  test('is disconnected when its owner is suspended', async () => {
    const user = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await Users.updateOne({ _id: user._id }, { $set: { suspendedAt: new Date() } });
    await appendMessages([ended(user)]);
    await socket.next(sessionEnded);
    await socket.closed();
  });

  test('cannot join any more, even before its end is read, and is disconnected', async () => {
    const user = await buildUser();
    const socket = await openSocket(app.url, { token: await buildSession(user) });
    await Sessions.deleteMany({ user: user._id });
    expect(await socket.ask('join', 'feed').catch(() => 'cut')).not.toMatchObject({ ok: true });
    await socket.closed();
  });
});

describe('a message to a room that is open to many is checked against its society', () => {
  test.each([['private'], ['invite-only']] as const)('a society that became %s is no longer in the feed', async (visibility) => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const user = await buildMember(society);
    const [member, outsider] = [
      await openSocket(app.url, { token: await buildSession(user) }),
      await openSocket(app.url, { token: await buildSession(await buildUser()) }),
    ];
    await member.join('mine', 'feed');
    await outsider.join('feed');
    await appendMessages([postMessage(post, ['feed', societyRoom(society)])]);
    await outsider.next(postCreated);
    await member.next(postCreated);
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': visibility } });
    await appendMessages([postMessage(post, ['feed', societyRoom(society)])]);
    await member.next(postCreated);
    await sleep(50);
    expect(outsider.received).toEqual([]);
    member.close();
    outsider.close();
  });

  test('a closed society is no longer in the lists, nor in its public room for outsiders', async () => {
    const society = await buildSociety();
    const id = String(society._id);
    const [member, visitor] = [
      await openSocket(app.url, { token: await buildSession(await buildMember(society)) }),
      await openSocket(app.url),
    ];
    for (const socket of [member, visitor]) await socket.join('societies', roomOf('societyPublic', id));
    const counts = (rev: number) =>
      liveMessage(societyCounts, ['societies', roomOf('societyPublic', id)], {
        society_id: id,
        Member_Count: rev,
        Event_Count: 0,
        Post_Count: 0,
        rev,
      });
    await appendMessages([counts(1)]);
    await member.next(societyCounts);
    await visitor.next(societyCounts);
    await sleep(120);
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'invite-only' } });
    await appendMessages([counts(2)]);
    expect((await visitor.next(controls.roomLeft)).payload).toEqual({ rooms: [roomOf('societyPublic', id)], code: 'not_found' });
    expect((await member.next(societyCounts)).payload.rev).toBe(2);
    await sleep(50);
    expect(visitor.received).toEqual([]);
    member.close();
    visitor.close();
  });
});
