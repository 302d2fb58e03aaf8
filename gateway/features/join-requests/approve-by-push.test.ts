import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { rejectRequest } from '#models/contract/join-request-queue';
import { approveByPush } from '#models/contract/request-desk';
import { Bans } from '#models/db/bans';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { makeApprovalToken, OneTimeTokens } from '#models/db/one-time-tokens';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

/** A request, and the token of an admin's push about it. */
async function scene() {
  const society = await build.buildSociety();
  const admin = await build.buildMember(society, 'admin');
  const request = await build.buildJoinRequest({ society });
  const action_token = await makeApprovalToken(admin._id, request._id);
  const press = () => test.call(approveByPush, { action_token });
  const status = async () => (await JoinRequests.findById(request._id).lean())?.status;
  return { society, admin, request, press, status };
}
type Scene = Awaited<ReturnType<typeof scene>>;

describe("a push's button", () => {
  it('approves in the name of its owner, without a session, once', async () => {
    const on = await scene();
    expect(await on.press()).toMatchObject({ status: 200, data: { request_id: String(on.request._id), status: 'approved' } });
    expect((await JoinRequests.findById(on.request._id).lean())?.decidedBy).toEqual(on.admin._id);
    expect(await Memberships.countDocuments({ society: on.society._id, user: on.request.user })).toBe(1);
    expect(await on.press()).toMatchObject({ status: 400 });
  });

  it.each<[name: string, code: string, before: (on: Scene) => Promise<unknown>]>([
    ['who lost the role', 'forbidden', ({ admin }) => Memberships.updateOne({ user: admin._id }, { $set: { role: 'member' } })],
    ['who left', 'forbidden', ({ admin }) => Memberships.deleteOne({ user: admin._id })],
    ['who was suspended', 'unauthorized', ({ admin }) => Users.updateOne({ _id: admin._id }, { $set: { suspendedAt: new Date() } })],
    ['of a removed society', 'not_found', ({ society }) => Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() } })],
    [
      'about somebody banned since',
      'banned',
      ({ society, request }) => Bans.create([{ society: society._id, user: request.user, by: society.creator, at: new Date() }]),
    ],
    [
      'after a rejection',
      'already_decided',
      async ({ society, request }) =>
        test.call(rejectRequest, { request_id: String(request._id) }, await test.tokenFor({ _id: society.creator })),
    ],
  ])('of an admin %s does nothing', async (_name, code, before) => {
    const on = await scene();
    await before(on);
    const was = await on.status();
    expect((await on.press()).error.code).toBe(code);
    expect(await on.status()).toBe(was);
  });

  it('does nothing after two days, or with another token', async () => {
    const on = await scene();
    await OneTimeTokens.updateMany({ user: on.admin._id }, { $set: { expiresAt: new Date(0) } });
    expect(await on.press()).toMatchObject({ status: 400, error: { fields: { action_token: 'This link is no longer valid' } } });
    expect((await test.call(approveByPush, { action_token: 'nonsense' })).status).toBe(400);
    expect(await on.status()).toBe('pending');
  });
});
