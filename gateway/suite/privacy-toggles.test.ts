import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain, publish } from '#models/bus/publish';
import { recordActivity, refOf } from '#models/bus/records';
import { getActivityFeed } from '#models/contract/activity';
import { blockUser, unblockUser } from '#models/contract/blocks';
import { commentCreated, createComment, getComments } from '#models/contract/comments';
import type { Call } from '#models/contract/define';
import { getEventInfo, getEventsAttendedByUser } from '#models/contract/events';
import { getFollowers, getFollowing } from '#models/contract/follow-lists';
import { invite } from '#models/contract/invitations';
import { controls } from '#models/contract/live';
import { getAllMembers } from '#models/contract/member-list';
import { getNotifications } from '#models/contract/notifications';
import { followUser, unfollowUser } from '#models/contract/people';
import { createPost, getAllPosts, getPost, getPostsBySociety, likePost, postCreated, postLikes } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { updateProfile } from '#models/contract/profile-changes';
import { getPublicProfile, updatePreferences } from '#models/contract/profiles';
import { getRecommendations } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { searchAll } from '#models/contract/search';
import { getSocietiesByUserPublic } from '#models/contract/societies';
import { getTrendingPosts } from '#models/contract/trending';
import { Likes } from '#models/db/likes';
import { clearReadCache } from '#models/db/loader';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import {
  buildAttendance,
  buildConsent,
  buildEvent,
  buildMember,
  buildMembership,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { refreshRecommendations } from '#workers/cards/recommendations';
import { refreshTrending } from '#workers/cards/trending';

const test = setUpTestApp();

const idOf = ({ _id }: { _id: Id }): string => String(_id);
const word = (): string => `zz${Math.random().toString(36).slice(2, 10)}zz`;

interface Someone {
  user: UserDoc;
  token: string;
}
async function someone(over: Partial<UserDoc> = {}): Promise<Someone> {
  const user = await buildUser(over);
  return { user, token: await test.tokenFor(user) };
}
const join = async ({ user }: Someone, society: SocietyDoc) => void (await buildMembership({ society, user }));
const status = async (call: Call, input: object, { token }: Someone) =>
  (await test.call(call, input as Record<string, unknown>, token)).status;
const set = (who: Someone, privacy: Partial<UserDoc['privacy']>) => test.call(updateProfile, { privacy }, who.token);
const follow = (from: Someone, to: Someone) => test.call(followUser, { user_id: idOf(to.user) }, from.token);
const found = async (q: string, who?: Someone) => (await test.call(searchAll, { q }, who?.token)).data;

describe('profileVisibility', () => {
  /** Every answer that reveals something of a person beyond name and image. */
  async function seen(person: Someone, reader: Someone, name: string, event: { _id: Id }) {
    const of = { user_id: idOf(person.user) };
    await refreshRecommendations(idOf(reader.user));
    const recommended = (await test.call(getRecommendations, { limit: 20 }, reader.token)).data;
    return {
      profile: (await test.call(getPublicProfile, of, reader.token)).data.Bio !== null,
      followers: await status(getFollowers, of, reader),
      following: await status(getFollowing, of, reader),
      posts: await status(getPostsByUser, of, reader),
      events: await status(getEventsAttendedByUser, of, reader),
      societies: await status(getSocietiesByUserPublic, of, reader),
      search: (await found(name, reader)).people.length,
      faces: (await test.call(getEventInfo, { event_id: idOf(event) }, reader.token)).data.Faces.length,
      reason: recommended.some(({ reason_code }) => ['follows_go', 'follows_members'].includes(reason_code)),
    };
  }
  const all = { profile: true, followers: 200, following: 200, posts: 200, events: 200, societies: 200, search: 1, faces: 1, reason: true };
  const none = {
    profile: false,
    followers: 403,
    following: 403,
    posts: 403,
    events: 403,
    societies: 403,
    search: 0,
    faces: 0,
    reason: false,
  };

  it('applies to profile, lists, search, avatars, reasons and live rooms', async () => {
    const name = word();
    const [person, reader] = [await someone({ name, bio: 'Third year' }), await someone()];
    const society = await buildSociety();
    await join(person, society);
    const event = await buildEvent({ society });
    await buildAttendance({ event, user: person.user });
    await follow(reader, person);
    const socket = await openSocket(test.url, { token: reader.token });
    const room = roomOf('profile', idOf(person.user));
    await socket.join(room);
    expect(await seen(person, reader, name, event)).toEqual(all);
    for (const profileVisibility of ['private', 'friends'] as const) {
      await set(person, { profileVisibility });
      expect(await seen(person, reader, name, event)).toEqual(none);
    }
    expect((await socket.next(controls.roomLeft)).payload).toMatchObject({ rooms: [room] });
    expect(await socket.ask('join', room)).toMatchObject({ ok: false, code: 'not_found' });
    await follow(person, reader);
    expect(await seen(person, reader, name, event)).toEqual(all);
    await socket.join(room);
    await test.call(unfollowUser, { user_id: idOf(reader.user) }, person.token);
    expect((await socket.next(controls.roomLeft)).payload).toMatchObject({ rooms: [room] });
    socket.close();
    await set(person, { profileVisibility: 'public' });
    expect(await seen(person, reader, name, event)).toEqual(all);
  });
});

describe('showEmail and showPhone', () => {
  it('apply to the profile, and the address to the list of members and its search; nobody is found by it elsewhere', async () => {
    const address = `${word()}@uni.example`;
    const person = await someone({ email: address, phone: '079' });
    const society = await buildSociety();
    await join(person, society);
    const reader = await someone();
    const seen = async () => {
      const profile = (await test.call(getPublicProfile, { user_id: idOf(person.user) }, reader.token)).data;
      const members = (await test.call(getAllMembers, { society_id: idOf(society) }, reader.token)).data;
      const byAddress = (await test.call(getAllMembers, { society_id: idOf(society), q: address }, reader.token)).data;
      return [profile.Email, profile.Phone_Number, members.find(({ ID }) => ID === idOf(person.user))?.Email, byAddress.length];
    };
    expect(await seen()).toEqual([null, null, null, 0]);
    await set(person, { showEmail: true });
    expect(await seen()).toEqual([address, null, address, 1]);
    await set(person, { showEmail: false, showPhone: true });
    expect(await seen()).toEqual([null, '079', null, 0]);
    await set(person, { showEmail: true, profileVisibility: 'private' });
    expect(await seen()).toEqual([null, null, null, 0]);
    expect((await found(address, reader)).people).toEqual([]);
  });
});

describe('showSensitive', () => {
  it('applies, with the consent to be named there, to sensitive societies and their events on the profile and in avatars', async () => {
    const person = await someone();
    const society = await buildSociety({ category: 'Religious' });
    await join(person, society);
    const event = await buildEvent({ society });
    await buildAttendance({ event, user: person.user });
    const reader = await someone();
    await follow(reader, person);
    const seen = async () => {
      const of = { user_id: idOf(person.user) };
      const { Society_Count, Event_Count } = (await test.call(getPublicProfile, of, reader.token)).data;
      return {
        counts: [Society_Count, Event_Count],
        lists: [
          (await test.call(getSocietiesByUserPublic, of, reader.token)).data.length,
          (await test.call(getEventsAttendedByUser, { ...of, phase: 'coming' }, reader.token)).data.length,
        ],
        faces: (await test.call(getEventInfo, { event_id: idOf(event) }, reader.token)).data.Faces.length,
      };
    };
    const nothing = { counts: [0, 0], lists: [0, 0], faces: 0 };
    expect(await seen()).toEqual(nothing);
    await set(person, { showSensitive: true });
    expect(await seen()).toEqual(nothing);
    await buildConsent({ society, user: person.user });
    expect(await seen()).toEqual({ counts: [1, 1], lists: [1, 1], faces: 1 });
    await set(person, { showSensitive: false });
    expect(await seen()).toEqual(nothing);
  });

  it('is never a reason of a recommendation', async () => {
    const [person, reader] = [await someone(), await someone()];
    await set(person, { showSensitive: true });
    const society = await buildSociety({ category: 'Political' });
    const event = await buildEvent({ society });
    await buildAttendance({ event, user: person.user });
    await follow(reader, person);
    const reasons = async () => {
      await refreshRecommendations(idOf(reader.user));
      return (await test.call(getRecommendations, { limit: 20 }, reader.token)).data.map(({ reason_code }) => reason_code);
    };
    expect(await reasons()).not.toContain('follows_go');
    await Societies.updateOne({ _id: society._id }, { $set: { category: 'Academic' } });
    clearReadCache();
    expect(await reasons()).toContain('follows_go');
    await Societies.updateOne({ _id: society._id }, { $set: { category: 'Political' } });
    clearReadCache();
    expect((await test.call(getRecommendations, { limit: 20 }, reader.token)).data.map(({ reason_code }) => reason_code)).not.toContain(
      'follows_go',
    );
  });
});

describe('a cancelled event', () => {
  it('is neither in a person’s attended events nor counted', async () => {
    const person = await someone();
    const event = await buildEvent({ cancelledAt: new Date() });
    await buildAttendance({ event, user: person.user });
    const of = { user_id: idOf(person.user) };
    expect((await test.call(getPublicProfile, of, person.token)).data.Event_Count).toBe(0);
    for (const phase of ['ended', 'coming'] as const)
      expect((await test.call(getEventsAttendedByUser, { ...of, phase }, person.token)).data).toEqual([]);
  });
});

describe('allowMessages', () => {
  it('off: only followed people may invite', async () => {
    const [person, inviter] = [await someone(), await someone()];
    const place = async () => idOf(await buildSociety({ admin: inviter.user }));
    const ask = async () => status(invite, { society_id: await place(), user_id: idOf(person.user) }, inviter);
    expect(await ask()).toBe(200);
    await set(person, { allowMessages: false });
    expect(await ask()).toBe(403);
    await follow(person, inviter);
    expect(await ask()).toBe(200);
    await test.call(unfollowUser, { user_id: idOf(inviter.user) }, person.token);
    await set(person, { allowMessages: true });
    expect(await ask()).toBe(200);
  });
});

describe('a block', () => {
  it('hides each from the other in every read, and no longer when it is undone', async () => {
    const [mark, name] = [word(), word()];
    const [author, reader] = [await someone({ name }), await someone()];
    const society = await buildSociety();
    for (const each of [author, reader]) await join(each, society);
    const post = await buildPost({ society, author: author.user, content: mark, likes: 9, activeAt: new Date() });
    const third = await buildPost({ society });
    await test.call(createComment, { post_id: idOf(third), content: mark }, author.token);
    const event = await buildEvent({ society });
    await buildAttendance({ event, user: author.user });
    await follow(reader, author);
    const record = await transaction((session) =>
      recordActivity(session, { actor: author.user._id, verb: 'post.created', object: post._id, society: society._id, open: true }),
    );
    await dispatch(refOf(record));
    await refreshTrending();
    const holds = async (call: Call, input: object) =>
      JSON.stringify((await test.call(call, input as Record<string, unknown>, reader.token)).data).includes(mark);
    const seen = async () => ({
      profile: await status(getPublicProfile, { user_id: idOf(author.user) }, reader),
      post: await status(getPost, { post_id: idOf(post) }, reader),
      byUser: await status(getPostsByUser, { user_id: idOf(author.user) }, reader),
      feed: await holds(getAllPosts, { limit: 100 }),
      bySociety: await holds(getPostsBySociety, { society_id: idOf(society) }),
      trending: await holds(getTrendingPosts, { limit: 20 }),
      comments: await holds(getComments, { post_id: idOf(third) }),
      searchPosts: (await found(mark, reader)).posts.length,
      searchPeople: (await found(name, reader)).people.length,
      faces: (await test.call(getEventInfo, { event_id: idOf(event) }, reader.token)).data.Faces.length,
      activity: (await test.call(getActivityFeed, { limit: 20 }, reader.token)).data.some(({ user_id }) => user_id === idOf(author.user)),
      comments_counted: (await test.call(getPost, { post_id: idOf(third) }, reader.token)).data.Comments,
    });
    const open = await seen();
    expect(open).toMatchObject({ profile: 200, post: 200, byUser: 200, feed: true, bySociety: true, comments: true });
    expect(open).toMatchObject({ trending: true, searchPosts: 1, searchPeople: 1, faces: 1, activity: true, comments_counted: 1 });
    const closed = { profile: 404, post: 404, byUser: 404, feed: false, bySociety: false, trending: false, comments: false };
    const hidden = { ...closed, searchPosts: 0, searchPeople: 0, faces: 0, activity: false, comments_counted: 1 };
    for (const [by, other] of [
      [reader, author],
      [author, reader],
    ] as const) {
      await test.call(blockUser, { user_id: idOf(other.user) }, by.token);
      expect(await seen()).toEqual(hidden);
      await test.call(unblockUser, { user_id: idOf(other.user) }, by.token);
      expect(await seen()).toEqual(open);
    }
  });

  it('keeps live messages, notifications and invitations away', async () => {
    const [author, reader] = [await someone(), await someone()];
    const society = await buildSociety();
    for (const each of [author, reader]) await join(each, society);
    const own = await buildPost({ society, author: reader.user });
    const third = await buildPost({ society });
    const socket = await openSocket(test.url, { token: reader.token });
    await socket.join('feed', 'mine', roomOf('post', idOf(third)));
    await test.call(likePost, { post_id: idOf(own) }, author.token);
    await test.call(blockUser, { user_id: idOf(author.user) }, reader.token);
    const like = (await Likes.findOne({ post: own._id }).lean())!;
    await dispatch(refOf({ kind: 'like', doc: like }));
    await test.call(createPost, { society_id: idOf(society), content: 'Hello' }, author.token);
    await test.call(createComment, { post_id: idOf(third), content: 'Well said' }, author.token);
    await drain();
    await socket.next(postLikes, ({ post_id, CommentsCount }) => post_id === idOf(third) && CommentsCount === 1);
    expect([socket.count(postCreated), socket.count(commentCreated)]).toEqual([0, 0]);
    expect((await test.call(getNotifications, {}, reader.token)).data).toEqual([]);
    const place = await buildSociety({ admin: author.user });
    expect(await status(invite, { society_id: idOf(place), user_id: idOf(reader.user) }, author)).toBeGreaterThanOrEqual(403);
    await test.call(unblockUser, { user_id: idOf(author.user) }, reader.token);
    await test.call(createPost, { society_id: idOf(society), content: 'Hello again' }, author.token);
    await socket.next(postCreated);
    expect(await status(invite, { society_id: idOf(place), user_id: idOf(reader.user) }, author)).toBe(200);
    socket.close();
  });
});

describe('notification preferences', () => {
  async function isNotified(reader: Someone, society: SocietyDoc): Promise<boolean> {
    await Notifications.deleteMany({ user: reader.user._id });
    const post = await buildPost({ society, author: await buildMember(society) });
    const record = await transaction((session) =>
      recordActivity(session, { actor: post.author, verb: 'post.created', object: post._id, society: society._id, open: true }),
    );
    publish(record);
    await dispatch(refOf(record));
    return (await test.call(getNotifications, {}, reader.token)).data.length > 0;
  }

  it.each([
    ['societyUpdates', updateProfile, { notifications: { societyUpdates: false } }, { notifications: { societyUpdates: true } }],
    ['the type', updatePreferences, { types: { post_created: { app: false } } }, { types: { post_created: { app: true } } }],
    ['a muted society', updatePreferences, null, { muted_societies: [] }],
  ] as const)('%s, off and on again', async (_name, call, off, on) => {
    const reader = await someone();
    const society = await buildSociety();
    await join(reader, society);
    const change = (input: object) => test.call(call as Call, input as Record<string, unknown>, reader.token);
    expect(await isNotified(reader, society)).toBe(true);
    await change(off ?? { muted_societies: [idOf(society)] });
    expect(await isNotified(reader, society)).toBe(false);
    await change(on);
    expect(await isNotified(reader, society)).toBe(true);
  });
});
