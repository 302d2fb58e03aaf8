import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { blockUser, getBlocked, unblockUser } from '#models/contract/blocks';
import { getComments } from '#models/contract/comments';
import { getFollowers } from '#models/contract/follow-lists';
import { controls } from '#models/contract/live';
import { followUser, unfollowUser } from '#models/contract/people';
import { getAllPosts, likePost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Posts } from '#models/db/posts';
import { type UserDoc, Users } from '#models/db/users';
import { buildComment, buildFollow, buildPost, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

const idOf = (user: UserDoc) => String(user._id);

describe('blocking', () => {
  it('is set once and removed once; only the blocker sees it in the list', async () => {
    const [me, other] = [await buildUser(), await buildUser({ name: 'Omar' })];
    const token = await test.tokenFor(me);
    const input = { user_id: idOf(other) };
    expect(await test.call(blockUser, input, token)).toMatchObject({ status: 200, data: { blocked: true, version: 1 } });
    expect((await test.call(blockUser, input, token)).data).toEqual({ blocked: true, version: 1 });
    expect((await test.call(getBlocked, {}, token)).data).toEqual([{ ID: idOf(other), Name: 'Omar', Image: '', Block_Version: 1 }]);
    expect((await test.call(getBlocked, {}, await test.tokenFor(other))).data).toEqual([]);
    expect((await test.call(unblockUser, input, token)).data).toEqual({ blocked: false, version: 2 });
    expect((await test.call(unblockUser, input, token)).data).toEqual({ blocked: false, version: 2 });
    expect((await test.call(getBlocked, {}, token)).data).toEqual([]);
  });

  it('hides posts and comments of each from the other, and changes no count', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const [mine, theirs, third] = [await buildPost({ author: me }), await buildPost({ author: other }), await buildPost()];
    await buildComment({ post: third, author: other });
    await buildFollow({ from: other, to: me });
    const [token, theirToken] = [await test.tokenFor(me), await test.tokenFor(other)];
    const feed = async (of: string) => (await test.call(getAllPosts, { limit: 100 }, of)).data.map(({ ID }) => ID);
    await test.call(blockUser, { user_id: idOf(other) }, token);
    expect(await feed(token)).not.toContain(String(theirs._id));
    expect(await feed(theirToken)).not.toContain(String(mine._id));
    expect((await test.call(getComments, { post_id: String(third._id) }, token)).data).toEqual([]);
    expect((await test.call(likePost, { post_id: String(mine._id) }, theirToken)).status).toBe(404);
    expect((await test.call(getFollowers, { user_id: idOf(me) }, theirToken)).status).toBe(404);
    expect((await Posts.findById(third._id).lean())?.comments).toBe(1);
    expect((await Users.findById(me._id).lean())?.followers).toBe(1);
    await test.call(unblockUser, { user_id: idOf(other) }, token);
    expect(await feed(token)).toContain(String(theirs._id));
  });

  it('evicts both from the rooms that they lose, at once, and is not named to the blocked person', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const [mine, theirs] = [await buildPost({ author: me }), await buildPost({ author: other })];
    const [token, theirToken] = [await test.tokenFor(me), await test.tokenFor(other)];
    const [here, there] = [await openSocket(test.url, { token }), await openSocket(test.url, { token: theirToken })];
    const [lostHere, lostThere] = [
      [roomOf('post', String(theirs._id)), roomOf('profile', idOf(other))],
      [roomOf('post', String(mine._id)), roomOf('profile', idOf(me))],
    ];
    await here.join(...lostHere);
    await there.join(...lostThere);
    await test.call(blockUser, { user_id: idOf(other) }, token);
    expect((await here.next(controls.roomLeft)).payload).toEqual({ rooms: lostHere, code: 'not_found' });
    expect((await there.next(controls.roomLeft)).payload).toEqual({ rooms: lostThere, code: 'not_found' });
    expect((await here.next(ownChanged)).payload).toEqual({ kind: 'block', id: idOf(other), on: true, version: 1 });
    expect((await there.next(ownChanged)).payload).toEqual({ kind: 'privacy', id: idOf(other), on: true, version: 1 });
    here.close();
    there.close();
  });

  it('allows unfollowing, but no new follow', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    await buildFollow({ from: me, to: other });
    const [token, theirToken] = [await test.tokenFor(me), await test.tokenFor(other)];
    await test.call(blockUser, { user_id: idOf(me) }, theirToken);
    expect((await test.call(unfollowUser, { user_id: idOf(other) }, token)).data).toMatchObject({ Is_Following: false });
    expect((await test.call(followUser, { user_id: idOf(other) }, token)).status).toBe(404);
    expect((await test.call(unblockUser, { user_id: idOf(other) }, token)).data).toMatchObject({ blocked: false });
    expect((await test.call(followUser, { user_id: idOf(other) }, token)).status).toBe(404);
  });

  it('refuses the caller themselves, an unknown person and a visitor', async () => {
    const me = await buildUser();
    const token = await test.tokenFor(me);
    expect((await test.call(blockUser, { user_id: idOf(me) }, token)).status).toBe(403);
    expect((await test.call(blockUser, { user_id: '0123456789abcdef01234567' }, token)).status).toBe(404);
    expect((await test.call(blockUser, { user_id: idOf(me) })).status).toBe(401);
  });
});
