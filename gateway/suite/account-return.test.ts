import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { deleteAccount } from '#models/contract/account';
import { login, restoreAccount } from '#models/contract/auth';
import { addDays } from '#models/contract/days';
import { askDemotion } from '#models/contract/demotions';
import { getInvitations, invite } from '#models/contract/invitations';
import { removeMember, stepDown } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { resolveReport } from '#models/contract/reports';
import { getRoleHistory, setRoleTerm } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { suspendUser } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { AdminClaims } from '#models/db/admin-claims';
import { Bans } from '#models/db/bans';
import { Demotions } from '#models/db/demotions';
import { HeldDocuments } from '#models/db/held-documents';
import { Invitations } from '#models/db/invitations';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import { RolePeriods } from '#models/db/role-periods';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { restorePerson } from '#workers/accounts/restore-person';
import { withdrawPerson } from '#workers/accounts/withdraw-person';
import { publishOverdue, publishScheduled } from '#workers/activity/publish-scheduled';

const test = setUpTestApp({ deletionGraceDays: 14 });
const password = 'a-long-password';
const dayMs = 86_400_000;
const inDays = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);

type Person = { _id: Id; email: string };

/** Deletes the account, with a grace, and lets the worker hide it. */
async function remove(user: Person): Promise<void> {
  expect((await test.call(deleteAccount, { password }, await test.tokenFor(user))).status).toBe(200);
  for (let round = 0; round < 2; round++) await withdrawPerson(String(user._id), 0);
}
async function restore({ _id, email }: Person) {
  const answer = await test.call(restoreAccount, { email, password });
  await restorePerson(String(_id));
  return answer;
}
const membershipOf = (society: { _id: Id }, user: { _id: Id }) => Memberships.findOne({ society: society._id, user: user._id }).lean();

/** A society with an admin, and a person with this role who has a password. */
async function scene(role: SocietyRole) {
  const society = await build.buildSociety();
  const user = await build.buildUser({ password });
  await build.buildMembership({ society, user, role });
  const admin = await test.tokenFor({ _id: society.creator });
  return { society, society_id: String(society._id), user, member: String(user._id), admin };
}

describe('a membership that a restoration brings back', () => {
  it('is hidden as before', async () => {
    const { society, user } = await scene('member');
    await Memberships.updateOne({ user: user._id }, { $set: { hidden: true } });
    await remove(user);
    await restore(user);
    expect(await membershipOf(society, user)).toMatchObject({ role: 'member', hidden: true });
  });

  it.each(['moderator', 'admin'] as const)('has the end of the role of %s, with its warnings and its successor', async (role) => {
    const { society, society_id, user, member, admin } = await scene(role);
    const heir = await build.buildMember(society);
    const until = inDays(200);
    const successor_id = role === 'admin' ? String(heir._id) : null;
    expect((await test.call(setRoleTerm, { society_id, member, role, until, successor_id }, admin)).status).toBe(200);
    const before = await membershipOf(society, user);
    await remove(user);
    await restore(user);
    const fields = { role, roleUntil: until, roleEndsAt: before?.roleEndsAt, roleDueAt: before?.roleDueAt, roleTermBy: society.creator };
    expect(await membershipOf(society, user)).toMatchObject(fields);
    expect(String((await membershipOf(society, user))?.successor ?? null)).toBe(String(successor_id));
  });

  it.each<[string, (society_id: string, heir: Person) => Promise<unknown>]>([
    ['left', async (society_id, heir) => test.call(leaveSociety, { society_id }, await test.tokenFor(heir))],
    ['was suspended', async (_society, heir) => Users.updateOne({ _id: heir._id }, { $set: { suspendedAt: new Date() } })],
  ])('has no successor who %s meanwhile', async (_name, happen) => {
    const { society, society_id, user, member, admin } = await scene('admin');
    const heir = await build.buildMember(society);
    const successor_id = String(heir._id);
    await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(200), successor_id }, admin);
    await remove(user);
    await happen(society_id, heir);
    await restore(user);
    const after = await membershipOf(society, user);
    expect([after?.role, after?.roleUntil, after?.successor]).toEqual(['admin', inDays(200), undefined]);
  });

  it('has no role whose end has come meanwhile', async () => {
    const { society, society_id, user, member, admin } = await scene('moderator');
    await test.call(setRoleTerm, { society_id, member, role: 'moderator', until: inDays(5) }, admin);
    await remove(user);
    const past = { 'body.roleUntil': inDays(-1), 'body.roleEndsAt': new Date(Date.now() - 1) };
    await HeldDocuments.updateOne({ user: user._id, from: Memberships.modelName }, { $set: past });
    await restore(user);
    const after = await membershipOf(society, user);
    expect([after?.role, after?.roleUntil, after?.roleDueAt]).toEqual(['member', undefined, undefined]);
  });

  it('begins a period in the history of roles, which its end finds', async () => {
    const { society, society_id, user, member, admin } = await scene('admin');
    await test.call(setRoleTerm, { society_id, member, role: 'admin', until: inDays(200) }, admin);
    await remove(user);
    await restore(user);
    expect(await RolePeriods.findOne({ society: society._id, user: user._id, open: true }).lean()).toMatchObject({
      role: 'admin',
      until: inDays(200),
    });
    await test.call(stepDown, { society_id, role: 'member' }, await test.tokenFor(user));
    const periods = (await test.call(getRoleHistory, { society_id }, admin)).data.filter(({ Person }) => Person.ID === member);
    expect(periods.map(({ End, From }) => [End, From !== null])).toEqual([
      ['changed', true],
      ['left', true],
    ]);
  });

  it('as admin closes the claims to the society', async () => {
    const { society, user } = await scene('admin');
    const claimant = await build.buildMember(society);
    await remove(user);
    const claim = await AdminClaims.create({
      society: society._id,
      user: claimant._id,
      absent: society.creator,
      words: 'Nobody answers.',
      status: 'open',
      open: true,
      createdAt: new Date(),
    });
    await restore(user);
    expect(await AdminClaims.findById(claim._id).lean()).toMatchObject({ status: 'ended' });
  });

  it('does not cancel a demotion that was asked before: the admin comes back as a member', async () => {
    const { society, society_id, user, member, admin } = await scene('admin');
    await build.buildMember(society, 'admin');
    const { data } = await test.call(askDemotion, { society_id, user_id: member, reason: 'Away since spring.' }, admin);
    await remove(user);
    expect(await Demotions.findById(data.ID).lean()).toMatchObject({ status: 'ended' });
    await restore(user);
    expect((await membershipOf(society, user))?.role).toBe('member');
    expect(await RolePeriods.countDocuments({ society: society._id, user: user._id, open: true })).toBe(0);
  });

  it('has the role of an admin after a demotion that ended long before', async () => {
    const { society, society_id, user, member, admin } = await scene('admin');
    await build.buildMember(society, 'admin');
    const { data } = await test.call(askDemotion, { society_id, user_id: member, reason: 'Away since spring.' }, admin);
    const long = new Date(Date.now() - dayMs);
    await Demotions.updateOne({ _id: data.ID }, { $set: { status: 'ended', endedAt: long }, $unset: { open: 1 } });
    await remove(user);
    await restore(user);
    expect((await membershipOf(society, user))?.role).toBe('admin');
  });
});

describe('an account in its grace', () => {
  const staff = async () => test.tokenFor(await build.buildUser({ role: 'admin' }));

  it('can be banned from a society, to which a restoration then brings neither it nor its invitation back', async () => {
    const { society, society_id, user, member, admin } = await scene('member');
    const other = await build.buildSociety();
    for (const place of [society, other]) await build.buildInvitation({ society: place, user });
    await remove(user);
    expect((await test.call(removeMember, { society_id, user_id: member, ban: 'true' }, admin)).status).toBe(204);
    expect(await Bans.countDocuments({ society: society._id, user: user._id })).toBe(1);
    await restore(user);
    expect(await membershipOf(society, user)).toBeNull();
    const open = await Invitations.find({ user: user._id, open: true }).lean();
    expect(open.map((each) => String(each.society))).toEqual([String(other._id)]);
  });

  it('can be suspended and reinstated: its restoration brings it back so', async () => {
    const { user, member: user_id } = await scene('member');
    await remove(user);
    const token = await staff();
    const suspend = (suspended: boolean) => test.call(suspendUser, { user_id, suspended, reason: suspended ? 'Spam' : '' }, token);
    for (let time = 0; time < 2; time++) {
      const { status, data } = await suspend(true);
      expect([status, data.Name, data.Suspended_For, data.Suspended_At !== null]).toEqual([200, 'Deleted user', 'Spam', true]);
    }
    expect(await Activities.countDocuments({ object: user._id, verb: 'user.suspended' })).toBe(1);
    expect((await suspend(false)).data.Suspended_At).toBeNull();
    await suspend(true);
    expect((await restore(user)).error.code).toBe('suspended');
    expect((await test.call(login, { email: user.email, password })).error.code).toBe('suspended');
    expect(await Users.findById(user._id).lean()).toMatchObject({ deletedAt: null, suspendedFor: 'Spam' });
  });

  it('is suspended by a report about its person', async () => {
    const { user } = await scene('member');
    await remove(user);
    const report = await build.buildReport({ kind: 'user', object: user._id, about: user._id });
    const input = { report_id: String(report._id), action: 'remove', note: 'Spam' };
    expect((await test.call(resolveReport, input, await staff())).status).toBe(200);
    await restore(user);
    expect(await Users.findById(user._id).lean()).toMatchObject({ suspendedFor: 'Spam' });
  });

  it('of a platform admin is not suspended', async () => {
    const user = await build.buildUser({ password, role: 'admin' });
    await build.buildUser({ role: 'admin' });
    await remove(user);
    expect((await test.call(suspendUser, { user_id: String(user._id), suspended: true }, await staff())).status).toBe(403);
  });

  it('publishes no scheduled post late: it is a draft after the restoration, and a later one stays scheduled', async () => {
    const { society, user } = await scene('member');
    const plan = (publishAt: Date) => build.buildPlannedPost({ society, author: user, content: 'At noon', publishAt });
    const [due, later] = [await plan(new Date(Date.now() - 5000)), await plan(new Date(Date.now() + dayMs))];
    await remove(user);
    for (let time = 0; time < 2; time++) await publishOverdue();
    await restore(user);
    await publishOverdue();
    expect(await Posts.countDocuments({ society: society._id })).toBe(0);
    const stored = await PlannedPosts.find({ author: user._id }).sort({ publishAt: 1 }).lean();
    expect(stored.map(({ _id, publishAt, refusedAt }) => [String(_id), publishAt, refusedAt])).toEqual([
      [String(due._id), undefined, null],
      [String(later._id), later.publishAt, null],
    ]);
  });

  it('is not refused a scheduled post while its memberships are on their way back', async () => {
    const { society, user } = await scene('member');
    const planned = await build.buildPlannedPost({ society, author: user, content: 'At noon', publishAt: new Date(Date.now() - 1) });
    await remove(user);
    await test.call(restoreAccount, { email: user.email, password });
    await publishScheduled(planned._id);
    expect((await PlannedPosts.findById(planned._id).lean())?.publishAt).toEqual(planned.publishAt);
    await restorePerson(String(user._id));
    await publishScheduled(planned._id);
    expect(await Posts.countDocuments({ _id: planned._id })).toBe(1);
  });

  it('gets the invitations to its address with its restoration', async () => {
    const { user } = await scene('member');
    const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
    await remove(user);
    const by = await test.tokenFor({ _id: society.creator });
    expect((await test.call(invite, { society_id: String(society._id), email: user.email }, by)).status).toBe(200);
    await restore(user);
    const own = (await test.call(getInvitations, {}, await test.tokenFor(user))).data;
    expect(own.map(({ Society }) => Society.ID)).toEqual([String(society._id)]);
  });
});
