import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, withdrawRequest } from '#models/contract/join-requests';
import { getSocietyInfo } from '#models/contract/societies';
import { Activities } from '#models/db/activities';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

interface Scene {
  society: SocietyDoc;
  user: UserDoc;
  admins: string[];
  input: { request_id: string };
}

/** A pending request and two admins. */
async function scene(): Promise<Scene> {
  const society = await build.buildSociety();
  const user = await build.buildUser();
  const request = await build.buildJoinRequest({ society, user, createdAt: new Date(Date.now() - 6 * 3_600_000) });
  const second = await build.buildMember(society, 'admin');
  const admins = [await test.tokenFor({ _id: society.creator }), await test.tokenFor(second)];
  return { society, user, admins, input: { request_id: String(request._id) } };
}
const state = async ({ society, user, input }: Scene) => ({
  status: (await JoinRequests.findById(input.request_id).lean())?.status,
  isMember: (await Memberships.countDocuments({ society: society._id, user: user._id })) === 1,
  members: (await Societies.findById(society._id).lean())?.members,
  decisions: await Activities.countDocuments({ object: input.request_id, verb: 'request.decided' }),
});

describe('deciding a join request', () => {
  it('approving makes the requester a member at once', async () => {
    const on = await scene();
    const { status, data } = await test.call(approveRequest, on.input, on.admins[0]);
    expect([status, data.Status, data.version]).toEqual([200, 'approved', 2]);
    expect(data.Decided_At).not.toBeNull();
    expect(await state(on)).toEqual({ status: 'approved', isMember: true, members: 3, decisions: 1 });
    const info = await test.call(getSocietyInfo, { society_id: String(on.society._id) }, await test.tokenFor(on.user));
    expect(info.data).toMatchObject({ Role: 'member', Member_Count: 3, Median_Reply_Hours: 6 });
  });

  it('rejecting notifies the requester with the reason', async () => {
    const on = await scene();
    expect((await test.call(rejectRequest, { ...on.input, reason: 'We are full' }, on.admins[0])).status).toBe(204);
    expect(await state(on)).toEqual({ status: 'rejected', isMember: false, members: 2, decisions: 1 });
    expect((await JoinRequests.findById(on.input.request_id).lean())?.reason).toBe('We are full');
  });

  it('a repeat gets the same answer; the opposite decision is refused', async () => {
    const on = await scene();
    const first = await test.call(approveRequest, on.input, on.admins[0]);
    const again = await test.call(approveRequest, on.input, on.admins[1]);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const other = await test.call(rejectRequest, on.input, on.admins[1]);
    expect([other.status, other.error.code]).toEqual([409, 'already_decided']);
    expect(await state(on)).toEqual({ status: 'approved', isMember: true, members: 3, decisions: 1 });
  });

  it.each([1, 2, 3])('the same decision of two admins at once counts once (%i)', async () => {
    const on = await scene();
    const answers = await Promise.all(on.admins.map((token) => test.call(approveRequest, on.input, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.data).toEqual(answers[1]?.data);
    expect(await state(on)).toEqual({ status: 'approved', isMember: true, members: 3, decisions: 1 });
  });

  it.each([1, 2, 3])('opposite decisions of two admins at once end in one of the two (%i)', async () => {
    const on = await scene();
    const [approved, rejected] = await Promise.all([
      test.call(approveRequest, on.input, on.admins[0]),
      test.call(rejectRequest, on.input, on.admins[1]),
    ]);
    const isIn = approved.status === 200;
    expect([approved.status, rejected.status]).toEqual(isIn ? [200, 409] : [409, 204]);
    expect(await state(on)).toEqual({ status: isIn ? 'approved' : 'rejected', isMember: isIn, members: isIn ? 3 : 2, decisions: 1 });
  });

  it('a decision during a withdrawal ends in one of the two', async () => {
    const on = await scene();
    const own = await test.tokenFor(on.user);
    const [approved, withdrawn] = await Promise.all([
      test.call(approveRequest, on.input, on.admins[0]),
      test.call(withdrawRequest, { society_id: String(on.society._id) }, own),
    ]);
    const isIn = approved.status === 200;
    expect([approved.status, withdrawn.status]).toEqual(isIn ? [200, 409] : [409, 200]);
    expect(await state(on)).toMatchObject({ status: isIn ? 'approved' : 'withdrawn', isMember: isIn });
  });

  it('many parallel decisions in one society are all counted', async () => {
    const on = await scene();
    const more = await Promise.all(Array.from({ length: 6 }, () => build.buildJoinRequest({ society: on.society })));
    const answers = await Promise.all(more.map(({ _id }) => test.call(approveRequest, { request_id: String(_id) }, on.admins[0])));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await state(on)).toMatchObject({ status: 'pending', members: 8 });
  });

  it('a decision about a person who became a member only ends the request', async () => {
    const on = await scene();
    await build.buildMembership({ society: on.society, user: on.user, role: 'moderator' });
    expect((await test.call(approveRequest, on.input, on.admins[0])).status).toBe(200);
    expect(await state(on)).toEqual({ status: 'approved', isMember: true, members: 3, decisions: 1 });
    expect((await Memberships.findOne({ society: on.society._id, user: on.user._id }).lean())?.role).toBe('moderator');
  });

  it('a person who was banned meanwhile cannot be approved, only rejected', async () => {
    const on = await scene();
    await build.buildBan({ society: on.society, user: on.user });
    const { status, error } = await test.call(approveRequest, on.input, on.admins[0]);
    expect([status, error.code]).toEqual([403, 'banned']);
    expect(await state(on)).toEqual({ status: 'pending', isMember: false, members: 2, decisions: 0 });
    expect((await test.call(rejectRequest, on.input, on.admins[0])).status).toBe(204);
  });

  it.each([
    ['unknown', 'f'.repeat(24), 404],
    ['malformed', 'nonsense', 400],
  ])('an %s request is answered with its status', async (_name, request_id, expected) => {
    const { admins } = await scene();
    expect((await test.call(approveRequest, { request_id }, admins[0])).status).toBe(expected);
  });
});
