import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { approveRequest } from '#models/contract/join-requests';
import { stepDown } from '#models/contract/member-list';
import { decideRequests, getOpenRequests } from '#models/contract/request-desk';
import type { Visibility } from '#models/contract/societies';
import { suspendUser } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();
const hourMs = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * hourMs);

const waiting = (society: SocietyDoc, hours: number, over: Parameters<typeof build.buildJoinRequest>[0] = {}) =>
  build.buildJoinRequest({ society, createdAt: hoursAgo(hours), ...over });
const adminOf = (society: SocietyDoc) => test.tokenFor({ _id: society.creator });
/** A society with pending requests of these ages in hours, oldest last. */
async function scene(...ages: number[]) {
  const society = await build.buildSociety();
  const requests = [];
  for (const age of ages) requests.push(await waiting(society, age));
  return { society, requests, ids: requests.map(({ _id }) => String(_id)), admin: await adminOf(society) };
}
const idsOf = ({ data }: { data: { Request_ID: string }[] }) => data.map(({ Request_ID }) => Request_ID);

describe('the open requests', () => {
  it('are those of every society that one runs, oldest first, in pages', async () => {
    const admin = await build.buildUser();
    const [one, two] = [await build.buildSociety({ admin }), await build.buildSociety({ admin })];
    const [young, old, middle] = [await waiting(one, 1), await waiting(one, 30), await waiting(two, 5)];
    await waiting(one, 9, { status: 'rejected' });
    await scene(3);
    const token = await test.tokenFor(admin);
    const first = await test.call(getOpenRequests, { limit: 2 }, token);
    expect([idsOf(first), first.counts]).toEqual([[String(old._id), String(middle._id)], { open: 3 }]);
    expect(first.data[1]).toMatchObject({ Society_ID: String(two._id), Society: { Name: two.name } });
    const rest = await test.call(getOpenRequests, { limit: 2, cursor: first.next ?? '' }, token);
    expect([idsOf(rest), rest.next]).toEqual([[String(young._id)], null]);
    expect(idsOf(await test.call(getOpenRequests, { sort: 'newest' }, token))).toEqual([young, middle, old].map(({ _id }) => String(_id)));
  });

  it('are filtered by words, waiting time and a missing answer, which leaves the count', async () => {
    const { society, admin } = await scene();
    const user = await build.buildUser({ name: 'Zaid Rawashdeh' });
    const named = String((await waiting(society, 2, { user, answer: 'I solder' }))._id);
    const old = String((await waiting(society, 30))._id);
    const found = async (input: object) => {
      const { data, counts } = await test.call(getOpenRequests, input, admin);
      return [idsOf({ data }), counts.open];
    };
    expect(await found({ q: 'rawash' })).toEqual([[named], 2]);
    expect(await found({ q: user.email.toUpperCase() })).toEqual([[named], 2]);
    expect(await found({ q: 'SOLDER' })).toEqual([[named], 2]);
    expect(await found({ q: 'nobody' })).toEqual([[], 2]);
    expect(await found({ waiting_over: 24 })).toEqual([[old], 2]);
    expect(await found({ unanswered: 'true' })).toEqual([[old], 2]);
  });

  it('contain none of a removed society, or one in which the role is lower', async () => {
    const { society, admin } = await scene(1);
    const moderator = await test.tokenFor(await build.buildMember(society, 'moderator'));
    expect((await test.call(getOpenRequests, {}, moderator)).counts).toEqual({ open: 0 });
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() }, $unset: { active: 1 } });
    expect(await test.call(getOpenRequests, {}, admin)).toMatchObject({ data: [], counts: { open: 0 } });
  });

  it.each([{ waiting_over: 0 }, { waiting_over: 'x' }, { sort: 'best' }, { unanswered: 'maybe' }])('refuse %o', async (input) => {
    const { admin } = await scene();
    expect((await test.call(getOpenRequests, input as never, admin)).status).toBe(400);
  });
});

describe("a society's own list", () => {
  it('has words and an order, too', async () => {
    const { society, admin, ids } = await scene(1, 2);
    const user = await build.buildUser({ name: 'Tala Shami' });
    const tala = String((await waiting(society, 9, { user, status: 'rejected' }))._id);
    const society_id = String(society._id);
    expect(idsOf(await test.call(getJoinRequests, { society_id, q: 'tala' }, admin))).toEqual([tala]);
    expect(idsOf(await test.call(getJoinRequests, { society_id, sort: 'oldest' }, admin))).toEqual([tala, ids[1], ids[0]]);
    expect(idsOf(await test.call(getJoinRequests, { society_id }, admin))).toEqual([ids[0], ids[1], tala]);
  });
});

describe('deciding many requests', () => {
  type Row = { visibility: Visibility; testRole: TestRole; expected: string };
  const outcome = (visibility: Visibility, testRole: TestRole): string => {
    if (testRole === 'visitor' || testRole === 'suspended') return '401 unauthorized';
    if (managers.includes(testRole)) return 'approved';
    const isHidden = visibility === 'invite-only' && !['invited', 'member', 'moderator'].includes(testRole);
    return isHidden ? 'not_found' : 'forbidden';
  };
  const rows: Row[] = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => ({ visibility, testRole, expected: outcome(visibility, testRole) })),
  );
  testCells(rows, ({ testRole, expected }) => [testRole, expected])('$visibility: $testRole gets $expected', async (row) => {
    const society = await build.buildSociety({ privacy: { visibility: row.visibility } });
    const request = await waiting(society, 1);
    const person = await buildPersonInRole(row.testRole, society);
    const token = person ? await test.tokenFor(person) : undefined;
    const { status, data, error } = await test.call(decideRequests, { request_ids: [String(request._id)], decision: 'approve' }, token);
    expect(status === 200 ? (data[0]?.code ?? data[0]?.status) : `${status} ${error.code}`).toBe(row.expected);
    const stored = await JoinRequests.findById(request._id).lean();
    expect(stored?.status).toBe(row.expected === 'approved' ? 'approved' : 'pending');
  });

  it('answers each for itself, in order', async () => {
    const { society, ids, admin } = await scene(1, 2, 3);
    const other = await scene(1);
    const banned = await build.buildUser();
    const barred = String((await waiting(society, 1, { user: banned }))._id);
    await build.buildBan({ society, user: banned });
    await test.call(decideRequests, { request_ids: [ids[1]!], decision: 'reject', reason: 'Full' }, admin);
    const asked = ['f'.repeat(24), ids[0]!, other.ids[0]!, ids[1]!, barred, ids[0]!, ids[2]!];
    const { data } = await test.call(decideRequests, { request_ids: asked, decision: 'approve', reason: 'is of a rejection' }, admin);
    expect(data).toEqual([
      { request_id: asked[0], status: 'refused', code: 'not_found' },
      { request_id: ids[0], status: 'approved' },
      { request_id: other.ids[0], status: 'refused', code: 'forbidden' },
      { request_id: ids[1], status: 'refused', code: 'already_decided' },
      { request_id: barred, status: 'refused', code: 'banned' },
      { request_id: ids[2], status: 'approved' },
    ]);
    const reasons = (await JoinRequests.find({ _id: { $in: ids } }).lean()).map(({ status, reason }) => [status, reason]);
    expect(reasons.toSorted()).toEqual([
      ['approved', ''],
      ['approved', ''],
      ['rejected', 'Full'],
    ]);
    expect((await Societies.findById(society._id).lean())?.members).toBe(3);
  });

  it('a repeat gets the same answer and decides nothing again', async () => {
    const { ids, admin } = await scene(1, 2);
    const input = { request_ids: ids, decision: 'approve' as const };
    const first = await test.call(decideRequests, input, admin);
    expect((await test.call(decideRequests, input, admin)).data).toEqual(first.data);
    expect(await Activities.countDocuments({ object: { $in: ids }, verb: 'request.decided' })).toBe(2);
  });

  it('two admins at once decide each request once', async () => {
    const { society, ids, admin } = await scene(...Array.from({ length: 12 }, (_, at) => at + 1));
    const second = await test.tokenFor(await build.buildMember(society, 'admin'));
    const [approved, rejected] = await Promise.all([
      test.call(decideRequests, { request_ids: ids.slice(0, 9), decision: 'approve' }, admin),
      test.call(decideRequests, { request_ids: ids.slice(6).toReversed(), decision: 'reject', reason: 'Full' }, second),
    ]);
    const done = [...approved.data, ...rejected.data].filter(({ status }) => status !== 'refused');
    const refused = [...approved.data, ...rejected.data].filter(({ status }) => status === 'refused');
    expect([done.length, refused.length]).toEqual([12, 3]);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['already_decided']));
    const stored = await JoinRequests.find({ _id: { $in: ids } }).lean();
    for (const { request_id, status } of done) expect(stored.find(({ _id }) => String(_id) === request_id)?.status).toBe(status);
    const members = done.filter(({ status }) => status === 'approved').length;
    expect(await Memberships.countDocuments({ society: society._id })).toBe(2 + members);
    expect(await Activities.countDocuments({ object: { $in: ids }, verb: 'request.decided' })).toBe(12);
  });

  it.each<[name: string, code: string, take: (second: UserDoc, society: SocietyDoc, token: string) => Promise<{ status: number }>]>([
    ['a role lost', 'forbidden', (_second, { _id }, token) => test.call(stepDown, { society_id: String(_id), role: 'member' }, token)],
    [
      'a suspension',
      'unauthorized',
      async ({ _id }) => {
        const platform = await test.tokenFor(await build.buildUser({ role: 'admin' }));
        return test.call(suspendUser, { user_id: String(_id), suspended: true, reason: 'Spam' }, platform);
      },
    ],
  ])('%s in the middle makes the rest %s', { retry: 2 }, async (_name, code, take) => {
    const { society, ids } = await scene(...Array.from({ length: 100 }, (_, at) => at + 1));
    const second = await build.buildMember(society, 'admin');
    const token = await test.tokenFor(second);
    const batch = test.call(decideRequests, { request_ids: ids, decision: 'approve' }, token);
    const approved = () => JoinRequests.countDocuments({ society: society._id, status: 'approved' });
    await expect.poll(approved, { interval: 5, timeout: 20_000 }).toBeGreaterThan(2);
    expect((await take(second, society, token)).status).toBe(200);
    const { data } = await batch;
    const taken = data.findIndex(({ status }) => status === 'refused');
    expect(taken).toBeGreaterThan(2);
    expect(data.slice(0, taken).every(({ status }) => status === 'approved')).toBe(true);
    expect(new Set(data.slice(taken).map((each) => each.code))).toEqual(new Set([code]));
    expect(await JoinRequests.countDocuments({ society: society._id, pending: true })).toBe(100 - taken);
  });

  it('meets a single decision of another admin', async () => {
    const { ids, admin } = await scene(1);
    await test.call(approveRequest, { request_id: ids[0]! }, admin);
    const { data } = await test.call(decideRequests, { request_ids: ids, decision: 'reject' }, admin);
    expect(data).toEqual([{ request_id: ids[0], status: 'refused', code: 'already_decided' }]);
  });

  it.each([
    ['none', []],
    ['more than a hundred', Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(24, '0'))],
    ['a malformed id', ['nonsense']],
  ])('%s are refused', async (_name, request_ids) => {
    const { admin } = await scene();
    expect((await test.call(decideRequests, { request_ids, decision: 'approve' }, admin)).status).toBe(400);
  });
});
