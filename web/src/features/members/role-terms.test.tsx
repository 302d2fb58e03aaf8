import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAllMembers } from '#models/contract/member-list';
import type { Member } from '#models/contract/members';
import { getRoleHistory, getRoleTerm, type RolePeriod, setRoleTerm } from '#models/contract/role-terms';
import { getSocietiesByUser, getSocietyInfo, type SocietyRole } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import MembersPage from '@/pages/members-page';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aMember, asMember } from '@/testing/society-fixtures';

const society = aSociety();
const boss = aMember({ Name: 'Omar Khalil', Role: 'admin' });
const other = aMember({ Name: 'Huda Salem', Role: 'admin', Role_Until: '2031-06-30' });
const rand = aMember();

const serveMembers = (...found: Member[]) =>
  onCall(getAllMembers, () => yes(getAllMembers, found, { next: null, counts: { total: found.length, admins: 2, moderators: 0 } }));

async function open(role: SocietyRole = 'admin') {
  const own = asMember(society, role);
  onCall(getSocietyInfo, () => yes(getSocietyInfo, { ...own, Can: { ...own.Can, invite: true } }));
  const view = show(
    <Routes>
      <Route path="/societies/:id/members" element={<MembersPage />} />
    </Routes>,
    { at: `/societies/${society.ID}/members` },
  );
  await screen.findByText(rand.Name);
  return view;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const bodies = () => requests.filter(({ path }) => path === setRoleTerm.path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'members', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  serveRequests([]);
  useSession.setState({ status: 'in', user: aUser({ ID: boss.ID, Name: 'Omar Khalil' }) });
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  serveMembers(boss, other, rand);
});

type User = Awaited<ReturnType<typeof open>>['user'];
async function act(user: User, name: string, action: string) {
  await user.click(button(`More about ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
}
async function setDay(user: User, dialog: ReturnType<typeof within>, day: string) {
  const field = dialog.getByLabelText('Last day of the role (optional)');
  await user.clear(field);
  if (day) await user.type(field, day);
}
const answer = (user_id: string, Role: SocietyRole, Role_Until: string | null) =>
  yes(setRoleTerm, { society_id: society.ID, user_id, Role, Role_Until, Member_Count: 3, rev: 9 });

describe('the end of a role', () => {
  it('is on the row', async () => {
    await open();
    expect(screen.getByText(/Admin until June 30, 2031/)).toBeDefined();
  });

  it('is given together with the role, and shown at once', async () => {
    const { user } = await open();
    const dialog = await act(user, rand.Name, 'Change Role');
    await user.click(dialog.getByRole('radio', { name: 'Moderator' }));
    await setDay(user, dialog, '2031-07-31');
    onCall(setRoleTerm, () => answer(rand.ID, 'moderator', '2031-07-31'));
    serveMembers(boss, other, { ...rand, Role: 'moderator', Role_Until: '2031-07-31' });
    await user.click(button('Save'));
    expect(await screen.findByText('Rand Tarawneh is now a moderator.')).toBeDefined();
    expect(bodies()).toEqual([{ society_id: society.ID, member: rand.ID, role: 'moderator', until: '2031-07-31', successor_id: null }]);
    expect(await screen.findByText(/Moderator until July 31, 2031/)).toBeDefined();
  });

  it('of another admin is changed with a successor', async () => {
    onCall(getRoleTerm, () => yes(getRoleTerm, { ID: other.ID, Role: 'admin', Until: '2031-06-30', Successor: null }));
    onCall(setRoleTerm, () => answer(other.ID, 'admin', '2031-06-30'));
    const { user } = await open();
    const dialog = await act(user, 'Huda Salem', 'End of role');
    expect(button('Save').disabled).toBe(true);
    await user.click(await dialog.findByRole('radio', { name: rand.Name }));
    expect(dialog.getByText('Rand Tarawneh becomes an admin when the role ends.')).toBeDefined();
    await user.click(button('Save'));
    expect(await screen.findByText('The end of the role is saved.')).toBeDefined();
    expect(bodies()).toEqual([{ society_id: society.ID, member: other.ID, role: 'admin', until: '2031-06-30', successor_id: rand.ID }]);
  });

  it('shows the error of the day, and says when it did not load', async () => {
    onCall(getRoleTerm, () => yes(getRoleTerm, { ID: other.ID, Role: 'admin', Until: '2031-06-30', Successor: null }));
    onCall(setRoleTerm, () => no(400, 'validation_failed', 'Bad', { until: 'The role of another admin lasts at least 14 more days' }));
    const { user } = await open();
    const dialog = await act(user, 'Huda Salem', 'End of role');
    await dialog.findByLabelText('Last day of the role (optional)');
    await setDay(user, dialog, '2031-01-01');
    await user.click(button('Save'));
    expect(await dialog.findByText('The role of another admin lasts at least 14 more days')).toBeDefined();
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the history of roles', () => {
  const person = (Name: string) => ({ ID: newId(), Name, Photo: '' });
  const [lina, sami] = [person('Lina Saleh'), person('Sami Haddad')];
  const base = { Role: 'admin', Given_By: sami, Until: null, Ended_By: null } as const;
  const periods: RolePeriod[] = [
    { ...base, ID: newId(), Person: lina, From: '2026-02-01T10:00:00.000Z', Ended_At: null, End: null, Until: '2031-06-30' },
    { ...base, ID: newId(), Person: sami, From: null, Given_By: null, Ended_At: '2026-02-01T10:00:00.000Z', End: 'term' },
    {
      ...base,
      ID: newId(),
      Person: lina,
      From: '2025-02-01T10:00:00.000Z',
      Ended_At: '2025-03-01T10:00:00.000Z',
      End: 'removed',
      Ended_By: sami,
    },
  ];

  it.each(['admin', 'moderator'] as const)('opens for a %s, with who gave each role and why it ended', async (role) => {
    onCall(getRoleHistory, () => yes(getRoleHistory, periods, { next: null }));
    const { user } = await open(role);
    await user.click(button('Role history'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Role history' }));
    expect(await dialog.findByText('Since February 1, 2026 · until June 30, 2031')).toBeDefined();
    expect(dialog.getByText('Ended as planned')).toBeDefined();
    expect(dialog.getByText('Given by Sami Haddad · Removed by Sami Haddad')).toBeDefined();
  });

  it('says that there is none, and that it failed', async () => {
    onCall(getRoleHistory, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    await user.click(button('Role history'));
    expect(await screen.findByText('The role history did not load')).toBeDefined();
    onCall(getRoleHistory, () => yes(getRoleHistory, [], { next: null }));
    await user.click(button('Try again'));
    expect(await screen.findByText('No roles yet')).toBeDefined();
  });

  it('is not offered to members', async () => {
    await open('member');
    expect(screen.queryByRole('button', { name: 'Role history' })).toBeNull();
  });
});
