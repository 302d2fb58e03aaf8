import { expect, test } from 'vitest';
import { openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { commentCreated, createComment } from '#models/contract/comments';
import { approveRequest, askToJoin, joinRequestCreated, joinRequestDecided } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { createPost, likePost, postCreated, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

test('a like and a comment reach other screens within a second', async () => {
  const [post, user] = [await buildPost(), await buildUser()];
  const token = await app.tokenFor(user);
  const room = roomOf('post', String(post._id));
  const [reader, otherTab] = [await openSocket(app.url), await openSocket(app.url, { token })];
  const { client: board } = await openPlain(app.url, { join: [room] });
  await reader.join(room);
  const begun = Date.now();
  const liked = await app.call(likePost, { post_id: String(post._id) }, token);
  expect((await reader.next(postLikes)).payload).toMatchObject({ Likes: 1, rev: liked.data.rev });
  expect((await board.next(postLikes)).payload).toMatchObject({ Likes: 1 });
  expect((await otherTab.next(ownChanged)).payload).toMatchObject({ kind: 'like', on: true, version: liked.data.version });
  const commented = await app.call(createComment, { post_id: String(post._id), content: 'Well said' }, token);
  expect((await reader.next(commentCreated)).payload).toMatchObject({
    comment: { ID: commented.data.ID, Content: 'Well said' },
    CommentsCount: 1,
    rev: commented.data.rev,
  });
  expect(Date.now() - begun).toBeLessThan(1000);
  for (const each of [reader, otherTab, board]) each.close();
});

test('a join request reaches the admin; once approved, its author gets the members’ messages', async () => {
  const admin = await buildUser();
  const society = await buildSociety({ admin, privacy: { visibility: 'private', joinApproval: true } });
  const [author, user] = [await buildMember(society), await buildUser()];
  const [adminToken, userToken] = [await app.tokenFor(admin), await app.tokenFor(user)];
  const [page, member] = [await openSocket(app.url, { token: adminToken }), await openSocket(app.url, { token: userToken })];
  const society_id = String(society._id);
  await page.join(roomOf('societyAdmins', society_id));
  await member.join('mine', roomOf('societyPublic', society_id));
  const asked = await app.call(askToJoin, { society_id, answer: '' }, userToken);
  const { payload } = await page.next(joinRequestCreated);
  expect(payload).toMatchObject({ society_id, request: { Request_ID: asked.data.Request_ID, User: String(user._id) } });
  await app.call(approveRequest, { request_id: payload.request.Request_ID }, adminToken);
  await member.next(joinRequestDecided);
  expect((await member.next(membershipChanged)).payload).toMatchObject({ society_id, user_id: String(user._id), Role: 'member' });
  const posted = await app.call(createPost, { society_id, content: 'For members' }, await app.tokenFor(author));
  expect((await member.next(postCreated)).payload.ID).toBe(posted.data.ID);
  await member.next(societyCounts);
  page.close();
  member.close();
});
