import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getBans, unban } from '#models/contract/bans';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { removeMember, updateMemberRole } from '#models/contract/member-list';
import type { SocietyRole } from '#models/contract/societies';
import { Bans } from '#models/db/bans';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, isSocietyRole, managers, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const visibilities = ['public', 'private', 'invite-only'] as const;
const tokenOf = async (user: { _id: Id } | null) => (user ? test.tokenFor(user) : undefined);

/** A society with an admin and a person in this role. */
async function scene(role: SocietyRole = 'member') {
  const society = await build.buildSociety();
  const person = await build.buildMember(society, role);
  const input = { society_id: String(society._id), user_id: String(person._id) };
  const state = async () => ({
    isMember: (await Memberships.countDocuments({ society: society._id, user: person._id })) === 1,
    members: (await Societies.findById(society._id).lean())?.members,
    bans: await Bans.countDocuments({ society: society._id, user: person._id }),
  });
  return { society, person, input, state, admin: await test.tokenFor({ _id: society.creator }) };
}

describe('who may remove, ban, unban and see bans', () => {
  const cells = visibilities.flatMap((visibility) => testRoles.map((testRole) => ({ visibility, testRole })));
  testCells(cells, ({ visibility, testRole }) => [visibility === 'invite-only', testRole])(
    'in a $visibility society: $testRole',
    async ({ visibility, testRole }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const person = await build.buildMember(society);
      const token = await tokenOf(await buildPersonInRole(testRole, society));
      const input = { society_id: String(society._id), user_id: String(person._id) };
      const answers = [
        await test.call(getBans, { society_id: input.society_id }, token),
        await test.call(removeMember, { ...input, ban: 'true' }, token),
        await test.call(unban, input, token),
      ];
      const isHidden = visibility === 'invite-only' && !isSocietyRole(testRole) && !['platform admin', 'invited'].includes(testRole);
      const refused = testRole === 'visitor' || testRole === 'suspended' ? 401 : isHidden ? 404 : 403;
      expect(answers.map(({ status }) => status)).toEqual(managers.includes(testRole) ? [200, 204, 200] : [refused, refused, refused]);
    },
  );
});

describe('removing a member', () => {
  it.each(['member', 'moderator'] as const)('ends the membership of a %s, once', async (role) => {
    const { input, state, admin } = await scene(role);
    expect((await test.call(removeMember, input, admin)).status).toBe(204);
    expect((await test.call(removeMember, input, admin)).status).toBe(204);
    expect(await state()).toEqual({ isMember: false, members: 1, bans: 0 });
  });

  it('is refused for admins, whoever asks', async () => {
    const { input, state, person, admin } = await scene('admin');
    const platform = await test.tokenFor(await build.buildUser({ role: 'admin' }));
    for (const token of [admin, platform, await test.tokenFor(person)])
      for (const ban of ['true', 'false'] as const) {
        const { status, error } = await test.call(removeMember, { ...input, ban }, token);
        expect([status, error.code]).toEqual([409, 'is_admin']);
      }
    expect(await state()).toEqual({ isMember: true, members: 2, bans: 0 });
  });

  it.each([
    ['an unknown person', { user_id: String(newId()) }, 404],
    ['a malformed id', { user_id: 'nonsense' }, 400],
    ['an unknown society', { society_id: String(newId()) }, 404],
    ['a ban that is neither yes nor no', { ban: 'perhaps' }, 400],
  ])('%s', async (_name, over, expected) => {
    const { input, admin } = await scene();
    expect((await test.call(removeMember, { ...input, ...over }, admin)).status).toBe(expected);
  });

  it('does not keep the person from joining again', async () => {
    const { person, input, admin } = await scene();
    await test.call(removeMember, input, admin);
    const { status, data } = await test.call(askToJoin, { society_id: input.society_id }, await test.tokenFor(person));
    expect([status, data.status]).toEqual([200, 'pending']);
  });

  it('and promoting to admin at once ends in one of the two', async () => {
    const { input, state, admin } = await scene();
    const [removed, made] = await Promise.all([
      test.call(removeMember, input, admin),
      test.call(updateMemberRole, { society_id: input.society_id, member: input.user_id, role: 'admin' }, admin),
    ]);
    const isRemoved = removed.status === 204;
    expect([removed.status, made.status]).toEqual(isRemoved ? [204, 404] : [409, 200]);
    expect((await state()).isMember).toBe(!isRemoved);
  });
});

describe('a ban', () => {
  it('keeps the person out until it is lifted', async () => {
    const { person, input, state, admin } = await scene();
    for (let i = 0; i < 2; i++) expect((await test.call(removeMember, { ...input, ban: 'true' }, admin)).status).toBe(204);
    expect(await state()).toEqual({ isMember: false, members: 1, bans: 1 });
    const own = await test.tokenFor(person);
    const ask = () => test.call(askToJoin, { society_id: input.society_id }, own);
    const refused = await ask();
    expect([refused.status, refused.error.code]).toEqual([403, 'banned']);
    for (let i = 0; i < 2; i++) expect((await test.call(unban, input, admin)).status).toBe(200);
    expect((await ask()).status).toBe(200);
  });

  it('ends a pending request and open invitations, by person and by address', async () => {
    const society = await build.buildSociety();
    const user = await build.buildUser();
    const request = await build.buildJoinRequest({ society, user });
    const invitation = await build.buildInvitation({ society, user });
    const mailed = await build.buildInvitation({ society, emailFolded: user.emailFolded });
    const elsewhere = await build.buildInvitation({ user });
    const admin = await test.tokenFor({ _id: society.creator });
    const input = { society_id: String(society._id), user_id: String(user._id), ban: 'true' as const };
    expect((await test.call(removeMember, input, admin)).status).toBe(204);
    expect(await JoinRequests.findById(request._id).lean()).toMatchObject({ status: 'rejected', decidedBy: society.creator });
    const statuses = await Promise.all([invitation, mailed, elsewhere].map(({ _id }) => Invitations.findById(_id).lean()));
    expect(statuses.map((each) => [each?.status, each?.open])).toEqual([
      ['ended', undefined],
      ['ended', undefined],
      ['pending', true],
    ]);
    const { status } = await test.call(approveRequest, { request_id: String(request._id) }, admin);
    expect(status).toBe(409);
  });

  it.each([1, 2, 3])('during a join never leaves a banned member (%i)', async () => {
    const society = await build.buildSociety({ privacy: { joinApproval: false } });
    const user = await build.buildUser();
    const input = { society_id: String(society._id), user_id: String(user._id), ban: 'true' as const };
    await Promise.all([
      test.call(removeMember, input, await test.tokenFor({ _id: society.creator })),
      test.call(askToJoin, { society_id: input.society_id }, await test.tokenFor(user)),
    ]);
    expect(await Bans.countDocuments({ society: society._id })).toBe(1);
    expect(await Memberships.countDocuments({ society: society._id, user: user._id })).toBe(0);
    expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 1 });
  });

  it('by two admins at once is stored once', async () => {
    const { society, input, state, admin } = await scene();
    const second = await test.tokenFor(await build.buildMember(society, 'admin'));
    const answers = await Promise.all([admin, second].map((token) => test.call(removeMember, { ...input, ban: 'true' }, token)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await state()).toEqual({ isMember: false, members: 2, bans: 1 });
  });
});

describe('the list of bans', () => {
  it('shows who was banned, when and by whom, the latest first, in pages', async () => {
    const society = await build.buildSociety();
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const people = [];
    for (let day = 1; day <= 3; day++) {
      const user = await build.buildUser();
      people.unshift(user);
      await build.buildBan({ society, user, by: society.creator, at: at(day) });
    }
    await build.buildBan();
    const admin = await test.tokenFor({ _id: society.creator });
    const first = await test.call(getBans, { society_id: String(society._id), limit: 2 }, admin);
    const rest = await test.call(getBans, { society_id: String(society._id), cursor: first.next ?? '' }, admin);
    expect([...first.data, ...rest.data].map(({ ID }) => ID)).toEqual(people.map(({ _id }) => String(_id)));
    expect(rest.next).toBeNull();
    expect(first.data[0]).toMatchObject({ Name: people[0]?.name, Banned_At: at(3).toISOString(), Banned_By: expect.stringMatching(/./) });
    expect(JSON.stringify(first.data)).not.toContain('@');
  });
});
