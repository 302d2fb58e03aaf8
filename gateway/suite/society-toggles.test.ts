import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { eventStats, toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import { createEvent, eventCreated } from '#models/contract/event-changes';
import { calls } from '#models/contract/index';
import { askToJoin, checkRequest, joinRequestCreated } from '#models/contract/join-requests';
import { checkMembership, membershipChanged } from '#models/contract/members';
import { getNotifications } from '#models/contract/notifications';
import { createPost, likePost, postCreated, postLikes, unlikePost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, type SocietyPrivacy, societyCounts } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import * as build from '#models/testing/builders';
import {
  buildSurfaceFixture,
  changeSettings,
  planOf,
  runWorkers,
  type SocietyPart,
  type SurfaceFixture,
  visibleTo,
} from '../testing/society-surfaces.js';

const test = setUpTestApp();
let shown: SurfaceFixture;
beforeAll(async () => {
  shown = await buildSurfaceFixture(test);
});

const parts: readonly SocietyPart[] = ['header', 'posts', 'events', 'members'];
const open: SocietyPrivacy = { visibility: 'public', joinApproval: true, memberListVisible: true, eventsVisible: true };
type State = [name: string, privacy: Partial<SocietyPrivacy>, shown: SocietyPart[]];
/** The closed ones and a way back, with the parts that outsiders see. */
const states: State[] = [
  ['private', { visibility: 'private' }, ['header']],
  ['by invitation only', { visibility: 'invite-only' }, []],
  ['public with its events and members hidden', { eventsVisible: false, memberListVisible: false }, ['header', 'posts']],
  ['public again', {}, ['header', 'posts', 'events', 'members']],
];
const longStates: State[] = [
  ['public with its events hidden', { eventsVisible: false }, ['header', 'posts', 'members']],
  ['public with its members hidden', { memberListVisible: false }, ['header', 'posts', 'events']],
  ['as it begins', {}, ['header', 'posts', 'events', 'members']],
  ['private', { visibility: 'private' }, ['header']],
  ['public after that', {}, ['header', 'posts', 'events', 'members']],
  ['by invitation only', { visibility: 'invite-only' }, []],
  ['private after that', { visibility: 'private' }, ['header']],
  ['private, whatever its toggles say', { visibility: 'private', memberListVisible: false, eventsVisible: false }, ['header']],
  ['as it began', {}, ['header', 'posts', 'events', 'members']],
];

const describeState = (...[, privacy, expected]: State): void => {
  const isOpen = !('visibility' in privacy);
  const pathsOf = (part: SocietyPart, isSignedIn: boolean) =>
    shown.surfaces
      .filter((surface) => surface.part === part && (isSignedIn || !surface.signedIn) && (isOpen || !surface.isOpenOnly))
      .map(({ path }) => path);
  const wanted = (seen: readonly SocietyPart[], isSignedIn: boolean) =>
    Object.fromEntries(parts.map((part) => [part, seen.includes(part) ? pathsOf(part, isSignedIn) : []]));

  it('shows outsiders, signed in or not, what the table allows, and nothing else at any moment', async () => {
    await changeSettings(test, shown, { privacy: { ...open, ...privacy } });
    const closed = parts.filter((part) => !expected.includes(part));
    for (const token of [shown.tokens.outsider, undefined]) {
      const atOnce = await visibleTo(test, shown, token);
      expect(closed.map((part) => atOnce[part])).toEqual(closed.map(() => []));
    }
    await runWorkers(shown.society);
    for (const token of [shown.tokens.outsider, undefined])
      expect(await visibleTo(test, shown, token)).toEqual(wanted(expected, token !== undefined));
  });

  it('hides nothing from members', async () => {
    const forMembers = (part: SocietyPart) =>
      shown.surfaces.filter((surface) => surface.part === part && !surface.isCommon).map(({ path }) => path);
    const seen = await visibleTo(test, shown, shown.tokens.member);
    for (const part of parts) expect(seen[part]).toEqual(expect.arrayContaining(forMembers(part)));
  });

  it('reflects it in the viewer’s rights', async () => {
    const can = async (token: string) => {
      const { status, data } = await test.call(getSocietyInfo, { society_id: String(shown.society._id) }, token);
      return status === 200 ? parts.filter((part) => data.Can[`see${part[0]?.toUpperCase()}${part.slice(1)}` as 'seePosts']) : [];
    };
    expect(await can(shown.tokens.outsider)).toEqual(expected.filter((part) => part !== 'header'));
    expect(await can(shown.tokens.member)).toEqual(['posts', 'events', 'members']);
  });

  it('sends the same parts live', async () => {
    const { society, post, event, tokens, mark } = shown;
    const outsider = await openSocket(test.url, { token: tokens.outsider });
    const member = await openSocket(test.url, { token: tokens.member });
    const rooms = [roomOf('societyPublic', String(society._id)), roomOf('post', post), roomOf('event', event)];
    await outsider.ask('join', ['feed', 'societies', 'events', ...rooms]);
    await member.join('mine', 'feed', 'societies', 'events', ...rooms);
    await test.call(createPost, { society_id: String(society._id), content: `more-${mark}` }, tokens.author);
    await test.call(createEvent, planOf(society, `event-${mark} again`), tokens.author);
    for (const call of [unlikePost, likePost]) await test.call(call, { post_id: post }, tokens.author);
    for (const status of ['not_attending', 'attending'] as const)
      await test.call(toggleAttendance, { event_id: event, status }, tokens.author);
    for (const message of [postCreated, eventCreated, postLikes, eventStats, societyCounts]) await member.next(message);
    await test.call(likePost, { post_id: String((await build.buildPost())._id) }, tokens.outsider);
    await outsider.next(ownChanged);
    await sleep(300);
    const isReceived = (message: { name: string }) => outsider.count(message.name) > 0;
    expect({
      header: isReceived(societyCounts),
      posts: [isReceived(postCreated), isReceived(postLikes)],
      events: [isReceived(eventCreated), isReceived(eventStats)],
    }).toEqual({
      header: expected.includes('header'),
      posts: Array(2).fill(expected.includes('posts')),
      events: Array(2).fill(expected.includes('events')),
    });
    outsider.close();
    member.close();
  });
};

describe.each(states)('a society that is %s', describeState);
describe.each(longStates)('a society that is %s', { tags: ['long'] }, describeState);

describe('notifications of a society', () => {
  it.each([
    ['public', 1],
    ['private', 0],
  ] as const)('about a reply in a %s society: outsiders who took part: %i', async (visibility, notifiedCount) => {
    const { society, tokens } = shown;
    await changeSettings(test, shown, { privacy: open });
    const post_id = (await test.call(createPost, { society_id: String(society._id), content: 'Who comes?' }, tokens.author)).data.ID;
    const guest = await test.tokenFor(await build.buildUser());
    await test.call(createComment, { post_id, content: 'I might' }, guest);
    await runWorkers(society);
    await changeSettings(test, shown, { privacy: { visibility } });
    await test.call(createComment, { post_id, content: 'Good' }, tokens.member);
    await runWorkers(society);
    expect((await test.call(getNotifications, {}, guest)).data).toHaveLength(notifiedCount);
    await changeSettings(test, shown, { privacy: open });
  });
});

describe('joinApproval', () => {
  const ask = async () => {
    const user = await build.buildUser();
    const token = await test.tokenFor(user);
    const { data } = await test.call(askToJoin, { society_id: String(shown.society._id) }, token);
    await runWorkers(shown.society);
    return { user, token, status: data.status };
  };
  const notificationCount = async (type: string) =>
    (await test.call(getNotifications, { limit: 100 }, shown.tokens.admin)).data
      .filter((each) => each.type === type)
      .reduce((sum, { count }) => sum + count, 0);
  const countOf = async () => (await test.call(getSocietyInfo, { society_id: String(shown.society._id) })).data.Member_Count;

  it.each([
    ['on', { joinApproval: true }, 'pending'],
    ['off', { joinApproval: false }, 'approved'],
    ['off, in a private society', { joinApproval: false, visibility: 'private' }, 'pending'],
    ['on again', {}, 'pending'],
  ] as const)('%s', async (_name, privacy, status) => {
    const society_id = String(shown.society._id);
    await changeSettings(test, shown, { privacy: { ...open, ...privacy } });
    const isMember = status === 'approved';
    const before = [await notificationCount('join_requested'), await notificationCount('member_joined'), await countOf()];
    const admin = await openSocket(test.url, { token: shown.tokens.admin });
    await admin.join('mine', roomOf('societyAdmins', society_id));
    const asked = await ask();
    expect(asked.status).toBe(status);
    expect((await test.call(checkMembership, { society_id }, asked.token)).data).toBe(isMember);
    expect((await test.call(checkRequest, { society_id }, asked.token)).data).toBe(isMember ? null : 'pending');
    const fits = ({ user_id }: { user_id: string }) => user_id === String(asked.user._id);
    await (isMember ? admin.next(membershipChanged, fits) : admin.next(joinRequestCreated));
    admin.close();
    const after = [await notificationCount('join_requested'), await notificationCount('member_joined'), await countOf()];
    expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual(isMember ? [0, 1, 1] : [1, 0, 0]);
  });
});

const askers = ['outsider', 'member', 'author', 'admin'] as const;
const allowed = { 'all-members': ['member', 'author', 'admin'], moderators: ['author', 'admin'], admins: ['admin'] } as const;
const whos = ['admins', 'moderators', 'all-members'] as const;

describe.each([
  ['whoCanPost', 'post', '/posts/create_post'],
  ['whoCanCreateEvents', 'createEvents', '/events/create_event'],
  ['whoCanInvite', 'invite', '/societies/invite'],
] as const)('%s', (toggle, can, path) => {
  it.each(whos)('%s', async (who) => {
    const society_id = String(shown.society._id);
    await changeSettings(test, shown, { privacy: open, permissions: { [toggle]: who } });
    const call = calls.find((each) => each.path === path);
    for (const asker of askers) {
      const token = shown.tokens[asker];
      const isAllowed = (allowed[who] as readonly string[]).includes(asker);
      expect([asker, (await test.call(getSocietyInfo, { society_id }, token)).data.Can[can]]).toEqual([asker, isAllowed]);
      if (!call) continue;
      const guest = path === '/societies/invite' ? { user_id: String((await build.buildUser())._id) } : {};
      const input = { ...planOf(shown.society, 'One more'), content: 'One more', society_id, ...guest };
      expect([asker, (await test.call(call, input, token)).status]).toEqual([asker, isAllowed ? call.status : 403]);
    }
  });
});
