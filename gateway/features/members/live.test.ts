import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { unban } from '#models/contract/bans';
import { controls } from '#models/contract/live';
import { getAllMembers, removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety, membershipChanged } from '#models/contract/members';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, societyCounts } from '#models/contract/societies';
import { Activities, type Verb } from '#models/db/activities';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});
beforeEach(async () => {
  await log.published();
});

async function scene(role: 'member' | 'moderator' | 'admin' = 'member') {
  const society = await build.buildSociety({ privacy: { visibility: 'private' } });
  const person = await build.buildMember(society, role);
  const society_id = String(society._id);
  const admin = await test.tokenFor({ _id: society.creator });
  return { society, society_id, person, user_id: String(person._id), admin, own: await test.tokenFor(person) };
}

describe('the live message', () => {
  it.each(['a role', 'stepping down', 'leaving', 'a removal'] as const)('about %s is what a refetch gives', async (what) => {
    const on = await scene(what === 'stepping down' ? 'admin' : 'member');
    const { society_id, user_id, admin, own } = on;
    if (what === 'a role') await test.call(updateMemberRole, { society_id, member: user_id, role: 'moderator' }, admin);
    if (what === 'stepping down') await test.call(stepDown, { society_id, role: 'moderator' }, own);
    if (what === 'leaving') await test.call(leaveSociety, { society_id }, own);
    if (what === 'a removal') await test.call(removeMember, { society_id, user_id }, admin);
    const published = await log.published();
    const [{ data: members }, { data: info }] = [
      await test.call(getAllMembers, { society_id }, admin),
      await test.call(getSocietyInfo, { society_id }, admin),
    ];
    const row = members.find(({ ID }) => ID === user_id);
    const { Email: _hidden, rev: _asOf, ...member } = row ?? { Email: null, rev: 0 };
    const { Member_Count, Event_Count, Post_Count, rev } = info;
    const counts = { society_id, Member_Count, Event_Count, Post_Count, rev };
    expect(published.find(({ message }) => message === membershipChanged.name)).toEqual({
      rooms: [roomOf('user', user_id), roomOf('society', society_id)],
      message: membershipChanged.name,
      payload: { ...counts, user_id, Role: row?.Role ?? null, ...(row ? { member } : {}) },
    });
    expect(published.find(({ message }) => message === societyCounts.name)?.payload).toEqual(counts);
    if (row) expect(row.rev).toBe(rev);
    expect(JSON.stringify(published)).not.toContain('@');
  });

  it('about a lifted ban goes to the person only, who may ask to join again', async () => {
    const { society_id, user_id, admin, own } = await scene();
    await test.call(removeMember, { society_id, user_id, ban: 'true' }, admin);
    const mayJoin = async () => (await test.call(getSocietyInfo, { society_id }, own)).data.Can.join;
    expect(await mayJoin()).toBe(false);
    await log.published();
    await test.call(unban, { society_id, user_id }, admin);
    expect(await log.published()).toMatchObject([
      { message: membershipChanged.name, rooms: [roomOf('user', user_id)], payload: { society_id, user_id, Role: null, Member_Count: 1 } },
    ]);
    expect(await mayJoin()).toBe(true);
  });

  it('is not published by a call that changed nothing', async () => {
    const { society_id, user_id, admin } = await scene('moderator');
    await test.call(updateMemberRole, { society_id, member: user_id, role: 'moderator' }, admin);
    await test.call(removeMember, { society_id, user_id: String((await build.buildUser())._id) }, admin);
    expect(await log.published()).toEqual([]);
  });
});

describe('rooms are re-authorized', () => {
  const societyRooms = (id: string) => [roomOf('society', id), roomOf('societyModerators', id), roomOf('societyAdmins', id)] as const;

  it.each(['false', 'true'] as const)('when a member is removed (ban: %s): they get no more messages', async (ban) => {
    const { society_id, user_id, admin, own } = await scene('moderator');
    const socket = await openSocket(test.url, { token: own });
    const [inside, moderators] = societyRooms(society_id);
    await socket.join('mine', inside, moderators);
    await test.call(removeMember, { society_id, user_id, ban }, admin);
    expect((await socket.next(controls.roomLeft)).payload.rooms.toSorted()).toEqual([inside, moderators].toSorted());
    await socket.next(membershipChanged, ({ Role }) => Role === null);
    const again = await socket.ask('join', [inside]);
    expect(again).toMatchObject({ ok: true, refused: [{ room: inside }] });
    socket.close();
  });

  it('when a role grows and shrinks', async () => {
    const { society_id, user_id, admin, own } = await scene('member');
    const [inside, moderators, admins] = societyRooms(society_id);
    const socket = await openSocket(test.url, { token: own });
    await socket.join(inside);
    expect(await socket.ask('join', [admins])).toMatchObject({ refused: [{ room: admins }] });
    await test.call(updateMemberRole, { society_id, member: user_id, role: 'admin' }, admin);
    await socket.next(membershipChanged, ({ Role }) => Role === 'admin');
    await socket.join(admins, moderators);
    await test.call(stepDown, { society_id, role: 'moderator' }, own);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual([admins]);
    await test.call(updateMemberRole, { society_id, member: user_id, role: 'member' }, admin);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual([moderators]);
    await socket.next(membershipChanged, ({ Role }) => Role === 'member');
    socket.close();
  });

  it('when a member leaves', async () => {
    const { society_id, own } = await scene();
    const socket = await openSocket(test.url, { token: own });
    await socket.join('mine', roomOf('society', society_id));
    await test.call(leaveSociety, { society_id }, own);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual([roomOf('society', society_id)]);
    socket.close();
  });
});

describe('notifications about a membership', () => {
  /** A person's notifications, after every record of this verb about them was dispatched. */
  async function notificationsOf(verb: Verb, person: { _id: Id }) {
    await drain();
    for (const { _id } of await Activities.find({ verb, object: person._id }).lean())
      await dispatch({ kind: 'activity', id: String(_id), version: 1 });
    return (await Notifications.find({ user: person._id }).lean()).map(({ type, link }) => ({ type, link }));
  }

  it.each([
    ['member', 'admin'],
    ['member', 'moderator'],
    ['moderator', 'member'],
  ] as const)('go to a %s who becomes %s, even with all types off', async (before, role) => {
    const { society_id, person, user_id, admin } = await scene(before);
    await Notifications.deleteMany({ user: person._id });
    const off = {
      'preferences.offTypes': [`role_${role}`],
      'preferences.mutedSocieties': [society_id],
      'notifications.societyUpdates': false,
    };
    await Users.updateOne({ _id: person._id }, { $set: off });
    await test.call(updateMemberRole, { society_id, member: user_id, role }, admin);
    expect(await notificationsOf('member.role', person)).toEqual([{ type: `role_${role}`, link: `/societies/${society_id}` }]);
  });

  it('go to a removed person, and to nobody about their own action', async () => {
    const { society_id, person, user_id, admin } = await scene();
    await test.call(removeMember, { society_id, user_id }, admin);
    expect(await notificationsOf('member.removed', person)).toEqual([{ type: 'member_removed', link: `/societies/${society_id}` }]);
    const other = await scene('admin');
    await test.call(stepDown, { society_id: other.society_id, role: 'member' }, other.own);
    await test.call(leaveSociety, { society_id: other.society_id }, other.own);
    expect(await notificationsOf('member.role', other.person)).toEqual([]);
    expect(await notificationsOf('member.left', other.person)).toEqual([]);
  });
});
