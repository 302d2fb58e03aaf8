import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { blockUser, getBlocked, unblockUser } from '#models/contract/blocks';
import { getFollowers, getFollowing } from '#models/contract/follow-lists';
import { rejectRequest } from '#models/contract/join-request-queue';
import {
  approveRequest,
  askToJoin,
  joinRequestCreated,
  joinRequestDecided,
  joinRequestWithdrawn,
  withdrawRequest,
} from '#models/contract/join-requests';
import { getAllMembers, updateMemberRole } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { followUser, unfollowUser } from '#models/contract/people';
import { createPost, getAllPosts, getPost, getPostsBySociety, likePost, type Post, unlikePost, updatePost } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getPublicProfile } from '#models/contract/profiles';
import { searchAll } from '#models/contract/search';
import { getAllSocieties, getSocietiesByUser, getSocietiesByUserPublic, getSocietyInfo, type Society } from '#models/contract/societies';
import { getTrendingPosts } from '#models/contract/trending';
import { ownChanged } from '#models/contract/users';
import { Follows } from '#models/db/follows';
import { JoinRequests } from '#models/db/join-requests';
import { Likes } from '#models/db/likes';
import { buildFollow, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
afterEach(() => vi.restoreAllMocks());

const idOf = ({ _id }: { _id: unknown }) => String(_id);
const withId = <T extends { ID: string }>(list: readonly T[], id: string): T => list.find(({ ID }) => ID === id)!;
/** Asserts that every answer has this state, and that there are so many. */
const expectAll = (answers: readonly unknown[], count: number, state: unknown) =>
  expect(answers).toEqual(Array.from({ length: count }, () => state));

/** On and off as often as it takes to see both twice, with the versions that follow. */
const toggles = [
  [true, 1],
  [true, 1],
  [false, 2],
  [false, 2],
  [true, 3],
] as const;

describe('the version of a like', () => {
  const stateOf = ({ Is_Liked, Like_Version }: Pick<Post, 'Is_Liked' | 'Like_Version'>) => ({ on: Is_Liked, version: Like_Version });

  /** The state of a post by every call that answers it. */
  async function statesOf(post: Awaited<ReturnType<typeof buildPost>>, token?: string) {
    const [id, society_id, user_id] = [idOf(post), String(post.society), String(post.author)];
    const lists = await Promise.all([
      test.call(getAllPosts, { limit: 100 }, token),
      test.call(getPostsBySociety, { society_id }, token),
      test.call(getPostsByUser, { user_id }, token),
      test.call(getTrendingPosts, { limit: 20 }, token),
    ]);
    const found = (await test.call(searchAll, { q: post.content, kind: 'posts' }, token)).data.posts;
    const one = (await test.call(getPost, { post_id: id }, token)).data;
    return [...lists.map(({ data }): Post => withId<Post>(data, id)), withId(found, id), one].map(stateOf);
  }

  it('is that of the message and of the answer to the toggle, in every answer', async () => {
    const [post, user] = [await buildPost({ content: 'Oscilloscope workshop' }), await buildUser()];
    const token = await test.tokenFor(user);
    const socket = await openSocket(test.url, { token });
    expectAll(await statesOf(post, token), 6, { on: false, version: 0 });
    let last = 0;
    for (const [on, version] of toggles) {
      const { data } = await test.call(on ? likePost : unlikePost, { post_id: idOf(post) }, token);
      expect([data.Is_Liked, data.version]).toEqual([on, version]);
      if (version > last) expect((await socket.next(ownChanged)).payload).toEqual({ kind: 'like', id: idOf(post), on, version });
      last = version;
      expectAll(await statesOf(post, token), 6, { on, version });
    }
    socket.close();
  });

  it('is the reader’s own, and 0 for others and for visitors', async () => {
    const [post, user, other] = [await buildPost({ content: 'Theremin evening' }), await buildUser(), await buildUser()];
    await test.call(likePost, { post_id: idOf(post) }, await test.tokenFor(user));
    expectAll(await statesOf(post, await test.tokenFor(other)), 6, { on: false, version: 0 });
    expectAll(await statesOf(post), 6, { on: false, version: 0 });
  });

  it('is in the answers to writing', async () => {
    const society = await buildSociety();
    const token = await test.tokenFor({ _id: society.creator });
    const made = (await test.call(createPost, { society_id: idOf(society), content: 'Hello' }, token)).data;
    expect(stateOf(made)).toEqual({ on: false, version: 0 });
    for (const call of [likePost, unlikePost]) await test.call(call, { post_id: made.ID }, token);
    const edited = (await test.call(updatePost, { post_id: made.ID, content: 'Hello again' }, token)).data;
    expect(stateOf(edited)).toEqual({ on: false, version: 2 });
  });

  it('of a whole page is read by one query', async () => {
    const token = await test.tokenFor(await buildUser());
    for (let n = 0; n < 3; n++) await test.call(likePost, { post_id: idOf(await buildPost()) }, token);
    const find = vi.spyOn(Likes, 'find');
    const { data } = await test.call(getAllPosts, { limit: 100 }, token);
    expect(data.filter((post) => post.Like_Version === 1)).toHaveLength(3);
    expect(find).toHaveBeenCalledTimes(1);
  });
});

describe('the version of a follow', () => {
  const stateOf = ({ Is_Following, Follow_Version }: { Is_Following: boolean; Follow_Version: number }) => ({
    on: Is_Following,
    version: Follow_Version,
  });

  it('is that of the message and of the answer to the toggle, in every answer', async () => {
    const [me, other, third] = [await buildUser(), await buildUser({ name: 'Zubaida Qasrawi' }), await buildUser()];
    await buildFollow({ from: other, to: third });
    await buildFollow({ from: third, to: other });
    const token = await test.tokenFor(me);
    const socket = await openSocket(test.url, { token });
    const statesOf = async () => {
      const profile = (await test.call(getPublicProfile, { user_id: idOf(other) }, token)).data;
      const lists = [
        (await test.call(getFollowers, { user_id: idOf(third) }, token)).data,
        (await test.call(getFollowing, { user_id: idOf(third) }, token)).data,
        (await test.call(searchAll, { q: other.name }, token)).data.people,
      ];
      return [profile, ...lists.map((people) => withId(people, idOf(other)))].map(stateOf);
    };
    expectAll(await statesOf(), 4, { on: false, version: 0 });
    let last = 0;
    for (const [on, version] of toggles) {
      const { data } = await test.call(on ? followUser : unfollowUser, { user_id: idOf(other) }, token);
      expect([data.Is_Following, data.version]).toEqual([on, version]);
      if (version > last) expect((await socket.next(ownChanged)).payload).toEqual({ kind: 'follow', id: idOf(other), on, version });
      last = version;
      expectAll(await statesOf(), 4, { on, version });
    }
    socket.close();
  });

  it('is that of the reader’s follow, not of the follow back, and 0 for visitors', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const [token, theirs] = [await test.tokenFor(me), await test.tokenFor(other)];
    for (const call of [followUser, unfollowUser]) await test.call(call, { user_id: idOf(me) }, theirs);
    const see = async (person: typeof me, by?: string) => stateOf((await test.call(getPublicProfile, { user_id: idOf(person) }, by)).data);
    expect(await see(other, token)).toEqual({ on: false, version: 0 });
    expect(await see(me, theirs)).toEqual({ on: false, version: 2 });
    expect(await see(me)).toEqual({ on: false, version: 0 });
    const asFollower = (await test.call(getPublicProfile, { user_id: idOf(me), as: 'follower' }, token)).data;
    expect(stateOf(asFollower)).toEqual({ on: true, version: 0 });
  });

  it('is read by the two queries that the rights of a profile need', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const token = await test.tokenFor(me);
    const find = vi.spyOn(Follows, 'find');
    await test.call(getPublicProfile, { user_id: idOf(other) }, token);
    expect(find).toHaveBeenCalledTimes(2);
  });
});

describe('the version of a block', () => {
  it('is that of the message and of the answer to the toggle', async () => {
    const [me, other] = [await buildUser(), await buildUser()];
    const token = await test.tokenFor(me);
    const socket = await openSocket(test.url, { token });
    for (const [on, version] of [
      [true, 1],
      [false, 2],
      [true, 3],
    ] as const) {
      const { data } = await test.call(on ? blockUser : unblockUser, { user_id: idOf(other) }, token);
      expect(data).toEqual({ blocked: on, version });
      expect((await socket.next(ownChanged)).payload).toEqual({ kind: 'block', id: idOf(other), on, version });
      const listed = (await test.call(getBlocked, {}, token)).data.map(({ ID, Block_Version }) => [ID, Block_Version]);
      expect(listed).toEqual(on ? [[idOf(other), version]] : []);
    }
    socket.close();
  });
});

describe('the version of the newest join request', () => {
  const stateOf = ({ Request_Status, Request_ID, Request_Version }: Society) => [Request_Status, Request_ID, Request_Version];
  const never = [null, null, 0];

  async function scene(name: string) {
    const society = await buildSociety({ name });
    const user = await buildUser();
    const [token, admin] = [await test.tokenFor(user), await test.tokenFor({ _id: society.creator })];
    const society_id = idOf(society);
    /** The state of the society by every call that answers it. */
    const statesOf = async (by?: string) => {
      const answers = [
        (await test.call(getSocietyInfo, { society_id }, by)).data,
        withId((await test.call(getAllSocieties, { q: name }, by)).data, society_id),
        withId((await test.call(getSocietiesByUserPublic, { user_id: String(society.creator) }, by)).data, society_id),
        withId((await test.call(searchAll, { q: name, kind: 'societies' }, by)).data.societies, society_id),
      ];
      return answers.map(stateOf);
    };
    const socket = await openSocket(test.url, { token });
    return { society_id, token, admin, socket, statesOf };
  }

  it('is that of the messages and of the answers: asked, withdrawn, asked again, rejected, approved', async () => {
    const { society_id, token, admin, socket, statesOf } = await scene('Falconry Circle');
    const ask = async () => {
      const { data } = await test.call(askToJoin, { society_id }, token);
      expect([data.status, data.version]).toEqual(['pending', 1]);
      expect((await socket.next(joinRequestCreated)).payload.request).toMatchObject({ Request_ID: data.Request_ID, version: 1 });
      expectAll(await statesOf(token), 4, ['pending', data.Request_ID, 1]);
      return data.Request_ID!;
    };
    expectAll(await statesOf(token), 4, never);

    const first = await ask();
    const withdrawn = await test.call(withdrawRequest, { society_id }, token);
    expect(withdrawn.data).toEqual({ Request_ID: first, version: 2 });
    expect((await socket.next(joinRequestWithdrawn)).payload).toEqual({ society_id, request_id: first, version: 2 });
    expectAll(await statesOf(token), 4, [null, first, 2]);

    const second = await ask();
    expect(second).not.toBe(first);
    await test.call(rejectRequest, { request_id: second }, admin);
    expect((await socket.next(joinRequestDecided)).payload).toMatchObject({ request_id: second, Status: 'rejected', version: 2 });
    expectAll(await statesOf(token), 4, ['rejected', second, 2]);

    const third = await ask();
    const approved = await test.call(approveRequest, { request_id: third }, admin);
    expect(approved.data).toMatchObject({ Request_ID: third, Status: 'approved', version: 2 });
    expect((await socket.next(joinRequestDecided)).payload).toMatchObject({ request_id: third, Status: 'approved', version: 2 });
    expectAll(await statesOf(token), 4, ['approved', third, 2]);
    const [own] = (await test.call(getSocietiesByUser, {}, token)).data;
    expect(stateOf(own!)).toEqual(['approved', third, 2]);
    socket.close();
  });

  it('is the reader’s own, and null and 0 for others and for visitors', async () => {
    const { society_id, token, admin, socket, statesOf } = await scene('Lacquerware Circle');
    await test.call(askToJoin, { society_id }, token);
    expectAll(await statesOf(admin), 4, never);
    expectAll(await statesOf(), 4, never);
    socket.close();
  });

  it('of a whole page is read by one query', async () => {
    const { token, socket } = await scene('Papermaking Circle');
    const find = vi.spyOn(JoinRequests, 'find');
    await test.call(getAllSocieties, { limit: 100 }, token);
    expect(find).toHaveBeenCalledTimes(1);
    socket.close();
  });
});

describe('the rev of a listed member', () => {
  it('is that of the message and of the answer to a changed role', async () => {
    const society = await buildSociety();
    const society_id = idOf(society);
    const [member, other] = [await buildMember(society), await buildMember(society)];
    const admin = await test.tokenFor({ _id: society.creator });
    const socket = await openSocket(test.url, { token: await test.tokenFor(member) });
    const listed = async (sort: 'name' | 'role' | 'joined') =>
      (await test.call(getAllMembers, { society_id, sort }, admin)).data.map(({ ID, Role, rev }) => [ID, Role, rev]);
    const { rev: before } = (await test.call(getSocietyInfo, { society_id }, admin)).data;
    let last = before;
    for (const role of ['moderator', 'member'] as const) {
      const { data } = await test.call(updateMemberRole, { society_id, member: idOf(member), role }, admin);
      expect(data.rev).toBeGreaterThan(last);
      last = data.rev;
      const { payload } = await socket.next(membershipChanged);
      expect(payload).toMatchObject({ user_id: idOf(member), Role: role, rev: data.rev });
      expect(Object.keys(payload.member).toSorted()).toEqual(['ID', 'Joined_At', 'Name', 'Photo', 'Role']);
      for (const sort of ['name', 'role', 'joined'] as const) {
        const members = await listed(sort);
        expect(members).toContainEqual([idOf(member), role, data.rev]);
        expect(members).toContainEqual([idOf(other), 'member', data.rev]);
      }
    }
    socket.close();
  });
});
