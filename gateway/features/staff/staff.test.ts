import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { deleteAccount } from '#models/contract/account';
import { getNotifications } from '#models/contract/notifications';
import { confirmStaffChange, getStaff, giveUpScopes, proposeStaffChange, withdrawStaffChange } from '#models/contract/staff';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { getTickets } from '#models/contract/support';
import { getUserInfo, suspendUser } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { AuditEntries } from '#models/db/audit-entries';
import { StaffProposals } from '#models/db/staff-proposals';
import { type UserDoc, Users } from '#models/db/users';
import { buildStaff, buildStaffProposal, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();

interface Person {
  user: UserDoc;
  id: string;
  token: string;
}
async function person(...scopes: StaffScope[]): Promise<Person> {
  const user = await buildStaff(...scopes);
  return { user, id: String(user._id), token: await test.tokenFor(user) };
}
const rolesOf = async ({ user }: Person) => {
  const { role, staff = [] } = (await Users.findById(user._id).lean()) ?? {};
  return [role, staff.map(({ scope }) => scope)];
};
const propose = (by: Person, of: Person, kind: 'give' | 'take', ...scopes: StaffScope[]) =>
  test.call(proposeStaffChange, { user_id: of.id, kind, scopes }, by.token);
const confirm = (by: Person, proposal_id: string, token = by.token) => test.call(confirmStaffChange, { proposal_id }, token);
const withdraw = (by: Person, proposal_id: string) => test.call(withdrawStaffChange, { proposal_id }, by.token);

/** Runs the jobs of what was recorded about a person. */
async function runJobs({ user }: Person): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ object: user._id }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}
const notifications = async ({ token }: Person) => (await test.call(getNotifications, {}, token)).data;
const entries = (of: Person) => AuditEntries.find({ subject: of.id }).sort({ at: 1 }).lean();

describe('giving scopes', () => {
  it.each(staffScopes)('%s takes a proposal and a second person', async (scope) => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const proposal = await propose(first, member, 'give', scope);
    expect(proposal.data).toMatchObject({ Kind: 'give', Scopes: [scope], Status: 'open', Proposed_By: { ID: first.id }, Decided_By: null });
    expect(await rolesOf(member)).toEqual(['user', []]);
    expect((await confirm(second, proposal.data.ID)).data).toMatchObject({ Status: 'confirmed', Decided_By: { ID: second.id } });
    expect(await rolesOf(member)).toEqual([scope === 'all' ? 'admin' : 'user', [scope]]);
    const { data } = await test.call(getStaff, {}, first.token);
    const grant = { Scope: scope, Given_By: { ID: first.id }, Confirmed_By: { ID: second.id }, Given_At: expect.any(String) };
    expect(data.people.find(({ ID }) => ID === member.id)?.Grants).toMatchObject([grant]);
  });

  it('is not confirmed by who proposed it, nor by who would get it', async () => {
    const [first, member] = [await person('all'), await person()];
    const proposal = (await propose(first, member, 'give', 'moderate')).data.ID;
    expect((await confirm(first, proposal)).error.code).toBe('second_person');
    expect((await confirm(member, proposal)).status).toBe(403);
    const own = await buildStaffProposal({ user: first.user, by: (await person('all')).user });
    expect((await confirm(first, String(own._id))).error.code).toBe('second_person');
    expect(await rolesOf(member)).toEqual(['user', []]);
  });

  it('is not given by one person who races themselves with two sessions', async () => {
    const [first, member] = [await person('all'), await person()];
    const other = await test.tokenFor(first.user);
    const made = await Promise.all(
      [first.token, other].map((token) => test.call(proposeStaffChange, { user_id: member.id, kind: 'give', scopes: ['all'] }, token)),
    );
    expect(new Set(made.map(({ data }) => data.ID)).size).toBe(1);
    const id = made[0]!.data.ID;
    const tries = await Promise.all([first.token, other, first.token, other].map((token) => confirm(first, id, token)));
    expect(tries.map(({ error }) => error.code)).toEqual(Array(4).fill('second_person'));
    expect(await rolesOf(member)).toEqual(['user', []]);
    expect(await StaffProposals.countDocuments({ user: member.user._id })).toBe(1);
  });

  it('happens once, however many confirm at the same time', async () => {
    const [first, member] = [await person('all'), await person()];
    const others = await Promise.all(Array.from({ length: 4 }, () => person('all')));
    const { ID } = (await propose(first, member, 'give', 'support')).data;
    const answers = await Promise.all(others.map((each) => confirm(each, ID)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await rolesOf(member)).toEqual(['user', ['support']]);
    expect(await Activities.countDocuments({ object: member.user._id, verb: 'staff.changed' })).toBe(1);
  });

  it('ends with a proposer who is no longer a platform admin', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const { ID } = (await propose(first, member, 'give', 'support')).data;
    await Users.updateOne({ _id: first.user._id }, { $set: { role: 'user' } });
    expect((await confirm(second, ID)).error.code).toBe('staff_proposal_closed');
    expect(await rolesOf(member)).toEqual(['user', []]);
  });

  it('leaves a suspended person without', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const { ID } = (await propose(first, member, 'give', 'support')).data;
    await test.call(suspendUser, { user_id: member.id, suspended: true, reason: 'Spam' }, second.token);
    expect((await confirm(second, ID)).status).toBe(404);
    expect(await rolesOf(member)).toEqual(['user', []]);
  });

  it('shows single scopes in the own account only to who has some', async () => {
    const [none, some, all] = [await person(), await person('support', 'moderate'), await person('all')];
    const own = async ({ token }: Person) => (await test.call(getUserInfo, {}, token)).data;
    expect((await own(some)).Scopes).toEqual(['moderate', 'support']);
    for (const each of [none, all]) expect(await own(each)).not.toHaveProperty('Scopes');
  });
});

describe('a proposal', () => {
  it('is one for each person; a repeat gets the same', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const { ID } = (await propose(first, member, 'give', 'support')).data;
    expect((await propose(first, member, 'give', 'support')).data.ID).toBe(ID);
    expect((await propose(first, member, 'give', 'report')).error.code).toBe('staff_proposal_open');
    expect((await propose(second, member, 'give', 'support')).error.code).toBe('staff_proposal_open');
  });

  it('expires after seven days, and makes room for another', async () => {
    const [second, member] = [await person('all'), await person()];
    const old = await buildStaffProposal({ user: member.user, createdAt: new Date(Date.now() - 7 * 86_400_000 - 1000) });
    expect((await confirm(second, String(old._id))).error.code).toBe('staff_proposal_closed');
    expect((await withdraw(second, String(old._id))).error.code).toBe('staff_proposal_closed');
    const { data } = await test.call(getStaff, {}, second.token);
    expect(data.proposals.filter(({ Person }) => Person.ID === member.id)).toEqual([]);
    expect((await propose(second, member, 'give', 'report')).status).toBe(200);
    expect((await StaffProposals.findById(old._id).lean())?.status).toBe('expired');
  });

  it('that would change nothing is refused, and so is one about oneself', async () => {
    const [first, staff] = [await person('all'), await person('support')];
    expect((await propose(first, staff, 'give', 'support')).error.code).toBe('staff_unchanged');
    expect((await propose(first, staff, 'take', 'report')).error.code).toBe('staff_unchanged');
    expect((await propose(first, first, 'take', 'all')).error.code).toBe('second_person');
    expect((await propose(staff, first, 'take', 'all')).error.code).toBe('forbidden');
  });

  it('is withdrawn by its proposer, or rejected by another, for good', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    for (const each of [first, second]) {
      const { ID } = (await propose(first, member, 'give', 'support')).data;
      expect((await withdraw(each, ID)).data).toMatchObject({ Status: 'withdrawn', Decided_By: { ID: each.id } });
      expect((await confirm(second, ID)).error.code).toBe('staff_proposal_closed');
    }
    expect(await rolesOf(member)).toEqual(['user', []]);
  });

  it('leaves an entry in the audit trail for each step, about the person', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const withdrawn = (await propose(first, member, 'give', 'report')).data.ID;
    await withdraw(first, withdrawn);
    await confirm(second, (await propose(first, member, 'give', 'support', 'moderate')).data.ID);
    const found = (await entries(member)).map(({ call, actor, staff, details }) => [call, String(actor), staff, details]);
    const [report, both] = [
      { kind: 'give', scopes: 'report' },
      { kind: 'give', scopes: 'moderate, support' },
    ];
    expect(found).toEqual([
      ['proposeStaffChange', first.id, true, report],
      ['withdrawStaffChange', first.id, true, report],
      ['proposeStaffChange', first.id, true, both],
      ['confirmStaffChange', second.id, true, both],
    ]);
  });
});

describe('taking scopes', () => {
  it('takes two people, of whom the concerned may be the second', async () => {
    const [first, second, staff] = [await person('all'), await person('all'), await person('support', 'report')];
    await confirm(second, (await propose(first, staff, 'take', 'support')).data.ID);
    expect(await rolesOf(staff)).toEqual(['user', ['report']]);
    expect((await test.call(getTickets, {}, staff.token)).status).toBe(403);
    await confirm(second, (await propose(first, second, 'take', 'all')).data.ID);
    expect(await rolesOf(second)).toEqual(['user', []]);
  });

  it('is not stopped by who would lose them', async () => {
    const [first, second] = [await person('all'), await person('all')];
    const { ID } = (await propose(first, second, 'take', 'all')).data;
    expect((await withdraw(second, ID)).error.code).toBe('second_person');
  });

  it('leaves somebody with every scope when two take them from each other at the same time', async () => {
    await Users.updateMany({ role: 'admin' }, { $set: { role: 'user' } });
    const [first, second] = [await person('all'), await person('all')];
    const [ofSecond, ofFirst] = [
      (await propose(first, second, 'take', 'all')).data.ID,
      (await propose(second, first, 'take', 'all')).data.ID,
    ];
    await Promise.all([confirm(second, ofSecond), confirm(first, ofFirst)]);
    expect(await Users.countDocuments({ role: 'admin' })).toBe(1);
  });
});

describe('giving up own scopes', () => {
  it('needs nobody else', async () => {
    const staff = await person('support', 'report');
    expect((await test.call(giveUpScopes, { scopes: ['support'] }, staff.token)).data).toEqual({ Scopes: ['report'] });
    expect((await test.call(giveUpScopes, { scopes: ['support'] }, staff.token)).error.code).toBe('staff_unchanged');
    expect((await entries(staff)).map(({ call, details }) => [call, details])).toEqual([['giveUpScopes', { scopes: 'support' }]]);
    expect((await test.call(giveUpScopes, { scopes: ['report'] }, staff.token)).data).toEqual({ Scopes: [] });
    expect((await test.call(giveUpScopes, { scopes: ['report'] }, staff.token)).status).toBe(403);
  });

  it('never loses the last person with every scope, also when all give it up at the same time', async () => {
    await Users.updateMany({ role: 'admin' }, { $set: { role: 'user' } });
    const people = [await person('all'), await person('all'), await person('all')];
    const answers = await Promise.all(people.map(({ token }) => test.call(giveUpScopes, { scopes: ['all'] }, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('only_staff');
    expect(await Users.countDocuments({ role: 'admin' })).toBe(1);
  });

  it('does not count a suspended person as another', async () => {
    await Users.updateMany({ role: 'admin' }, { $set: { role: 'user' } });
    const last = await person('all');
    await buildUser({ role: 'admin', suspendedAt: new Date() });
    expect((await test.call(giveUpScopes, { scopes: ['all'] }, last.token)).error.code).toBe('only_staff');
  });
});

describe('deleting the account of somebody with every scope', () => {
  const password = 'knafeh-2026';
  const admins = async (count: number) => {
    await Users.updateMany({ role: 'admin' }, { $set: { role: 'user' } });
    const users = await Promise.all(Array.from({ length: count }, () => buildUser({ role: 'admin', password })));
    return Promise.all(users.map((user) => test.tokenFor(user)));
  };
  const leave = (token: string) => test.call(deleteAccount, { password }, token);

  it.each([0, 14])('is refused for the last one, who stays (with a grace of %i days)', async (days) => {
    const tokens = await admins(1);
    await buildUser({ role: 'admin', suspendedAt: new Date() });
    test.app.settings.deletionGraceDays = days;
    const { status, error } = await leave(tokens[0] ?? '');
    test.app.settings.deletionGraceDays = 0;
    expect([status, error.code]).toEqual([409, 'only_staff']);
    expect((await test.call(getStaff, {}, tokens[0])).status).toBe(200);
  });

  it('leaves one of two who do it at the same time', async () => {
    const answers = await Promise.all((await admins(2)).map(leave));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await Users.countDocuments({ role: 'admin', deletedAt: null })).toBe(1);
  });

  it('leaves one of two where one deletes the account and the other gives the scope up', async () => {
    const [first = '', second = ''] = await admins(2);
    const answers = await Promise.all([leave(first), test.call(giveUpScopes, { scopes: ['all'] }, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await Users.countDocuments({ role: 'admin', deletedAt: null })).toBe(1);
  });
});

describe('notifications', () => {
  it('go to those who can confirm, until it is decided, and to the person concerned', async () => {
    const [first, second, member] = [await person('all'), await person('all'), await person()];
    const { ID } = (await propose(first, member, 'give', 'support')).data;
    await runJobs(member);
    expect((await notifications(second)).filter(({ type }) => type === 'staff_proposed')).toMatchObject([{ link: '/admin/staff' }]);
    expect(await notifications(first)).toEqual([]);
    expect(await notifications(member)).toEqual([]);
    await confirm(second, ID);
    await runJobs(member);
    expect((await notifications(second)).filter(({ type }) => type === 'staff_proposed')).toEqual([]);
    expect((await notifications(member)).map(({ type }) => type)).toEqual(['staff_given']);
    await confirm(second, (await propose(first, member, 'take', 'support')).data.ID);
    await runJobs(member);
    expect((await notifications(member)).map(({ type }) => type)).toEqual(['staff_taken', 'staff_given']);
  });

  it('do not come for scopes that somebody gave up', async () => {
    const staff = await person('support');
    await test.call(giveUpScopes, { scopes: ['support'] }, staff.token);
    await runJobs(staff);
    expect(await notifications(staff)).toEqual([]);
  });
});
