import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlain, openSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { commentCreated, createComment } from '#models/contract/comments';
import { approveRequest, askToJoin, joinRequestCreated, joinRequestDecided } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { createPost, likePost, postCreated, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

test('a like and a comment are on the screens of others within a second', async () => {
  const [post, user] = [await buildPost(), await buildUser()];
  const token = await it.tokenFor(user);
  const room = roomOf('post', String(post._id));
  const [reader, otherTab] = [await openSocket(it.url), await openSocket(it.url, { token })];
  const { client: board } = await openPlain(it.url, { join: [room] });
  await reader.join(room);
  const begun = Date.now();
  const liked = await it.call(likePost, { post_id: String(post._id) }, token);
  expect((await reader.next(postLikes)).payload).toMatchObject({ Likes: 1, rev: liked.data.rev });
  expect((await board.next(postLikes)).payload).toMatchObject({ Likes: 1 });
  expect((await otherTab.next(ownChanged)).payload).toMatchObject({ kind: 'like', on: true, version: liked.data.version });
  const commented = await it.call(createComment, { post_id: String(post._id), content: 'Well said' }, token);
  expect((await reader.next(commentCreated)).payload).toMatchObject({
    comment: { ID: commented.data.ID, Content: 'Well said' },
    CommentsCount: 1,
    rev: commented.data.rev,
  });
  expect(Date.now() - begun).toBeLessThan(1000);
  for (const each of [reader, otherTab, board]) each.close();
});

test('a request to join reaches the admin; approved, its author hears what members hear', async () => {
  const admin = await buildUser();
  const society = await buildSociety({ admin, privacy: { visibility: 'private', joinApproval: true } });
  const [author, user] = [await buildMember(society), await buildUser()];
  const [adminToken, userToken] = [await it.tokenFor(admin), await it.tokenFor(user)];
  const [page, member] = [await openSocket(it.url, { token: adminToken }), await openSocket(it.url, { token: userToken })];
  const society_id = String(society._id);
  await page.join(roomOf('societyAdmins', society_id));
  await member.join('mine', roomOf('societyPublic', society_id));
  const asked = await it.call(askToJoin, { society_id, answer: '' }, userToken);
  const { payload } = await page.next(joinRequestCreated);
  expect(payload).toMatchObject({ society_id, request: { Request_ID: asked.data.Request_ID, User: String(user._id) } });
  await it.call(approveRequest, { request_id: payload.request.Request_ID }, adminToken);
  await member.next(joinRequestDecided);
  expect((await member.next(membershipChanged)).payload).toMatchObject({ society_id, user_id: String(user._id), Role: 'member' });
  const posted = await it.call(createPost, { society_id, content: 'For members' }, await it.tokenFor(author));
  expect((await member.next(postCreated)).payload.ID).toBe(posted.data.ID);
  await member.next(societyCounts);
  page.close();
  member.close();
});
