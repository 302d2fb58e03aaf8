import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { anotherGateway, openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { drain } from '#models/bus/publish';
import { blockUser } from '#models/contract/blocks';
import { commentCreated, commentRemoved, createComment } from '#models/contract/comments';
import type { Accepted } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { postCreated, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Blocks } from '#models/db/blocks';
import { Follows } from '#models/db/follows';
import { type Id, newId } from '#models/db/model';
import { postToWire } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { buildBlock, buildFollow, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => app.close());

const room = (post: { _id: Id }) => roomOf('post', String(post._id));
const counts = (post: { _id: Id }, rev: number) => ({ post_id: String(post._id), Likes: rev, CommentsCount: 0, rev });
const likes = (post: { _id: Id }, rev: number) => liveMessage(postLikes, [room(post)], counts(post, rev));
const removed = (post: { _id: Id }) =>
  liveMessage(commentRemoved, [room(post)], { ...counts(post, 0), comment_id: String(newId()), version: 2 });
/** Longer than the overlap of the history, so that earlier entries are outside it. */
const pastOverlap = () => sleep(2100);

test('a count that was not sent before a disconnect is replayed on reconnect', async () => {
  const slow = await anotherGateway(app.app, { liveTiming: { countEveryMs: 60_000, blockMs: 50 } });
  const post = await buildPost();
  const socket = await openSocket(slow.url);
  await socket.join(room(post));
  await appendMessages([likes(post, 1), likes(post, 2)]);
  await socket.next(postLikes, ({ rev }) => rev === 1);
  await pastOverlap();
  await appendMessages([removed(post)]);
  await socket.next(commentRemoved);
  const since = await socket.join('events');
  expect(socket.count(postLikes)).toBe(0);
  socket.close();
  for (const { url } of [slow, app]) {
    const back = await openSocket(url);
    const answer = (await back.ask('join', { rooms: [room(post)], since })) as Accepted;
    expect(answer).not.toHaveProperty('resync');
    expect((await back.next(postLikes)).payload.rev).toBe(2);
    back.close();
  }
  await slow.close();
});

/** Holds the next query of the model back until it is released. */
function holdOnce(model: typeof Societies | typeof Blocks | typeof Follows = Societies) {
  const find = model.find.bind(model) as typeof Societies.find;
  let [held, release] = [() => {}, () => {}];
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.spyOn(model as typeof Societies, 'find').mockImplementationOnce(((filter: object) => ({
    async lean() {
      held();
      await gate;
      return find(filter).lean();
    },
  })) as never);
  return { isHeld, release: () => release() };
}

test('a person who joins while a message is being sent does not get it from an author with a block', async () => {
  const society = await buildSociety();
  const [post, reader, other] = [await buildPost({ society }), await buildUser(), await buildUser()];
  await buildBlock({ from: reader, to: { _id: post.author } });
  const late = await openSocket(app.url, { token: await app.tokenFor(reader) });
  const witness = await openSocket(app.url, { token: await app.tokenFor(other) });
  await witness.join('feed');
  const { isHeld, release } = holdOnce(Blocks);
  const rooms = [roomOf('society', String(society._id)), roomOf('feed')];
  await appendMessages([liveMessage(postCreated, rooms, postToWire(post, undefined, null, society), String(post.author))]);
  await isHeld;
  await late.join('feed');
  release();
  await witness.next(postCreated);
  await late.ask('leave', 'feed');
  expect(late.count(postCreated)).toBe(0);
  for (const each of [late, witness]) each.close();
});

test('a comment that was written before a block is not sent after it', async () => {
  const society = await buildSociety();
  const [author, reader, other, mover] = [await buildMember(society), await buildUser(), await buildUser(), await buildMember(society)];
  const post = await buildPost({ society });
  const tokenOf = (user: { _id: Id }) => app.tokenFor(user);
  const readers = await tokenOf(reader);
  const socket = await openSocket(app.url, { token: readers });
  const witness = await openSocket(app.url, { token: await tokenOf(other) });
  const moving = await openSocket(app.url, { token: await tokenOf(mover) });
  for (const each of [socket, witness]) await each.join(room(post));
  await moving.join(roomOf('society', String(society._id)));

  // The gateway is busy with an earlier message.
  const { isHeld, release } = holdOnce();
  const ids = { society_id: String(society._id), user_id: String(mover._id) };
  const change = { ...ids, Role: 'member' as const, Member_Count: 1, Event_Count: 0, Post_Count: 0, rev: 1 };
  await appendMessages([liveMessage(membershipChanged, [roomOf('user', ids.user_id)], change)]);
  await isHeld;
  const comment = { post_id: String(post._id), content: 'Just before' };
  expect((await app.call(createComment, comment, await tokenOf(author))).status).toBe(201);
  await drain();
  expect((await app.call(blockUser, { user_id: String(author._id) }, readers)).status).toBe(200);
  release();
  await witness.next(commentCreated);
  expect((await socket.next(postLikes)).payload).toMatchObject({ post_id: comment.post_id, CommentsCount: 1 });
  expect(socket.count(commentCreated)).toBe(0);
  for (const each of [socket, witness, moving]) each.close();
});

test('a join of `mine` during a re-authorization keeps its rooms', async () => {
  const society = await buildSociety();
  const reader = await buildMember(society);
  const friend = await buildUser({ privacy: { profileVisibility: 'friends' } as never });
  for (const [from, to] of [
    [reader, friend],
    [friend, reader],
  ] as const)
    await buildFollow({ from, to });
  const socket = await openSocket(app.url, { token: await app.tokenFor(reader) });
  await socket.join(roomOf('profile', String(friend._id)));
  const { isHeld, release } = holdOnce(Follows);
  const own = (id: Id) =>
    liveMessage(ownChanged, [roomOf('user', String(reader._id))], { kind: 'follow', id: String(id), on: true, version: 1 });
  await appendMessages([own(friend._id)]);
  await isHeld;
  await socket.join('mine');
  release();
  await socket.next(ownChanged);
  const post = await buildPost({ society });
  await appendMessages([
    liveMessage(postCreated, [roomOf('society', String(society._id))], postToWire(post, undefined, null, society), String(post.author)),
  ]);
  expect((await socket.next(postCreated)).payload.ID).toBe(String(post._id));
  socket.close();
});
