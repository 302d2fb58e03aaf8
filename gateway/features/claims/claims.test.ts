import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { noteActive } from '#models/commands/admin-claims';
import { claimChanged, claimSociety, decideClaim, getClaimState, getClaims } from '#models/contract/admin-claims';
import { login } from '#models/contract/auth';
import { demoteAdmin } from '#models/contract/demotions';
import { leaveSociety } from '#models/contract/members';
import { roomOf } from '#models/contract/rooms';
import { Activities } from '#models/db/activities';
import { AdminClaims } from '#models/db/admin-claims';
import { AuditEntries } from '#models/db/audit-entries';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();
const words = 'I ran the lab for a year.';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

const roleOf = async (society: Id, user: Id) => (await Memberships.findOne({ society, user }).lean())?.role ?? null;
async function dispatchAll(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}
const staff = async () => test.tokenFor(await build.buildUser({ role: 'admin' }));

async function scene() {
  const society = await build.buildAbandonedSociety();
  const person = await build.buildOldMember(society);
  const token = await test.tokenFor(person);
  const society_id = String(society._id);
  const claim = (by = token) => test.call(claimSociety, { society_id, words }, by);
  const state = (by = token) => test.call(getClaimState, { society_id }, by);
  return { society, society_id, person, token, claim, state, admin: society.creator };
}

describe('a society whose only admin is away', () => {
  it('can be claimed by a member of 30 days, once', async () => {
    const { claim, state } = await scene();
    expect((await state()).data).toEqual({ is_claimable: true, may_claim: true, own: null });
    const first = await claim();
    expect(first.data).toMatchObject({ Words: words, Status: 'open', version: 1 });
    expect((await claim()).data).toEqual(first.data);
    expect((await state()).data.own).toEqual(first.data);
  });

  it('cannot be claimed by a newer member', async () => {
    const { society, claim, state } = await scene();
    const newer = await test.tokenFor(await build.buildMember(society));
    expect((await state(newer)).data).toMatchObject({ is_claimable: true, may_claim: false });
    expect((await claim(newer)).error.code).toBe('new_member');
  });

  it('cannot be claimed where the admin was active, or another admin is there', async () => {
    const active = await scene();
    await Users.updateOne({ _id: active.admin }, { $set: { activeAt: daysAgo(59) } });
    const shared = await scene();
    await build.buildMember(shared.society, 'admin', { activeAt: daysAgo(90) });
    for (const { state, claim } of [active, shared]) {
      expect((await state()).data.is_claimable).toBe(false);
      expect((await claim()).error.code).toBe('not_claimable');
    }
  });

  it('counts the absence of an account that was never used from its creation', async () => {
    const { admin, state } = await scene();
    await Users.updateOne({ _id: admin }, { $unset: { activeAt: 1 }, $set: { createdAt: daysAgo(61) } });
    expect((await state()).data.is_claimable).toBe(true);
    await Users.updateOne({ _id: admin }, { $set: { createdAt: daysAgo(10) } });
    expect((await state()).data.is_claimable).toBe(false);
  });

  it('has at most ten open claims', async () => {
    const { society, claim } = await scene();
    for (let i = 0; i < 10; i++) await build.buildClaim({ society });
    expect((await claim()).error.code).toBe('claims_full');
  });

  it('notifies the absent admin and the platform admins, until the claim is closed', async () => {
    const { claim, admin, society_id } = await scene();
    const token = await staff();
    const { ID } = (await claim()).data;
    await dispatchAll();
    expect(await Notifications.findOne({ user: admin, type: 'society_claimed' }).lean()).toMatchObject({
      link: `/societies/${society_id}`,
    });
    expect(await Notifications.countDocuments({ key: `claim:${ID}`, type: 'claim_opened' })).toBeGreaterThan(0);
    await test.call(decideClaim, { claim_id: ID, decision: 'decline', reason: 'Ask in person.' }, token);
    await dispatchAll();
    expect(await Notifications.countDocuments({ key: `claim:${ID}`, unread: true })).toBe(0);
  });
});

describe('an absent admin who is back', () => {
  it('closes the claims by logging in', async () => {
    const { admin, claim, person, state } = await scene();
    const { passwordHash } = await build.buildUser({ password: 'a-long-password' });
    await Users.updateOne({ _id: admin }, { $set: { passwordHash } });
    const { ID } = (await claim()).data;
    const email = (await Users.findById(admin).lean())?.email ?? '';
    expect((await test.call(login, { email, password: 'a-long-password' })).status).toBe(200);
    expect(await AdminClaims.findById(ID).lean()).toMatchObject({ status: 'returned' });
    expect(await AuditEntries.findOne({ call: 'login', actor: admin }).lean()).toMatchObject({ society: null, subject: null });
    expect((await state()).data).toMatchObject({ is_claimable: false, own: null });
    expect((await test.call(decideClaim, { claim_id: ID, decision: 'confirm' }, await staff())).error.code).toBe('claim_closed');
    await dispatchAll();
    expect(await Notifications.countDocuments({ user: person._id, type: 'claim_closed' })).toBe(1);
  });

  it('closes them by an older session, too', async () => {
    const { admin, claim, state } = await scene();
    const { ID } = (await claim()).data;
    const token = await test.tokenFor({ _id: admin });
    await Sessions.updateMany({ user: admin }, { $set: { lastSeenAt: daysAgo(2) } });
    await test.call(getClaims, {}, token);
    expect(await AdminClaims.findById(ID).lean()).toMatchObject({ status: 'returned' });
    expect((await state()).data.is_claimable).toBe(false);
  });

  it('is noted without a claim', async () => {
    const user = await build.buildUser({ activeAt: daysAgo(61) });
    await noteActive(user._id);
    expect((await Users.findById(user._id).lean())?.activeAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('a claim that a changed membership closes', () => {
  it('is taken back from those who were asked, when the claimer leaves', async () => {
    const { claim, admin, person, society, society_id, token } = await scene();
    await staff();
    const { ID } = (await claim()).data;
    await dispatchAll();
    const asked = { key: { $in: [`claim:${ID}`, `claimed:${society._id}`] } };
    expect((await Notifications.distinct('type', asked)).toSorted()).toEqual(['claim_opened', 'society_claimed']);
    await test.call(leaveSociety, { society_id }, token);
    await dispatchAll();
    expect(await AdminClaims.findById(ID).lean()).toMatchObject({ status: 'ended' });
    expect(await Notifications.countDocuments({ ...asked, unread: true })).toBe(0);
    expect(await Notifications.countDocuments({ user: admin, type: 'society_claimed', unread: true })).toBe(0);
    expect(await Notifications.countDocuments({ user: person._id, type: 'claim_closed' })).toBe(0);
  });

  it('is taken back from platform admins also where it was deleted with the account', async () => {
    const { claim, society_id, token } = await scene();
    await staff();
    const { ID } = (await claim()).data;
    await dispatchAll();
    await test.call(leaveSociety, { society_id }, token);
    await AdminClaims.deleteOne({ _id: ID });
    await dispatchAll();
    expect(await Notifications.countDocuments({ key: `claim:${ID}`, unread: true })).toBe(0);
  });

  it('notifies the other claimers of a new admin, and the new one of the role alone', async () => {
    const { claim, admin, person, society, society_id } = await scene();
    const other = await build.buildClaim({ society });
    await claim();
    const input = { society_id, user_id: String(admin), successor: String(person._id), reason: 'Away since spring.' };
    expect((await test.call(demoteAdmin, input, await staff())).status).toBe(200);
    await dispatchAll();
    expect(await AdminClaims.countDocuments({ society: society._id, status: 'ended' })).toBe(2);
    expect(await Notifications.countDocuments({ user: other.user, type: 'claim_closed' })).toBe(1);
    expect(await Notifications.distinct('type', { user: person._id })).toEqual(['role_admin']);
  });
});

describe('the live messages of a claim', () => {
  it('reach platform admins, and no staff with the scope for reports or content alone', async () => {
    const { claim } = await scene();
    const [report, moderate, all] = await Promise.all(
      (['report', 'moderate', 'all'] as const).map(async (scope) => {
        const socket = await openSocket(test.url, { token: await test.tokenFor(await build.buildStaff(scope)) });
        await socket.join(roomOf('platform'));
        return socket;
      }),
    );
    await all?.join(roomOf('staff'));
    const { ID } = (await claim()).data;
    await all?.next(claimChanged, ({ claim: { ID: id } }) => id === ID);
    for (const socket of [report, moderate]) {
      await socket?.ask('leave', 'nothing');
      expect(socket?.count(claimChanged)).toBe(0);
    }
    for (const socket of [report, moderate, all]) socket?.close();
  });
});

describe('a platform admin', () => {
  it('sees the open claims, the oldest first', async () => {
    const { claim } = await scene();
    const { ID } = (await claim()).data;
    const { data } = await test.call(getClaims, { limit: 100 }, await staff());
    expect(data.filter((each) => each.ID === ID)).toHaveLength(1);
    expect(data.map(({ CreatedAt }) => CreatedAt)).toEqual(data.map(({ CreatedAt }) => CreatedAt).toSorted());
  });

  it.each(['admin', 'member'] as const)('confirms a claim, with the former admin as %s, and closes the others', async (former) => {
    const { society, person, admin, claim } = await scene();
    const other = await build.buildClaim({ society });
    const { ID } = (await claim()).data;
    const answer = await test.call(decideClaim, { claim_id: ID, decision: 'confirm', former }, await staff());
    expect(answer.data).toMatchObject({ Status: 'confirmed', version: 2 });
    expect([await roleOf(society._id, person._id), await roleOf(society._id, admin)]).toEqual(['admin', former]);
    expect(await AdminClaims.findById(other._id).lean()).toMatchObject({ status: 'ended' });
    await dispatchAll();
    expect(await Notifications.countDocuments({ user: person._id, type: 'role_admin' })).toBe(1);
    expect(await Notifications.countDocuments({ user: other.user, type: 'claim_closed' })).toBe(1);
  });

  it('declines a claim with a reason, once', async () => {
    const { claim, person } = await scene();
    const { ID } = (await claim()).data;
    const token = await staff();
    const input = { claim_id: ID, decision: 'decline', reason: 'Ask in person.' } as const;
    expect((await test.call(decideClaim, input, token)).data).toMatchObject({ Status: 'declined', Reason: 'Ask in person.' });
    expect((await test.call(decideClaim, input, token)).error.code).toBe('claim_closed');
    await dispatchAll();
    const found = await Notifications.findOne({ user: person._id, type: 'claim_declined' }).lean();
    expect(found).toMatchObject({ params: { reason: 'Ask in person.' } });
    expect((await claim()).data.ID).not.toBe(ID);
  });

  it('cannot confirm the claim of a person who has left', async () => {
    const { claim, token, society_id } = await scene();
    const { ID } = (await claim()).data;
    await test.call(leaveSociety, { society_id }, token);
    expect(await AdminClaims.findById(ID).lean()).toMatchObject({ status: 'ended' });
    expect((await test.call(decideClaim, { claim_id: ID, decision: 'confirm' }, await staff())).error.code).toBe('claim_closed');
  });
});
