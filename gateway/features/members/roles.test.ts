import { describe, expect, it } from 'vitest';
import { anotherGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { getSocietyInfo, type SocietyRole } from '#models/contract/societies';
import { Activities } from '#models/db/activities';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, isSocietyRole, managers, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const visibilities = ['public', 'private', 'invite-only'] as const;
const tokenOf = async (user: { _id: Id } | null) => (user ? test.tokenFor(user) : undefined);
const roleOf = async (society: { _id: Id }, user: { _id: Id }) =>
  (await Memberships.findOne({ society: society._id, user: user._id }).lean())?.role ?? null;

/** A society with an admin and a person in this role. */
async function scene(role: SocietyRole = 'member') {
  const society = await build.buildSociety();
  const person = await build.buildMember(society, role);
  const society_id = String(society._id);
  return { society, society_id, person, member: String(person._id), admin: await test.tokenFor({ _id: society.creator }) };
}

describe('who may change roles', () => {
  const cells = visibilities.flatMap((visibility) => testRoles.map((testRole) => ({ visibility, testRole })));
  testCells(cells, ({ visibility, testRole }) => [visibility === 'invite-only', testRole])(
    'in a $visibility society: $testRole',
    async ({ visibility, testRole }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const person = await build.buildMember(society);
      const input = { society_id: String(society._id), member: String(person._id), role: 'moderator' as const };
      const { status } = await test.call(updateMemberRole, input, await tokenOf(await buildPersonInRole(testRole, society)));
      const isHidden = visibility === 'invite-only' && !isSocietyRole(testRole) && !['platform admin', 'invited'].includes(testRole);
      const refused = isHidden ? 404 : 403;
      expect(status).toBe(testRole === 'visitor' || testRole === 'suspended' ? 401 : managers.includes(testRole) ? 200 : refused);
      expect(await roleOf(society, person)).toBe(status === 200 ? 'moderator' : 'member');
    },
  );
});

describe('changing a role', () => {
  it.each([
    ['member', 'moderator'],
    ['member', 'admin'],
    ['moderator', 'member'],
    ['moderator', 'admin'],
  ] as const)('turns a %s into a %s, once', async (before, role) => {
    const { society, society_id, person, member, admin } = await scene(before);
    const first = await test.call(updateMemberRole, { society_id, member, role }, admin);
    expect(first.data).toEqual({ society_id, user_id: member, Role: role, Member_Count: 2, rev: society.rev + 2 });
    const again = await test.call(updateMemberRole, { society_id, member, role }, admin);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await roleOf(society, person)).toBe(role);
    expect(await Activities.countDocuments({ object: person._id, verb: 'member.role' })).toBe(1);
    const { data } = await test.call(getSocietyInfo, { society_id }, await test.tokenFor(person));
    expect(data).toMatchObject({ Role: role, Member_Count: 2, rev: first.data.rev });
  });

  it('is refused for an admin', async () => {
    const { society, society_id, person, member, admin } = await scene('admin');
    const platform = await test.tokenFor(await build.buildUser({ role: 'admin' }));
    for (const token of [admin, platform, await test.tokenFor(person)]) {
      const { status, error } = await test.call(updateMemberRole, { society_id, member, role: 'member' }, token);
      expect([status, error.code]).toEqual([409, 'is_admin']);
    }
    expect(await roleOf(society, person)).toBe('admin');
  });

  it.each([
    ['a person who is not a member', async () => ({ member: String((await build.buildUser())._id) }), 404],
    ['an unknown person', async () => ({ member: String(newId()) }), 404],
    ['a malformed id', async () => ({ member: 'nonsense' }), 400],
    ['an invalid role', async () => ({ role: 'king' }), 400],
  ])('is refused for %s', async (_name, over, expected) => {
    const { society_id, member, admin } = await scene();
    expect((await test.call(updateMemberRole, { society_id, member, role: 'moderator', ...(await over()) }, admin)).status).toBe(expected);
  });

  it('needs a verified address', async () => {
    const strict = await anotherGateway(test.app, { emailVerification: true });
    const admin = await build.buildUser({ verifiedAt: null });
    const society = await build.buildSociety({ admin });
    const person = await build.buildMember(society, 'admin');
    const payload = { society_id: String(society._id), member: String(person._id), role: 'member' };
    const headers = { authorization: `Bearer ${await test.tokenFor(admin)}` };
    for (const { path } of [updateMemberRole, stepDown, leaveSociety]) {
      const answer = await strict.app.inject({ method: 'PUT', url: path, payload, headers });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'email_unverified']);
    }
    await strict.close();
  });
});

describe('stepping down', () => {
  it.each(['moderator', 'member'] as const)('to %s works while another admin remains, once', async (role) => {
    const { society, society_id, person } = await scene('admin');
    const token = await test.tokenFor(person);
    const first = await test.call(stepDown, { society_id, role }, token);
    expect(first.data).toMatchObject({ Role: role, rev: society.rev + 2 });
    const again = await test.call(stepDown, { society_id, role }, token);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await roleOf(society, person)).toBe(role);
  });

  it('is refused to the only admin', async () => {
    const { society, society_id, admin } = await scene('moderator');
    const { status, error } = await test.call(stepDown, { society_id, role: 'member' }, admin);
    expect([status, error.code]).toEqual([409, 'only_admin']);
    expect(await roleOf(society, { _id: society.creator })).toBe('admin');
  });

  it.each([
    ['outsider', 403],
    ['member', 403],
    ['platform admin', 403],
    ['moderator', 200],
  ] as const)('to moderator answers %s with %i', async (testRole, expected) => {
    const { society, society_id } = await scene('admin');
    const user = await buildPersonInRole(testRole, society);
    expect((await test.call(stepDown, { society_id, role: 'moderator' }, await tokenOf(user))).status).toBe(expected);
  });

  it.each([1, 2, 3])('by two admins at once leaves one (%i)', async () => {
    const { society, society_id, person, admin } = await scene('admin');
    const tokens = [admin, await test.tokenFor(person)];
    const answers = await Promise.all(tokens.map((token) => test.call(stepDown, { society_id, role: 'member' }, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await Memberships.countDocuments({ society: society._id, role: 'admin' })).toBe(1);
  });

  it('by one admin while the other leaves leaves one', async () => {
    const { society, society_id, person, admin } = await scene('admin');
    const answers = await Promise.all([
      test.call(stepDown, { society_id, role: 'member' }, admin),
      test.call(leaveSociety, { society_id }, await test.tokenFor(person)),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await Memberships.countDocuments({ society: society._id, role: 'admin' })).toBe(1);
  });
});

describe('leaving', () => {
  it.each(['member', 'moderator', 'admin'] as const)('ends the membership of a %s, once', async (role) => {
    const { society, society_id, person, member } = await scene(role);
    const token = await test.tokenFor(person);
    const first = await test.call(leaveSociety, { society_id }, token);
    expect(first.data).toEqual({ society_id, user_id: member, Role: null, Member_Count: 1, rev: society.rev + 2 });
    const again = await test.call(leaveSociety, { society_id }, token);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(await roleOf(society, person)).toBeNull();
    expect(await Activities.countDocuments({ object: person._id, verb: 'member.left' })).toBe(1);
  });

  it('is refused to the only admin', async () => {
    const { society, society_id, admin } = await scene();
    const { status, error } = await test.call(leaveSociety, { society_id }, admin);
    expect([status, error.code]).toEqual([409, 'only_admin']);
    expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 2 });
  });

  it('is not found for people who may not see the society', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
    const token = await test.tokenFor(await build.buildUser());
    expect((await test.call(leaveSociety, { society_id: String(society._id) }, token)).status).toBe(404);
  });

  it('by many at once counts each', { tags: ['long'] }, async () => {
    const { society, society_id } = await scene();
    const people = await Promise.all(Array.from({ length: 6 }, () => build.buildMember(society)));
    const tokens = await Promise.all(people.map((person) => test.tokenFor(person)));
    const answers = await Promise.all(tokens.map((token) => test.callWithRetry(leaveSociety, { society_id }, token)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 2 });
  });
});
