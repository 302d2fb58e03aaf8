import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { addDays } from '#models/contract/days';
import { getAllMembers, removeMember, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety, membershipChanged } from '#models/contract/members';
import { getRoleHistory, getRoleTerm, setRoleTerm } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { suspendUser } from '#models/contract/users';
import { AuditEntries } from '#models/db/audit-entries';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { RolePeriods } from '#models/db/role-periods';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

const dayMs = 86_400_000;
const inDays = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);
const membershipOf = (society: { _id: Id }, user: { _id: Id }) => Memberships.findOne({ society: society._id, user: user._id }).lean();

/** A society with an admin and a person in this role. */
async function scene(role: SocietyRole = 'member') {
  const society = await build.buildSociety();
  const person = await build.buildMember(society, role);
  const society_id = String(society._id);
  return { society, society_id, person, member: String(person._id), admin: await test.tokenFor({ _id: society.creator }) };
}

describe('a role with a last day', () => {
  it.each(['moderator', 'admin'] as const)('is given as %s, shown in the list and on open screens', async (role) => {
    const { society, society_id, person, member, admin } = await scene();
    const socket = await openSocket(test.url, { token: await test.tokenFor(person) });
    const until = inDays(200);
    const { status, data } = await test.call(setRoleTerm, { society_id, member, role, until }, admin);
    expect([status, data]).toEqual([
      200,
      { society_id, user_id: member, Role: role, Role_Until: until, Member_Count: 2, rev: society.rev + 2 },
    ]);
    const { payload } = await socket.next(membershipChanged);
    expect(payload).toMatchObject({ Role: role, rev: data.rev, member: { Role_Until: until } });
    const listed = (await test.call(getAllMembers, { society_id }, admin)).data;
    expect(listed.map(({ ID, Role_Until }) => [ID, Role_Until])).toContainEqual([member, until]);
    expect((await AuditEntries.findOne({ society: society._id, call: 'setRoleTerm' }).lean())?.details).toEqual({
      role,
      until,
      successor_id: 'null',
    });
    socket.close();
  });

  it('is changed and cleared later, without a change of the role', async () => {
    const { society, society_id, person, member, admin } = await scene('moderator');
    const call = (until: string | null) => test.call(setRoleTerm, { society_id, member, role: 'moderator', until }, admin);
    await call(inDays(200));
    const { data } = await call(inDays(300));
    expect((await call(inDays(300))).data).toEqual(data);
    expect(await membershipOf(society, person)).toMatchObject({ role: 'moderator', roleUntil: inDays(300) });
    expect((await RolePeriods.findOne({ user: person._id }).lean())?.until).toBe(inDays(300));
    await call(null);
    const { roleUntil, roleEndsAt, roleDueAt, roleTermBy } = (await membershipOf(society, person)) ?? {};
    expect([roleUntil, roleEndsAt, roleDueAt, roleTermBy]).toEqual([undefined, undefined, undefined, undefined]);
    const listed = (await test.call(getAllMembers, { society_id }, admin)).data;
    expect(listed.some((each) => 'Role_Until' in each)).toBe(false);
  });

  it('has no end any more after another role was given', async () => {
    const { society, society_id, person, member, admin } = await scene();
    await test.call(setRoleTerm, { society_id, member, role: 'moderator', until: inDays(30) }, admin);
    await test.call(updateMemberRole, { society_id, member, role: 'admin' }, admin);
    expect((await membershipOf(society, person))?.roleUntil).toBeUndefined();
  });

  it.each([
    ['a day that has passed', async () => ({ until: inDays(-2) }), 400],
    ['a day in six years', async () => ({ until: inDays(6 * 366) }), 400],
    ['the role of a member', async () => ({ role: 'member' }), 400],
    ['a person who is not a member', async () => ({ member: String((await build.buildUser())._id) }), 404],
    ['a successor of a moderator', async () => ({ successor_id: String((await build.buildUser())._id) }), 400],
  ])('is refused for %s', async (_name, over, expected) => {
    const { society_id, member, admin } = await scene();
    const input = { society_id, member, role: 'moderator', until: inDays(30), ...(await over()) } as never;
    expect((await test.call(setRoleTerm, input, admin)).status).toBe(expected);
  });

  it('cannot lower an admin', async () => {
    const { society_id, member, admin } = await scene('admin');
    const { status, error } = await test.call(setRoleTerm, { society_id, member, role: 'moderator', until: inDays(30) }, admin);
    expect([status, error.code]).toEqual([409, 'is_admin']);
  });

  it('ends at once for oneself, but not before 14 days for another admin', async () => {
    const { society, society_id, person, member, admin } = await scene('admin');
    const other = await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(5) }, admin);
    expect([other.status, Object.keys(other.error.fields ?? {})]).toEqual([400, ['until']]);
    expect((await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(20) }, admin)).status).toBe(200);
    expect(
      (await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(5) }, await test.tokenFor(person))).status,
    ).toBe(200);
    // Unchanged by the other admin, who names a successor.
    const successor_id = String((await build.buildMember(society))._id);
    expect((await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(5), successor_id }, admin)).status).toBe(200);
  });
});

describe('a successor', () => {
  async function named() {
    const found = await scene('admin');
    const successor = await build.buildMember(found.society);
    const successor_id = String(successor._id);
    const { society_id, member, admin } = found;
    const input = { society_id, member, role: 'admin', until: inDays(200), successor_id } as const;
    expect((await test.call(setRoleTerm, input, admin)).status).toBe(200);
    return { ...found, successor, successor_id, input };
  }

  it('is shown to admins', async () => {
    const { society_id, member, admin, successor_id, successor } = await named();
    const { data } = await test.call(getRoleTerm, { society_id, member }, admin);
    expect(data).toEqual({
      ID: member,
      Role: 'admin',
      Until: inDays(200),
      Successor: { ID: successor_id, Name: successor.name, Photo: successor.image },
    });
  });

  it.each([
    ['the admin', async ({ member }: { member: string }) => member],
    ['a person who is not a member', async () => String((await build.buildUser())._id)],
    [
      'a suspended member',
      async ({ society }: { society: { _id: Id } }) => {
        const user = await build.buildUser({ suspendedAt: new Date() });
        await build.buildMembership({ society, user });
        return String(user._id);
      },
    ],
  ])('cannot be %s', async (_name, who) => {
    const found = await scene('admin');
    const { society_id, member, admin } = found;
    const input = { society_id, member, role: 'admin', until: inDays(200), successor_id: await who(found) } as const;
    const { status, error } = await test.call(setRoleTerm, input, admin);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['successor_id']]);
  });

  it.each([
    [
      'leaves',
      async ({ society_id, successor }: Awaited<ReturnType<typeof named>>) =>
        test.call(leaveSociety, { society_id }, await test.tokenFor(successor)),
    ],
    [
      'is removed',
      ({ society_id, successor_id, admin }: Awaited<ReturnType<typeof named>>) =>
        test.call(removeMember, { society_id, user_id: successor_id }, admin),
    ],
    [
      'is suspended',
      async ({ successor_id }: Awaited<ReturnType<typeof named>>) =>
        test.call(
          suspendUser,
          { user_id: successor_id, suspended: true, reason: 'Spam' },
          await test.tokenFor(await build.buildUser({ role: 'admin' })),
        ),
    ],
  ])('is cleared when the person %s', async (_name, act) => {
    const found = await named();
    expect((await act(found)).status).toBeLessThan(300);
    expect(await membershipOf(found.society, found.person)).toMatchObject({ role: 'admin', roleUntil: inDays(200) });
    expect((await membershipOf(found.society, found.person))?.successor).toBeUndefined();
  });
});

describe('the history of roles', () => {
  it('says who had which role, from whom, from when to when, and why it ended', async () => {
    const { society, society_id, person, member, admin } = await scene();
    const other = await build.buildMember(society);
    await test.call(updateMemberRole, { society_id, member, role: 'moderator' }, admin);
    await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(100) }, admin);
    await test.call(stepDown, { society_id, role: 'member' }, await test.tokenFor(person));
    await test.call(updateMemberRole, { society_id, member: String(other._id), role: 'moderator' }, admin);
    await test.call(removeMember, { society_id, user_id: String(other._id) }, admin);
    const { data } = await test.call(getRoleHistory, { society_id }, admin);
    const by = String(society.creator);
    expect(data.map((each) => [each.Person.ID, each.Role, each.Given_By?.ID, each.Until, each.End, each.Ended_By?.ID])).toEqual([
      [String(other._id), 'moderator', by, null, 'removed', by],
      [member, 'admin', by, inDays(100), 'changed', member],
      [member, 'moderator', by, null, 'changed', by],
      [by, 'admin', undefined, null, null, undefined],
    ]);
    expect(data.map(({ From, Ended_At }) => [typeof From, Ended_At === null])).toEqual([
      ['string', false],
      ['string', false],
      ['string', false],
      ['string', true],
    ]);
  });

  it('is read in pages', async () => {
    const { society, society_id, admin } = await scene('moderator');
    for (let at = 0; at < 3; at++) await build.buildMembership({ society, role: 'moderator', joinedAt: new Date(Date.now() - at * dayMs) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, next } = await test.call(getRoleHistory, { society_id, limit: 2, ...(cursor && { cursor }) }, admin);
      seen.push(...data.map(({ ID }) => ID));
      cursor = next ?? undefined;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it('has a role from before it, once that role ends', async () => {
    const { society_id, person, member, admin } = await scene('moderator');
    await RolePeriods.deleteMany({ user: person._id });
    await test.call(leaveSociety, { society_id }, await test.tokenFor(person));
    const { data } = await test.call(getRoleHistory, { society_id }, admin);
    expect(data).toContainEqual(expect.objectContaining({ From: null, Given_By: null, End: 'left', Role: 'moderator' }));
    expect(data.find(({ Person }) => Person.ID === member)?.Ended_At).not.toBeNull();
  });
});
