import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ban, getBans, unban } from '#models/contract/bans';
import { invite } from '#models/contract/invitations';
import { getAllMembers, stepDown, updateMemberRole } from '#models/contract/member-list';
import { leaveSociety, type Member } from '#models/contract/members';
import { searchAll } from '#models/contract/search';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { exportMembers } from '#models/contract/society-insights';
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
const rand = aMember();
const state = (user_id: string, Role: Member['Role'] | null) => ({ society_id: society.ID, user_id, Role, Member_Count: 2, rev: 9 });

const serveMembers = (...found: Member[]) =>
  onCall(getAllMembers, ({ query }) => {
    const admins = found.filter(({ Role }) => Role === 'admin');
    const listed = query.get('role') === 'admin' ? admins : found;
    return yes(getAllMembers, listed, { next: null, counts: { total: found.length, admins: admins.length, moderators: 0 } });
  });
const open = async (search = '') => {
  const view = show(
    <Routes>
      <Route path="/societies/:id/members" element={<MembersPage />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    { at: `/societies/${society.ID}/members${search}` },
  );
  await screen.findByRole('button', { name: 'Invite people' });
  return view;
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const bodiesOf = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'members', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  serveRequests([]);
  useSession.setState({ status: 'in', user: aUser({ ID: boss.ID, Name: 'Omar Khalil' }) });
  const own = asMember(society, 'admin');
  onCall(getSocietyInfo, () => yes(getSocietyInfo, { ...own, Can: { ...own.Can, invite: true } }));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  serveMembers(boss, rand);
});

describe('invite dialog', () => {
  const people = ['Tala', 'Sami', 'Zaid'].map((Name) => ({ ID: newId(), Name, Image: '', Is_Following: false, Follow_Version: 0 }));
  const [tala, sami, zaid] = people;

  it('finds people by name and shows the outcome of each invitation', async () => {
    const found = { societies: [], events: [], posts: [], people };
    onCall(searchAll, () => yes(searchAll, found, { next: null, counts: { societies: 0, events: 0, posts: 0, people: 3, at_least: [] } }));
    onCall(invite, ({ body }) => {
      if (body.user_id === sami?.ID) return no(409, 'person_is_member', 'Member');
      if (body.user_id === zaid?.ID) return no(403, 'not_invitable', 'No');
      return yes(invite, { Invitation_ID: newId(), CreatedAt: '2026-01-01T00:00:00.000Z' });
    });
    const { user, place } = await open('?invite=1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite people to Robotics Society' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Name or email' }), 'a');
    expect(dialog.getByText('Part of a name, or a whole email address.')).toBeDefined();
    await user.type(dialog.getByRole('searchbox', { name: 'Name or email' }), 'l');
    await user.click(await dialog.findByRole('button', { name: 'Invite Tala' }));
    expect(await dialog.findByText('Invited')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Invite Sami' }));
    expect(await dialog.findByText('Already a member')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Invite Zaid' }));
    expect(await dialog.findByText('Cannot be invited')).toBeDefined();
    expect(bodiesOf(invite.path)[0]).toEqual({ society_id: society.ID, user_id: tala?.ID });
    expect(requests.find(({ path }) => path === searchAll.path)?.query.get('kind')).toBe('people');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}/members`));
  });

  it('links people of the same name to their profiles, to tell them apart', async () => {
    const found = { societies: [], events: [], posts: [], people: [...people, { ...sami!, ID: newId() }] };
    onCall(searchAll, () => yes(searchAll, found, { next: null, counts: { societies: 0, events: 0, posts: 0, people: 4, at_least: [] } }));
    const { user } = await open('?invite=1');
    await user.type(await screen.findByRole('searchbox', { name: 'Name or email' }), 'am');
    const list = within(await screen.findByRole('list', { name: 'People found' }));
    const links = list.getAllByRole('link', { name: 'View Profile' });
    const namesakes = found.people.filter(({ Name }) => Name === 'Sami');
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual(
      namesakes.map(({ ID }) => [`/users/${ID}`, '_blank']),
    );
  });

  it('invites an address without revealing whether it has an account, and can retry a failure', async () => {
    onCall(invite, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    await user.click(button('Invite people'));
    await user.type(await screen.findByRole('searchbox', { name: 'Name or email' }), 'new@uni.example');
    await user.click(await screen.findByRole('button', { name: 'Invite new@uni.example' }));
    expect(await screen.findByText('Server error. Please try again later.')).toBeDefined();
    onCall(invite, () => yes(invite, { Invitation_ID: newId(), CreatedAt: '2026-01-01T00:00:00.000Z' }));
    await user.click(await screen.findByRole('button', { name: 'Invite new@uni.example' }));
    expect(await screen.findByText('If this address can be invited, we have sent an invitation.')).toBeDefined();
    expect(bodiesOf(invite.path).at(-1)).toEqual({ society_id: society.ID, email: 'new@uni.example' });
    expect(requests.some(({ path }) => path === searchAll.path)).toBe(false);
  });
});

describe('handover dialog', () => {
  it('lets one of several admins step down to the chosen role', async () => {
    serveMembers(boss, { ...rand, Role: 'admin' });
    onCall(stepDown, () => yes(stepDown, state(boss.ID, 'member')));
    const { user, place } = await open('?handover=step-down');
    const dialog = within(await screen.findByRole('dialog', { name: 'Step down as admin?' }));
    await user.click(await dialog.findByRole('radio', { name: 'Member' }));
    await user.click(dialog.getByRole('button', { name: 'Step down' }));
    expect(await screen.findByText('You are no longer an admin of Robotics Society.')).toBeDefined();
    expect(bodiesOf(stepDown.path)).toEqual([{ society_id: society.ID, role: 'member' }]);
    expect(bodiesOf(updateMemberRole.path)).toEqual([]);
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}/members`));
  });

  it('makes the chosen successor an admin before the only admin leaves', async () => {
    onCall(updateMemberRole, () => yes(updateMemberRole, state(rand.ID, 'admin')));
    onCall(leaveSociety, () => yes(leaveSociety, state(boss.ID, null)));
    const { user, place } = await open('?handover=leave');
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Robotics Society?' }));
    expect(await dialog.findByText('You are the only admin. Choose who takes over.')).toBeDefined();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Hand over and leave' }).disabled).toBe(true);
    await user.click(await dialog.findByRole('radio', { name: 'Rand Tarawneh' }));
    await user.click(dialog.getByRole('button', { name: 'Hand over and leave' }));
    await waitFor(() => expect(place()).toBe('/societies'));
    const paths = requests.map(({ path }) => path);
    expect(paths.indexOf(updateMemberRole.path)).toBeLessThan(paths.indexOf(leaveSociety.path));
    expect(bodiesOf(updateMemberRole.path)).toEqual([{ society_id: society.ID, member: rand.ID, role: 'admin' }]);
  });

  it('reports two admins if the successor was promoted but stepping down failed', async () => {
    onCall(updateMemberRole, () => {
      serveMembers(boss, { ...rand, Role: 'admin' });
      return yes(updateMemberRole, state(rand.ID, 'admin'));
    });
    onCall(stepDown, () => no(500, 'internal', 'Boom'));
    const { user } = await open('?handover=step-down');
    await user.click(await screen.findByRole('radio', { name: 'Rand Tarawneh' }));
    await user.click(button('Hand over and step down'));
    expect(await screen.findByText(/^Rand Tarawneh is now an admin too/)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Step down' })).toBeDefined();
  });

  it('asks for a successor if the server refuses since no other admin is left', async () => {
    serveMembers(boss, { ...rand, Role: 'admin' });
    onCall(stepDown, () => {
      serveMembers(boss, rand);
      return no(409, 'only_admin', 'Only one');
    });
    const { user } = await open('?handover=step-down');
    await user.click(await screen.findByRole('button', { name: 'Step down' }));
    expect(await screen.findByText('You are the only admin. Choose who takes over.')).toBeDefined();
    expect(screen.queryByText('Only one')).toBeNull();
  });
});

describe('bans dialog', () => {
  const ban: Ban = { ID: newId(), Name: 'Faris', Photo: '', Banned_At: '2026-01-01T00:00:00.000Z', Banned_By: 'Omar Khalil' };

  it('lists banned people with the admin who banned them, and lifts a ban', async () => {
    onCall(getBans, () => yes(getBans, [ban], { next: null }));
    onCall(unban, () => yes(unban, { society_id: society.ID, user_id: ban.ID }));
    const { user } = await open();
    await user.click(button('Banned people'));
    expect(await screen.findByText(/by Omar Khalil/)).toBeDefined();
    await user.click(button('Lift the ban on Faris'));
    const question = within(await screen.findByRole('dialog', { name: 'Lift the ban on Faris?' }));
    onCall(getBans, () => yes(getBans, [], { next: null }));
    await user.click(question.getByRole('button', { name: 'Lift ban' }));
    expect(await screen.findByText('Faris can ask to join again.')).toBeDefined();
    expect(await screen.findByText('Nobody is banned')).toBeDefined();
    expect(bodiesOf(unban.path)).toEqual([{ society_id: society.ID, user_id: ban.ID }]);
  });
});

describe('member export', () => {
  it('downloads a CSV that starts with a byte order mark, and reports a failure', async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    onCall(exportMembers, () => no(500, 'internal', 'Boom'));
    const { user } = await open();
    await user.click(button('Export as CSV'));
    expect(await screen.findByText('The member list could not be exported.')).toBeDefined();
    onCall(exportMembers, () => yes(exportMembers, 'Name\r\nرند'));
    await user.click(button('Export as CSV'));
    expect(await screen.findByText('The member list has been downloaded.')).toBeDefined();
    const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'N'.charCodeAt(0)]);
    vi.restoreAllMocks();
  });
});
