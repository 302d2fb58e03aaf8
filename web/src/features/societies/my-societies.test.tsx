import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { membershipChanged } from '#models/contract/members';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import MySocietiesPage from '@/pages/my-societies-page';
import { deferred } from '@/testing/deferred';
import { no, onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import './membership.live';
import './societies.live';

const me = aUser({ Name: 'Layla Haddad' });
let own: Society[];

function Screen() {
  return <MySocietiesPage />;
}
const open = () => show(<Screen />, { at: '/my-societies' });
const section = (name: string) => within(screen.getByRole('region', { name }));
const figures = () =>
  section('Your Impact')
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'common']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  own = [
    asMember(aSociety({ Name: 'Robotics Society', Member_Count: 1204 }), 'admin'),
    asMember(aSociety({ Name: 'Debate Club' }), 'moderator'),
    { ...asMember(aSociety({ Name: 'Wadi Hikers', Category: 'Environmental' })), New_Count: 3 },
    asMember(aSociety({ Name: 'Giving Hands' })),
  ];
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, own));
});

describe('impact card', () => {
  it('shows no 0 while loading or after a failure', async () => {
    const slow = deferred<ReturnType<typeof no>>();
    onCall(getSocietiesByUser, () => slow.promise);
    open();
    await screen.findByRole('region', { name: 'Your Impact' });
    expect(figures().map(([, value]) => value)).toEqual(['Loading', 'Loading']);
    slow.give(no(500, 'internal', 'Boom'));
    await waitFor(() => expect(figures().map(([, value]) => value)).toEqual(['This did not load–', 'This did not load–']));
  });
});

describe('my societies', () => {
  it('are grouped by role, with a welcome and a link to discovery', async () => {
    open();
    await screen.findByRole('link', { name: /Debate Club/ });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Societies');
    screen.getByText(/Layla Haddad/);
    expect(screen.getByRole('link', { name: 'Discover More' }).getAttribute('href')).toBe('/societies');
    const rows = (name: string) =>
      section(name)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(rows('Societies I Manage')).toEqual(['Robotics SocietyTechnology1,204 membersManager']);
    expect(rows('Societies I Moderate')).toEqual(['Debate ClubTechnology12 membersModerator']);
    expect(rows('My Memberships')).toEqual([
      'Wadi HikersEnvironmental12 members3 new postsMember',
      'Giving HandsTechnology12 membersMember',
    ]);
    expect(section('My Memberships').getAllByRole('link')[0]?.getAttribute('href')).toBe(`/societies/${own[2]?.ID}`);
    expect(figures()).toEqual([
      ['Memberships', '4'],
      ['Managed Societies', '1'],
    ]);
  });

  it('omit the section of managed societies if it is empty', async () => {
    own = own.slice(2);
    open();
    await screen.findByRole('link', { name: /Wadi Hikers/ });
    expect(screen.queryByText('Societies I Manage')).toBeNull();
    expect(screen.queryByText('Societies I Moderate')).toBeNull();
  });

  it('show an empty state for memberships if the viewer only manages', async () => {
    own = own.slice(0, 1);
    open();
    await screen.findByRole('link', { name: /Robotics/ });
    section('My Memberships').getByText('You are not a member of any other society.');
  });

  it('show an empty state with a link to discovery', async () => {
    own = [];
    open();
    await screen.findByText('You are not in a society yet');
    expect(screen.getByRole('link', { name: 'Discover societies' }).getAttribute('href')).toBe('/societies');
    expect(figures()).toEqual([
      ['Memberships', '0'],
      ['Managed Societies', '0'],
    ]);
  });

  it.each([429, 500])('show %s in place, and can retry', async (status) => {
    onCall(getSocietiesByUser, () => no(status, 'x', 'No.'));
    const { user } = open();
    await screen.findByText('The societies did not load');
    onCall(getSocietiesByUser, () => yes(getSocietiesByUser, own));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /Debate Club/ });
  });

  it('move to another group when the role changes live', async () => {
    joined.length = 0;
    open();
    await screen.findByRole('link', { name: /Giving Hands/ });
    expect(joined.flatMap(({ rooms }) => rooms).toSorted()).toEqual(['mine', 'societies']);
    const [, , , last] = own;
    if (!last) throw new Error('There is one.');
    own = [...own.slice(0, 3), asMember(last, 'admin')];
    const { ID: society_id, Member_Count, Event_Count, Post_Count } = last;
    arrives(membershipChanged, { society_id, user_id: me.ID, Role: 'admin', Member_Count, Event_Count, Post_Count, rev: 9 });
    await waitFor(() => section('Societies I Manage').getByRole('link', { name: /Giving Hands/ }));
    expect(figures()).toEqual([
      ['Memberships', '4'],
      ['Managed Societies', '2'],
    ]);
  });

  it('are shown in Arabic', async () => {
    await act(() => chooseLanguage('ar'));
    open();
    await screen.findByRole('link', { name: /3 منشورات جديدة/ });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('نواديّ');
  });
});
