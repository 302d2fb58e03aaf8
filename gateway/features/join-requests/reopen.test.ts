import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { removeMember, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { getUnreadCount } from '#models/contract/notifications';
import { reopenRequest } from '#models/contract/request-desk';
import { Activities, type Verb } from '#models/db/activities';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';
import { buildPersonInRole, managers, testRoles } from '#models/testing/test-roles';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();

interface Scene {
  society: SocietyDoc;
  user: UserDoc;
  admin: string;
  second: UserDoc;
  input: { request_id: string };
}
async function scene(): Promise<Scene> {
  const society = await build.buildSociety();
  const user = await build.buildUser();
  const request = await build.buildJoinRequest({ society, user });
  const second = await build.buildMember(society, 'admin');
  return { society, user, second, admin: await test.tokenFor({ _id: society.creator }), input: { request_id: String(request._id) } };
}
const approve = ({ input, admin }: Scene) => test.call(approveRequest, input, admin);
const reject = ({ input, admin }: Scene) => test.call(rejectRequest, { ...input, reason: 'Full' }, admin);
const reopen = ({ input, admin }: Scene, token = admin) => test.call(reopenRequest, input, token);
const state = async ({ society, user, input }: Scene) => ({
  status: (await JoinRequests.findById(input.request_id).lean())?.status,
  isMember: (await Memberships.countDocuments({ society: society._id, user: user._id })) === 1,
  members: (await Societies.findById(society._id).lean())?.members,
});
/** Runs the jobs of the verb's records about the scene's request or person, oldest first. */
async function runJobs({ user, input }: Scene, ...verbs: Verb[]): Promise<void> {
  for (const verb of verbs)
    for (const { _id } of await Activities.find({ object: { $in: [input.request_id, user._id] }, verb })
      .sort({ at: 1 })
      .lean())
      await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}
const unreadOf = async ({ _id }: Pick<UserDoc, '_id'>) => (await test.call(getUnreadCount, {}, await test.tokenFor({ _id }))).data;

describe('reopening a request', () => {
  it('after an approval takes the membership, the counter and every notification back', async () => {
    const on = await scene();
    await approve(on);
    await runJobs(on, 'member.joined', 'request.decided');
    expect([await unreadOf(on.user), await unreadOf(on.second)]).toEqual([1, 1]);
    const { status, data } = await reopen(on);
    expect([status, data]).toMatchObject([200, { Status: 'pending', Decided_By: null, Decided_At: null, Reason: '', version: 3 }]);
    expect(data.History.map(({ Status }) => Status)).toEqual(['pending', 'approved', 'pending']);
    await runJobs(on, 'member.removed', 'request.reopened');
    expect(await state(on)).toEqual({ status: 'pending', isMember: false, members: 2 });
    expect([await unreadOf(on.user), await unreadOf(on.second)]).toEqual([0, 0]);
    expect(await Notifications.countDocuments({ user: on.user._id })).toBe(0);
  });

  it('after a rejection takes the reason and the notification back', async () => {
    const on = await scene();
    await reject(on);
    await runJobs(on, 'request.decided');
    expect(await unreadOf(on.user)).toBe(1);
    expect((await reopen(on)).data).toMatchObject({ Status: 'pending', Reason: '' });
    await runJobs(on, 'request.reopened');
    expect([await state(on), await unreadOf(on.user)]).toEqual([{ status: 'pending', isMember: false, members: 2 }, 0]);
  });

  it('before the decision was delivered leaves nothing to deliver', async () => {
    const on = await scene();
    await approve(on);
    await reopen(on);
    await runJobs(on, 'request.reopened', 'member.removed', 'member.joined', 'request.decided');
    expect([await unreadOf(on.user), await unreadOf(on.second)]).toEqual([0, 0]);
  });

  it('and deciding again notifies of the last decision only', async () => {
    const on = await scene();
    await approve(on);
    await reopen(on);
    await reject(on);
    await runJobs(on, 'request.decided', 'request.reopened', 'member.joined', 'member.removed');
    expect(await Notifications.find({ user: on.user._id }, { type: 1, params: 1 }).lean()).toMatchObject([
      { type: 'request_rejected', params: { reason: 'Full' } },
    ]);
  });

  it('is done by any admin, and a repeat gets the same answer', async () => {
    const on = await scene();
    await approve(on);
    const second = await test.tokenFor(on.second);
    const [first, again] = [await reopen(on, second), await reopen(on)];
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await Activities.countDocuments({ object: on.input.request_id, verb: 'request.reopened' })).toBe(1);
  });

  it('appears in the list of open requests again, for every admin', async () => {
    const on = await scene();
    await reject(on);
    await reopen(on);
    const input = { society_id: String(on.society._id), status: 'pending' as const };
    const { data, counts } = await test.call(getJoinRequests, input, await test.tokenFor(on.second));
    expect([data.map(({ Request_ID }) => Request_ID), counts]).toEqual([
      [on.input.request_id],
      { pending: 1, approved: 0, rejected: 0, total: 1 },
    ]);
  });

  it.each([1, 2])('at the same time as another decision ends in one of the two (%i)', async () => {
    const on = await scene();
    await approve(on);
    const [undone, left] = await Promise.all([
      reopen(on),
      test.call(leaveSociety, { society_id: String(on.society._id) }, await test.tokenFor(on.user)),
    ]);
    expect([200, 409]).toContain(undone.status);
    expect(await state(on)).toEqual({ status: undone.status === 200 ? 'pending' : 'approved', isMember: false, members: 2 });
    expect(left.status).toBe(200);
  });
});

describe('a decision cannot be undone', () => {
  const own = (on: Scene) => test.tokenFor(on.user);
  const society = (on: Scene) => ({ society_id: String(on.society._id) });
  const removing = (on: Scene, ban: 'true' | 'false') =>
    test.call(removeMember, { ...society(on), user_id: String(on.user._id), ban }, on.admin);

  it.each<[name: string, code: string, before: (on: Scene) => Promise<unknown>]>([
    [
      'after ten minutes',
      'reopen_expired',
      async (on) => {
        await reject(on);
        await JoinRequests.updateOne({ _id: on.input.request_id }, { $set: { decidedAt: new Date(Date.now() - 601_000) } });
      },
    ],
    [
      'after the person left',
      'reopen_changed',
      async (on) => {
        await approve(on);
        await test.call(leaveSociety, society(on), await own(on));
      },
    ],
    [
      'after the person left and joined again',
      'reopen_changed',
      async (on) => {
        await approve(on);
        await test.call(leaveSociety, society(on), await own(on));
        await build.buildMembership({ society: on.society, user: on.user });
      },
    ],
    [
      'after the member got a role',
      'reopen_changed',
      async (on) => {
        await approve(on);
        await test.call(updateMemberRole, { ...society(on), member: String(on.user._id), role: 'moderator' }, on.admin);
      },
    ],
    [
      'after the member was banned',
      'reopen_changed',
      async (on) => {
        await approve(on);
        await removing(on, 'true');
      },
    ],
    [
      'after a ban of who was rejected',
      'reopen_changed',
      async (on) => {
        await reject(on);
        await removing(on, 'true');
      },
    ],
    [
      'of a person who was a member before',
      'reopen_changed',
      async (on) => {
        await build.buildMembership({ society: on.society, user: on.user });
        await approve(on);
      },
    ],
    [
      'after the person was rejected and joined by an invitation',
      'reopen_changed',
      async (on) => {
        await reject(on);
        await build.buildMembership({ society: on.society, user: on.user });
      },
    ],
    [
      'after the person asked again',
      'reopen_changed',
      async (on) => {
        await reject(on);
        await test.call(askToJoin, society(on), await own(on));
      },
    ],
    ['of a request that was withdrawn', 'not_pending', async (on) => test.call(withdrawRequest, society(on), await own(on))],
  ])('%s', async (_name, code, before) => {
    const on = await scene();
    await before(on);
    const was = await state(on);
    const { status, error } = await reopen(on);
    expect([status, error.code]).toEqual([409, code]);
    expect(await state(on)).toEqual(was);
  });

  it('in a society that was removed', async () => {
    const on = await scene();
    await reject(on);
    await Societies.updateOne({ _id: on.society._id }, { $set: { removedAt: new Date() }, $unset: { active: 1 } });
    expect((await reopen(on)).status).toBe(404);
  });

  it.each(testRoles.filter((role) => !managers.includes(role)))('by the role %s', async (role) => {
    const on = await scene();
    await reject(on);
    const person = await buildPersonInRole(role, on.society);
    const { status } = await test.call(reopenRequest, on.input, person ? await test.tokenFor(person) : undefined);
    expect(status).toBe(role === 'visitor' || role === 'suspended' ? 401 : 403);
    expect((await state(on)).status).toBe('rejected');
  });
});
