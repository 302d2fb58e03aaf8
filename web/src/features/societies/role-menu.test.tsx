import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { leaveSociety, membershipChanged } from '#models/contract/members';
import { isPage } from '#models/contract/pages';
import { getPostsBySociety } from '#models/contract/posts';
import { reportThing } from '#models/contract/reports';
import { getSocietiesByUser, getSocietyInfo, type Society } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { describeFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import './membership.live';
import './societies.live';

const me = aUser();
const society = aSociety({ Name: 'Robotics Society', rev: 10 });
const at = `/societies/${society.ID}`;
const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));

function Page() {
  return (
    <Routes>
      <Route path="/societies/:id" element={<SocietyPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
}
async function openMenu(served: Society) {
  serve(served);
  const view = show(<Page />, { at });
  await view.user.click(await screen.findByTitle('More about Robotics Society'));
  const menu = within(await screen.findByRole('menu'));
  return { ...view, menu };
}
const entries = () => screen.getAllByRole('menuitem').map((item) => [item.textContent, item.getAttribute('href')] as const);
const only = (wanted: readonly (readonly [string, string | null])[]) => wanted.filter(([, to]) => !to || isPage(to.split('?')[0] ?? ''));
const sent = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body);
const report = ['Report', null] as const;
const leaving = ['Leave Society', null] as const;
const poster = ['Poster', `${at}/poster`] as const;
const reports = ['Reports', `${at}/reports`] as const;
const forManagers = [reports, ['View as visitor', `${at}?as=visitor`], ['View as member', `${at}?as=member`]] as const;

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'society', 'posts', 'events', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  serveRequests([]);
  useSession.setState({ status: 'in', user: me });
  onCall(getPostsBySociety, () => yes(getPostsBySociety, [], { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
});

describe('role menu of a society', () => {
  const withInvite = (role: Society['Role']): Society => {
    const seen = asMember(society, role);
    return { ...seen, Can: { ...seen.Can, invite: true } };
  };
  const invite = ['Invite people', `${at}/members?invite=1`] as const;

  it.each([
    ['an outsider', society, [report]],
    ['a member', withInvite('member'), [invite, poster, report, leaving]],
    ['a member who may not invite', asMember(society), [poster, report, leaving]],
    ['a moderator', withInvite('moderator'), [invite, reports, poster, report, leaving]],
    [
      'an admin',
      withInvite('admin'),
      [invite, ...forManagers, poster, ['Step down', `${at}/members?handover=step-down`] as const, report, leaving],
    ],
    ['a platform admin', { ...society, Can: { ...society.Can, manage: true, moderate: true } }, [...forManagers, report]],
  ] as const)('shows %s the permitted entries', async (_who, served, wanted) => {
    await openMenu(served);
    expect(entries()).toEqual(only(wanted));
  });

  it('opens from a button that looks the same before and after loading', async () => {
    serve(asMember(society));
    const { user } = show(<Page />, { at });
    const looks = (await screen.findByRole('button', { name: /Member/ })).className.trim();
    await user.click(screen.getByRole('button', { name: /Member/ }));
    await screen.findByRole('menu');
    expect(screen.getByTitle('More about Robotics Society').className).toContain(looks);
  });

  it('is replaced by a login link for visitors', async () => {
    useSession.setState({ status: 'out', user: null });
    serve(society);
    show(<Page />, { at });
    const login = await screen.findByRole('link', { name: 'Log in to join' });
    expect(login.getAttribute('href')).toBe('/login');
    // The main action of the page looks like one.
    expect(login.className).toContain('Button-root');
    expect(screen.queryByTitle('More about Robotics Society')).toBeNull();
  });

  it('sends a report of the society', async () => {
    onCall(reportThing, () => yes(reportThing, { ID: society.ID }));
    const { user, menu } = await openMenu(society);
    await user.click(menu.getByRole('menuitem', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this society' }));
    await user.type(dialog.getByRole('textbox'), 'It sells tickets.');
    await user.click(dialog.getByRole('button', { name: 'Report this society' }));
    await waitFor(() => expect(sent(reportThing.path)).toEqual([{ kind: 'society', id: society.ID, message: 'It sells tickets.' }]));
  });
});

describe('leaving a society', () => {
  const gone = { society_id: society.ID, user_id: me.ID, Role: null, Member_Count: 11, rev: 11 };
  async function ask(visibility: NonNullable<Society['Privacy']>['visibility'] = 'public') {
    const member = asMember(society);
    const view = await openMenu({ ...member, Privacy: { ...member.Privacy!, visibility } });
    await view.user.click(view.menu.getByRole('menuitem', { name: 'Leave Society' }));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Leave Robotics Society?' })) };
  }
  const leave = async () => {
    const view = await ask();
    serve(society);
    await view.user.click(view.dialog.getByRole('button', { name: 'Leave Society' }));
    return view;
  };

  it('asks for confirmation, shows a toast and opens the list of societies', async () => {
    onCall(leaveSociety, () => yes(leaveSociety, gone));
    const { place } = await leave();
    expect(await screen.findByText('You left the society')).toBeDefined();
    await waitFor(() => expect(place()).toBe('/societies'));
    expect(sent(leaveSociety.path)).toEqual([{ society_id: society.ID }]);
    arrives(membershipChanged, { ...gone, Event_Count: 3, Post_Count: 40 });
    expect(screen.queryByText('You are no longer a member of Robotics Society.')).toBeNull();
  });

  it('warns that returning to an invite-only society needs an invitation', async () => {
    const { dialog } = await ask('invite-only');
    expect(dialog.getByText(/need a new invitation\.$/)).toBeDefined();
  });

  it('opens the handover dialog for the only admin, without an error', async () => {
    onCall(leaveSociety, () => no(409, 'only_admin', 'You are the only admin of this society.'));
    const { place } = await leave();
    await waitFor(() => expect(place()).toBe(`${at}/members?handover=leave`));
    expect(screen.queryByText('Something went wrong while leaving the society')).toBeNull();
  });

  describeFailures('leaving a society', {
    call: leaveSociety,
    open: () => ask(),
    act: (user) => user.click(screen.getByRole('button', { name: 'Leave Society' })),
    afterwards: () => expect(screen.getByText('Member')).toBeDefined(),
    text: 'Something went wrong while leaving the society',
  });
});

describe('sharing a society', () => {
  it('copies the URL, also for visitors', async () => {
    useSession.setState({ status: 'out', user: null });
    serve(society);
    const { user } = show(<Page />, { at });
    await user.click(await screen.findByRole('button', { name: 'Share Robotics Society' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share this society' }));
    const address = `${window.location.origin}${at}`;
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link to this society' }).value).toBe(address);
    await user.click(dialog.getByRole('button', { name: 'Copy Link' }));
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
  });
});
