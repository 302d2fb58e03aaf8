import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getFollowers, getFollowing } from '#models/contract/follow-lists';
import { followUser, profileCounts, unfollowUser } from '#models/contract/people';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Follows } from '#models/db/follows';
import { newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { type UserDoc, Users } from '#models/db/users';
import { buildBlock, buildFollow, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { markRecount } from '#workers/sweeper/counter-sources';
import { recomputeMarked } from '#workers/sweeper/recompute-counters';

const test = setUpTestApp();

const idOf = (user: UserDoc) => String(user._id);
const counts = async (user: UserDoc) => {
  const { followers, following } = (await Users.findById(user._id).lean())!;
  return { followers, following };
};

describe('following', () => {
  it('counts once for both, and can be undone once', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const token = await test.tokenFor(me);
    const input = { user_id: idOf(other) };
    const first = await test.call(followUser, input, token);
    expect(first).toMatchObject({ status: 200, data: { Is_Following: true, Followers: 1, Following: 0, version: 1 } });
    expect((await test.call(followUser, input, token)).data).toEqual(first.data);
    expect([await counts(me), await counts(other)]).toEqual([
      { followers: 0, following: 1 },
      { followers: 1, following: 0 },
    ]);
    expect((await test.call(unfollowUser, input, token)).data).toMatchObject({ Is_Following: false, Followers: 0, version: 2 });
    expect((await test.call(unfollowUser, input, token)).data).toMatchObject({ Is_Following: false, Followers: 0, version: 2 });
    expect(await counts(me)).toEqual({ followers: 0, following: 0 });
  });

  it('publishes counts to both profile rooms, and the relation to both people', async () => {
    const [me, other, reader] = [await buildUser(), await buildUser(), await buildUser()];
    const watching = await openSocket(test.url, { token: await test.tokenFor(reader) });
    const theirs = await openSocket(test.url, { token: await test.tokenFor(other) });
    await watching.join(roomOf('profile', idOf(me)), roomOf('profile', idOf(other)));
    const { data } = await test.call(followUser, { user_id: idOf(other) }, await test.tokenFor(me));
    const received = [(await watching.next(profileCounts)).payload, (await watching.next(profileCounts)).payload];
    expect(received.find((each) => each.user_id === idOf(other))).toEqual({
      user_id: idOf(other),
      Followers: 1,
      Following: 0,
      rev: data.rev,
    });
    expect(received.find((each) => each.user_id === idOf(me))).toMatchObject({ Followers: 0, Following: 1 });
    expect((await theirs.next(ownChanged)).payload).toEqual({ kind: 'follow', id: idOf(other), on: true, version: 1 });
    watching.close();
    theirs.close();
  });

  it('notifies the followed person once, and retracts it with the follow', async () => {
    const [me, other] = [await buildUser({ name: 'Lina' }), await buildUser()];
    const token = await test.tokenFor(me);
    const follow = async (call: typeof followUser | typeof unfollowUser) => {
      await test.call(call, { user_id: idOf(other) }, token);
      const doc = (await Follows.findOne({ from: me._id }).lean())!;
      await dispatch({ kind: 'follow', id: String(doc._id), version: doc.version });
    };
    await follow(followUser);
    expect(await Notifications.find({ user: other._id }).lean()).toMatchObject([{ type: 'followed', link: `/users/${me._id}`, count: 1 }]);
    await follow(unfollowUser);
    expect(await Notifications.find({ user: other._id }).lean()).toEqual([]);
  });

  it('by many counts each, and a lost count is recomputed', async () => {
    const other = await buildUser();
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => test.tokenFor(await buildUser())));
    await Promise.all(tokens.map((token) => test.call(followUser, { user_id: idOf(other) }, token)));
    expect((await counts(other)).followers).toBe(20);
    await Follows.updateMany({ to: other._id }, { $unset: { due: 1 } });
    await Users.updateOne({ _id: other._id }, { $set: { followers: 3 } });
    await markRecount({ kind: 'user', id: other._id });
    await recomputeMarked({ freshMs: 0, rounds: 3, roundMs: 10, maxDocuments: 10 });
    expect((await counts(other)).followers).toBe(20);
  });

  it('refuses the caller themselves, unknown and deleted people, and people with a block', async () => {
    const [me, gone, blocking] = [await buildUser(), await buildUser({ deletedAt: new Date() }), await buildUser()];
    await buildBlock({ from: blocking, to: me });
    const token = await test.tokenFor(me);
    const statusOf = async (user_id: string) => (await test.call(followUser, { user_id }, token)).status;
    expect(await statusOf(idOf(me))).toBe(403);
    expect(await statusOf(String(newId()))).toBe(404);
    expect(await statusOf(idOf(gone))).toBe(404);
    expect(await statusOf(idOf(blocking))).toBe(404);
    expect(await statusOf('x')).toBe(400);
    expect((await test.call(followUser, { user_id: idOf(gone) })).status).toBe(401);
  });
});

describe('the lists of followers', () => {
  it('are paged, newest first, without people hidden by a block', async () => {
    const [me, person] = [await buildUser(), await buildUser()];
    const followers: UserDoc[] = [];
    for (let i = 0; i < 5; i++) {
      followers.push(await buildUser());
      await buildFollow({ from: followers[i]!, to: person, at: new Date(Date.now() + i * 1000) });
    }
    await buildBlock({ from: followers[2]!, to: me });
    await buildFollow({ from: me, to: followers[4]! });
    const token = await test.tokenFor(me);
    const seen: { ID: string; Is_Following: boolean }[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(getFollowers, { user_id: idOf(person), limit: 2, cursor }, token);
      seen.push(...page.data);
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen.map(({ ID }) => ID)).toEqual([4, 3, 1, 0].map((i) => idOf(followers[i]!)));
    expect(seen.map(({ Is_Following }) => Is_Following)).toEqual([true, false, false, false]);
    expect((await test.call(getFollowing, { user_id: idOf(me) }, token)).data.map(({ ID }) => ID)).toEqual([idOf(followers[4]!)]);
  });

  it.each([
    ['public', false, 200],
    ['private', false, 403],
    ['friends', false, 403],
    ['friends', true, 200],
  ] as const)('of a %s profile, to a friend: %s: %i', async (profileVisibility, isFriend, status) => {
    const person = await buildUser();
    await Users.updateOne({ _id: person._id }, { $set: { 'privacy.profileVisibility': profileVisibility } });
    const reader = await buildUser();
    if (isFriend) {
      await buildFollow({ from: reader, to: person });
      await buildFollow({ from: person, to: reader });
    }
    const token = await test.tokenFor(reader);
    for (const call of [getFollowers, getFollowing]) expect((await test.call(call, { user_id: idOf(person) }, token)).status).toBe(status);
  });
});
