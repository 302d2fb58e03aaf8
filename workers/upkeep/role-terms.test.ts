import { beforeEach, describe, expect, it } from 'vitest';
import { notificationsToWire } from '#models/bus/notifications';
import { refOf } from '#models/bus/records';
import { endMembership, setTerm } from '#models/commands/memberships';
import { nextDueAt } from '#models/commands/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { AuditEntries } from '#models/db/audit-entries';
import { clearReadCache } from '#models/db/loader';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { RolePeriods } from '#models/db/role-periods';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildMember, buildMembership, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from '../activity/dispatch.js';
import { composePush } from '../push/compose.js';
import { runRoleTerms } from './role-terms.js';

setUpTestBus();
beforeEach(() => Promise.all([Notifications, Memberships, Activities, AuditEntries].map((model) => model.deleteMany({} as never))));

const dayMs = 86_400_000;
const until = '2027-06-30';
const endsAt = new Date('2027-06-30T21:00:00Z');
const daysBefore = (days: number): number => endsAt.getTime() - days * dayMs;

interface Term {
  role?: SocietyRole;
  successor?: Id;
  /** Whether the society has another admin. */
  isAlone?: boolean;
}

/** A society with a holder of a role that ends, and with another admin unless alone. */
async function term({ role = 'admin', successor, isAlone = false }: Term = {}) {
  const holder = await buildUser();
  const society = await buildSociety({ admin: isAlone && role === 'admin' ? holder : await buildUser() });
  if (!society.creator.equals(holder._id)) await buildMembership({ society, user: holder, role });
  const fields = { roleUntil: until, roleEndsAt: endsAt, roleDueAt: nextDueAt(endsAt), roleTermBy: society.creator };
  await Memberships.updateOne({ society: society._id, user: holder._id }, { $set: { ...fields, ...(successor && { successor }) } });
  return { society, holder, admin: society.creator };
}

const roleOf = async (society: { _id: Id }, user: { _id: Id }) =>
  (await Memberships.findOne({ society: society._id, user: user._id }).lean())?.role;
const of = (user: Id) => Notifications.find({ user }).sort({ _id: 1 }).lean();
/** Texts of a person's notifications, as the app, a push and a mail compose them. */
async function messagesTo(user: Id): Promise<string[]> {
  clearReadCache();
  const found = await of(user);
  const messages = (await notificationsToWire(found)).map(({ message }) => message);
  const pushes = await Promise.all(found.map((each) => composePush(each, 'en')));
  expect(pushes.map(({ body }) => body)).toEqual(messages);
  return messages;
}
const records = (society: { _id: Id }) => Activities.find({ society: society._id, verb: 'member.role' }).sort({ _id: 1 }).lean();
const dispatched = async (docs: ActivityDoc[]) => {
  for (const doc of docs) await dispatch(refOf({ kind: 'activity', doc }));
};

describe('the end of a role', () => {
  it('does not come while the only other admin is suspended', async () => {
    const { society, holder, admin } = await term();
    await Users.updateOne({ _id: admin }, { $set: { suspendedAt: new Date() } });
    await runRoleTerms(endsAt.getTime());
    expect(await roleOf(society, holder)).toBe('admin');
    await Users.updateOne({ _id: admin }, { $set: { suspendedAt: null } });
    await runRoleTerms(endsAt.getTime() + dayMs);
    expect(await roleOf(society, holder)).toBe('member');
  });

  it.each(['admin', 'moderator'] as const)('makes a %s a member once, however many workers run', async (role) => {
    const { society, holder } = await term({ role });
    await runRoleTerms(endsAt.getTime() - 1);
    expect(await roleOf(society, holder)).toBe(role);
    await Promise.all([1, 2, 3].map(() => runRoleTerms(endsAt.getTime())));
    await runRoleTerms(endsAt.getTime() + dayMs);
    expect(await roleOf(society, holder)).toBe('member');
    expect(await records(society)).toMatchObject([{ object: holder._id, params: { role: 'member', before: role, cause: 'term' } }]);
    expect(await AuditEntries.find({ society: society._id }).lean()).toMatchObject([
      { call: 'endRoleTerm', actor: null, subject: String(holder._id), details: { role: 'member', before: role }, outcome: 'ok' },
    ]);
    expect(await RolePeriods.findOne({ society: society._id, user: holder._id }).lean()).toMatchObject({ end: 'term', endedBy: null });
  });

  it('is announced to the holder, also if the holder set it, and takes back what announced it', async () => {
    const { society, holder, admin } = await term();
    await Memberships.updateOne({ user: holder._id }, { $set: { roleTermBy: holder._id } });
    await runRoleTerms(daysBefore(10));
    await runRoleTerms(endsAt.getTime());
    await dispatched(await records(society));
    expect((await of(holder._id)).map(({ type, actors }) => [type, actors])).toEqual([['role_ended', []]]);
    expect(await of(admin)).toEqual([]);
  });

  it('passes an admin’s role to the successor in the same transaction', async () => {
    const next = await buildUser();
    const { society, holder } = await term({ successor: next._id, isAlone: true });
    await buildMembership({ society, user: next });
    await Promise.all([1, 2].map(() => runRoleTerms(endsAt.getTime())));
    expect([await roleOf(society, holder), await roleOf(society, next)]).toEqual(['member', 'admin']);
    const done = await records(society);
    expect(done.map(({ object, params }) => [String(object), params?.role, params?.cause])).toEqual([
      [String(next._id), 'admin', 'succession'],
      [String(holder._id), 'member', 'term'],
    ]);
    await dispatched(done);
    expect((await of(next._id)).map(({ type }) => type)).toEqual(['role_admin']);
    expect((await AuditEntries.findOne({ society: society._id }).lean())?.details.successor_id).toBe(String(next._id));
  });

  it.each([
    ['without a successor', async () => undefined],
    [
      'with a suspended successor',
      async (society: { _id: Id }) => {
        const user = await buildUser({ suspendedAt: new Date() });
        await buildMembership({ society, user });
        return user._id;
      },
    ],
    ['with a successor who is gone', async () => (await buildUser())._id],
  ])('does not come for the last admin %s', async (_name, name) => {
    const { society, holder } = await term({ isAlone: true });
    const successor = await name(society);
    if (successor) await Memberships.updateOne({ society: society._id, user: holder._id }, { $set: { successor } });
    await runRoleTerms(endsAt.getTime());
    expect(await roleOf(society, holder)).toBe('admin');
    expect([await records(society), await AuditEntries.find({ society: society._id }).lean()]).toEqual([[], []]);
    // As soon as somebody else is an admin, within a day.
    const other = await buildMember(society, 'admin');
    await runRoleTerms(endsAt.getTime() + dayMs);
    expect([await roleOf(society, holder), await roleOf(society, other)]).toEqual(['member', 'admin']);
  });

  it('leaves one of two admins whose roles end at once', async () => {
    const { society, holder, admin } = await term();
    const fields = { roleUntil: until, roleEndsAt: endsAt, roleDueAt: endsAt, roleTermBy: holder._id };
    await Memberships.updateOne({ society: society._id, user: admin }, { $set: fields });
    await Promise.all([1, 2].map(() => runRoleTerms(endsAt.getTime())));
    expect(await Memberships.countDocuments({ society: society._id, role: 'admin' })).toBe(1);
  });

  it('waits while the society is removed', async () => {
    const { society, holder } = await term();
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() } });
    await runRoleTerms(endsAt.getTime());
    expect(await roleOf(society, holder)).toBe('admin');
  });
});

describe('a warning', () => {
  it('comes 60 and 14 days before the end, to the holder and the admins, each once', async () => {
    const { society, holder, admin } = await term();
    await runRoleTerms(daysBefore(61));
    expect(await of(holder._id)).toEqual([]);
    for (const days of [60, 59, 14, 13]) await Promise.all([1, 2].map(() => runRoleTerms(daysBefore(days))));
    const params = { society: society.name, date: until, holder: String(holder._id) };
    const link = `/societies/${society._id}/members`;
    expect((await of(holder._id)).map(({ type, params: shown, link: to }) => [type, shown, to])).toEqual([
      ['role_ending', params, link],
      ['role_ending', params, link],
    ]);
    expect((await of(admin)).map(({ type, params: shown }) => [type, shown])).toEqual([
      ['member_role_ending', params],
      ['member_role_ending', params],
    ]);
  });

  it('comes once, and at once, for an end in less than 14 days', async () => {
    const { holder } = await term();
    await runRoleTerms(daysBefore(5));
    await runRoleTerms(daysBefore(4));
    expect((await of(holder._id)).length).toBe(1);
  });

  it('says that the only admin stays, or who follows', async () => {
    const alone = await term({ isAlone: true });
    const next = await buildUser({ name: 'Lina Saleh' });
    const followed = await term({ isAlone: true, successor: next._id });
    await buildMembership({ society: followed.society, user: next });
    await runRoleTerms(daysBefore(60));
    expect((await of(alone.holder._id)).map(({ params }) => params?.stays)).toEqual(['true']);
    expect((await of(followed.holder._id)).map(({ params }) => params?.stays)).toEqual([undefined]);
    expect(await messagesTo(followed.holder._id)).toEqual([
      `Your role as admin of ${followed.society.name} ends after Wednesday, June 30. Lina Saleh takes over.`,
    ]);
  });

  it('names people as they are called when it is read, and stores no name', async () => {
    const next = await buildUser({ name: 'Lina Saleh' });
    const { society, holder, admin } = await term({ successor: next._id });
    await buildMembership({ society, user: next });
    await runRoleTerms(daysBefore(20));
    expect(JSON.stringify(await Notifications.find({}).lean())).not.toMatch(/Lina Saleh/);
    await Users.updateOne({ _id: next._id }, { $set: { name: 'Lina Odeh' } });
    expect(await messagesTo(admin)).toEqual([
      `${holder.name} is an admin of ${society.name} until Wednesday, June 30. Then Lina Odeh takes over.`,
    ]);
    await Users.updateOne({ _id: next._id }, { $set: { deletedAt: new Date() } });
    expect(JSON.stringify([await messagesTo(admin), await messagesTo(holder._id)])).not.toMatch(/Lina/);
  });

  it('is taken back when the end is changed, and comes for the new end', async () => {
    const { society, holder, admin } = await term();
    await runRoleTerms(daysBefore(20));
    const later = { until: '2028-06-30', endsAt: new Date('2028-06-30T21:00:00Z'), successor: null };
    const { record } = await transaction(async (session) => {
      const membership = await Memberships.findOne({ society: society._id, user: holder._id }).session(session).lean();
      const place = await Societies.findById(society._id).session(session).lean();
      if (!membership || !place) throw new Error('No scene.');
      return setTerm(session, { society: place, membership, by: admin, term: later });
    });
    if (record?.kind === 'activity') await dispatched([record.doc]);
    expect([await of(holder._id), await of(admin)]).toEqual([[], []]);
    await runRoleTerms(later.endsAt.getTime() - 60 * dayMs);
    expect((await of(holder._id)).map(({ params }) => params?.date)).toEqual(['2028-06-30']);
  });

  it('is taken back when the holder leaves', async () => {
    const { society, holder, admin } = await term();
    await runRoleTerms(daysBefore(20));
    const { record } = await transaction(async (session) => {
      const membership = await Memberships.findOne({ society: society._id, user: holder._id }).session(session).lean();
      if (!membership) throw new Error('No scene.');
      return endMembership(session, membership, holder._id);
    });
    if (record?.kind === 'activity') await dispatched([record.doc]);
    expect([await of(holder._id), await of(admin)]).toEqual([[], []]);
  });

  it('is not sent to a suspended holder', async () => {
    const { holder, admin } = await term();
    await Users.updateOne({ _id: holder._id }, { $set: { suspendedAt: new Date() } });
    await runRoleTerms(daysBefore(20));
    expect([(await of(holder._id)).length, (await of(admin)).length]).toEqual([0, 1]);
  });
});
