import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin, checkRequest, withdrawRequest } from '#models/contract/join-requests';
import { getSocietyInfo, type Visibility } from '#models/contract/societies';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { Societies, type SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, isSocietyRole, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

async function tokenOf(testRole: TestRole, society: SocietyDoc): Promise<string | undefined> {
  const user = await buildPersonInRole(testRole, society);
  return user ? test.tokenFor(user) : undefined;
}
const at = (society: SocietyDoc) => ({ society_id: String(society._id) });
const membersOf = async (society: SocietyDoc) => (await Societies.findById(society._id).lean())?.members;

describe('asking to join', () => {
  type Row = { visibility: Visibility; approval: boolean; testRole: TestRole; expected: string };
  const outcome = (visibility: Visibility, approval: boolean, testRole: TestRole): string => {
    if (testRole === 'visitor' || testRole === 'suspended') return '401 unauthorized';
    if (testRole === 'member' || testRole === 'moderator' || testRole === 'admin') return 'approved';
    if (visibility === 'invite-only') {
      if (testRole === 'invited') return 'approved';
      return testRole === 'platform admin' ? '403 invitation_needed' : '404 not_found';
    }
    if (testRole === 'banned') return '403 banned';
    return visibility === 'public' && !approval ? 'approved' : 'pending';
  };
  const rows: Row[] = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    [true, false].flatMap((approval) =>
      testRoles.map((testRole) => ({ visibility, approval, testRole, expected: outcome(visibility, approval, testRole) })),
    ),
  );

  testCells(rows, ({ testRole, expected }) => [testRole, expected])(
    '$visibility, approval $approval: $testRole gets $expected, twice',
    async ({ visibility, approval, testRole, expected }) => {
      const society = await build.buildSociety({ privacy: { visibility, joinApproval: approval } });
      const token = await tokenOf(testRole, society);
      const members = await membersOf(society);
      const [first, second] = [await test.call(askToJoin, at(society), token), await test.call(askToJoin, at(society), token)];
      const summary = ({ status, data, error }: typeof first) => (status === 200 ? data.status : `${status} ${error.code}`);
      expect([summary(first), summary(second)]).toEqual([expected, expected]);
      expect(second.data).toEqual(first.data);
      const isNew = expected === 'approved' && !isSocietyRole(testRole);
      expect(await membersOf(society)).toBe((members ?? 0) + (isNew ? 1 : 0));
      expect(await JoinRequests.countDocuments({ society: society._id, pending: true })).toBe(
        expected === 'pending' || (testRole === 'pending' && expected !== 'approved') ? 1 : 0,
      );
      if (testRole === 'invited' && isNew) expect(await Invitations.countDocuments({ society: society._id, open: true })).toBe(0);
    },
  );

  it('five times at once creates one request, or one membership', async () => {
    for (const joinApproval of [true, false]) {
      const society = await build.buildSociety({ privacy: { joinApproval } });
      const token = await tokenOf('outsider', society);
      const answers = await Promise.all(Array.from({ length: 5 }, () => test.call(askToJoin, at(society), token)));
      expect(new Set(answers.map(({ status, data }) => `${status} ${data.status} ${data.Request_ID}`)).size).toBe(1);
      expect(await JoinRequests.countDocuments({ society: society._id })).toBe(joinApproval ? 1 : 0);
      expect(await membersOf(society)).toBe(joinApproval ? 1 : 2);
    }
  });

  it('by many people at once counts each', { tags: ['long'] }, async () => {
    const society = await build.buildSociety({ privacy: { joinApproval: false } });
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf('outsider', society)));
    const answers = await Promise.all(tokens.map((token) => test.call(askToJoin, at(society), token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await membersOf(society)).toBe(9);
    expect(await Memberships.countDocuments({ society: society._id })).toBe(9);
  });

  it('again is allowed after a rejection, which stays in the history', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser();
    await build.buildJoinRequest({ society, user, status: 'rejected', reason: 'Full', createdAt: new Date(Date.now() - 1e6) });
    const token = await test.tokenFor(user);
    expect((await test.call(checkRequest, at(society), token)).data).toBe('rejected');
    expect((await test.call(askToJoin, { ...at(society), answer: 'Please' }, token)).data.status).toBe('pending');
    expect((await test.call(checkRequest, at(society), token)).data).toBe('pending');
    const { data } = await test.call(getJoinRequests, { ...at(society), status: 'pending' }, await tokenOf('admin', society));
    expect(data[0]?.History.map(({ Status, Reason }) => [Status, Reason])).toEqual([
      ['pending', ''],
      ['rejected', 'Full'],
      ['pending', ''],
    ]);
    expect(data[0]?.Answer).toBe('Please');
  });

  it('joins a person with a pending request at once where approval was turned off meanwhile', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser();
    const request = await build.buildJoinRequest({ society, user });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.joinApproval': false } });
    expect((await test.call(askToJoin, at(society), await test.tokenFor(user))).data.status).toBe('approved');
    expect((await JoinRequests.findById(request._id).lean())?.status).toBe('approved');
  });

  it('needs a verified address where verification is on', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser({ verifiedAt: null });
    const token = await test.tokenFor(user);
    test.app.settings.emailVerification = true;
    const { status, error } = await test.call(askToJoin, at(society), token);
    test.app.settings.emailVerification = false;
    expect([status, error.code]).toEqual([403, 'email_unverified']);
  });
});

describe('withdrawing a join request', () => {
  it('ends the open request; a repeat gets the same answer', async () => {
    const society = await build.buildSociety();
    const token = await tokenOf('pending', society);
    const first = await test.call(withdrawRequest, at(society), token);
    expect(first).toMatchObject({ status: 200, data: { version: 2 } });
    expect(await test.call(withdrawRequest, at(society), token)).toMatchObject({ status: 200, data: first.data });
    expect((await test.call(checkRequest, at(society), token)).data).toBeNull();
    expect((await test.call(getSocietyInfo, at(society), token)).data.Request_Status).toBeNull();
    const list = await test.call(getJoinRequests, at(society), await tokenOf('admin', society));
    expect([list.data, list.counts.total]).toEqual([[], 0]);
  });

  it.each([
    ['nothing was asked', 'outsider', 409],
    ['one is a member', 'member', 409],
    ['nobody is signed in', 'visitor', 401],
  ] as const)('is refused where %s', async (_name, testRole, expected) => {
    const society = await build.buildSociety();
    expect((await test.call(withdrawRequest, at(society), await tokenOf(testRole, society))).status).toBe(expected);
  });

  it.each(['private', 'invite-only'] as const)(
    'is still possible where the society became %s; a repeat gets the same answer',
    async (to) => {
      const society = await build.buildSociety({ privacy: { visibility: to } });
      const user = await build.buildUser();
      await build.buildJoinRequest({ society, user });
      const token = await test.tokenFor(user);
      expect((await test.call(checkRequest, at(society), token)).data).toBe('pending');
      for (let i = 0; i < 2; i++)
        expect(await test.call(withdrawRequest, at(society), token)).toMatchObject({ status: 200, data: { version: 2 } });
      expect(await test.call(checkRequest, at(society), token)).toMatchObject({ status: 200, data: null });
      const stranger = await tokenOf('outsider', society);
      expect((await test.call(withdrawRequest, at(society), stranger)).status).toBe(to === 'private' ? 409 : 404);
      expect((await test.call(checkRequest, at(society), stranger)).status).toBe(to === 'private' ? 200 : 404);
    },
  );

  it('is not found for a removed society', async () => {
    const society = await build.buildSociety({ removedAt: new Date() });
    const user = await build.buildUser();
    await build.buildJoinRequest({ society, user });
    expect((await test.call(withdrawRequest, at(society), await test.tokenFor(user))).status).toBe(404);
  });

  it('is refused once it was decided', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser();
    await build.buildJoinRequest({ society, user, status: 'rejected' });
    const { status, error } = await test.call(withdrawRequest, at(society), await test.tokenFor(user));
    expect([status, error.code]).toEqual([409, 'not_pending']);
  });
});

describe('the list of join requests', () => {
  const rows = (['public', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isSeen = visibility === 'public' || insiders.includes(testRole) || testRole === 'invited';
      const status = testRole === 'visitor' || testRole === 'suspended' ? 401 : managers.includes(testRole) ? 200 : isSeen ? 403 : 404;
      return { visibility, testRole, status };
    }),
  );

  testCells(rows, ({ testRole, status }) => [testRole, status])(
    '$visibility: $testRole gets $status, for the list and for decisions',
    async ({ visibility, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const [one, other] = [await build.buildJoinRequest({ society }), await build.buildJoinRequest({ society })];
      const token = await tokenOf(testRole, society);
      expect((await test.call(getJoinRequests, at(society), token)).status).toBe(status);
      expect((await test.call(approveRequest, { request_id: String(one._id) }, token)).status).toBe(status);
      expect((await test.call(rejectRequest, { request_id: String(other._id) }, token)).status).toBe(status === 200 ? 204 : status);
      expect(await JoinRequests.countDocuments({ _id: { $in: [one._id, other._id] }, pending: true })).toBe(status === 200 ? 0 : 2);
    },
  );

  it('shows names, addresses and answers, filters by status, pages and counts', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser({ name: 'Layla', image: '/l.svg' });
    const request = await build.buildJoinRequest({ society, user, answer: 'I like it' });
    for (const status of ['approved', 'rejected', 'rejected', 'withdrawn'] as const) await build.buildJoinRequest({ society, status });
    const token = await tokenOf('admin', society);
    const pending = await test.call(getJoinRequests, { ...at(society), status: 'pending' }, token);
    expect(pending.counts).toEqual({ pending: 1, approved: 1, rejected: 2, total: 4 });
    expect(pending.data).toEqual([
      {
        Request_ID: String(request._id),
        User: String(user._id),
        User_Name: 'Layla',
        User_Email: user.email,
        User_Photo: '/l.svg',
        Status: 'pending',
        CreatedAt: request.createdAt.toISOString(),
        Answer: 'I like it',
        Decided_By: null,
        Decided_At: null,
        Reason: '',
        History: [{ Status: 'pending', At: request.createdAt.toISOString(), By: 'Layla', Reason: '' }],
        version: 1,
      },
    ]);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await test.call(getJoinRequests, { ...at(society), limit: 3, ...(cursor ? { cursor } : {}) }, token);
      seen.push(...page.data.map(({ Request_ID }) => Request_ID));
      cursor = page.next;
    } while (cursor);
    expect(new Set(seen).size).toBe(4);
    expect(seen.length).toBe(4);
  });
});
