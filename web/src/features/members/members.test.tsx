import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBans } from '#models/contract/bans';
import { getAllMembers, removeMember, updateMemberRole } from '#models/contract/member-list';
import { type Member, membershipChanged } from '#models/contract/members';
import { userUpdated } from '#models/contract/profiles';
import { getSocietyInfo, type Society, societyCounts } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import MembersPage from '@/pages/members-page';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aMember, asMember } from '@/testing/society-fixtures';

const society = aSociety({ Member_Count: 3 });
const boss = aMember({ Name: 'Omar Khalil', Role: 'admin', Email: 'omar@uni.example' });
const rand = aMember();
const tala = aMember({ Name: 'Tala Shami', Role: 'moderator' });
const counts = { Member_Count: 3, Event_Count: 0, Post_Count: 0 };

const serve = (served: Society) => onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
const serveMembers = (found: Member[]) =>
  onCall(getAllMembers, ({ query }) => {
    const countOf = (role: string) => found.filter(({ Role }) => Role === role).length;
    const listed = found.filter(({ Name, Role }) => Name.includes(query.get('q') ?? '') && (query.get('role') ?? Role) === Role);
    return yes(getAllMembers, listed, {
      next: null,
      counts: { total: found.length, admins: countOf('admin'), moderators: countOf('moderator') },
    });
  });
const open = async (search = '') => {
  const view = show(
    <Routes>
      <Route path="/societies/:id/members" element={<MembersPage />} />
    </Routes>,
    { at: `/societies/${society.ID}/members${search}` },
  );
  await screen.findByRole('heading', { level: 2, name: /Members \(/ });
  return view;
};
const row = (name: string) => within(screen.getByRole('link', { name: new RegExp(`^${name}$`) }).closest('li')!);
const names = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('a')?.textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeAll(async () => {
  await i18n.loadNamespaces(['societies', 'members', 'join-requests']);
  await connectSocket();
});
beforeEach(() => {
  serveMuted();
  serveRequests([]);
  useSession.setState({ status: 'in', user: aUser({ ID: boss.ID }) });
  serve(asMember(society, 'admin'));
  serveMembers([boss, rand, tala]);
});

describe('member list', () => {
  it('shows counts and members, and no actions to viewers who are not admins', async () => {
    serve({ ...asMember(society), Can: { ...asMember(society).Can, invite: false } });
    await open();
    expect((await screen.findByText('Total Members')).closest('dl')?.textContent).toBe('Total Members3Admins1Moderators1');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Members (3)');
    expect(names()).toEqual(['Omar Khalil', 'Rand Tarawneh', 'Tala Shami']);
    expect(row('Omar Khalil').getByText('omar@uni.example')).toBeDefined();
    expect(row('Omar Khalil').getByText('Admin')).toBeDefined();
    expect(row('Rand Tarawneh').queryByText('Member')).toBeNull();
    expect(row('Rand Tarawneh').getByText(/^Member · Joined/)).toBeDefined();
    const view = row('Rand Tarawneh').getByRole('link', { name: 'View Profile of Rand Tarawneh' });
    expect([view.textContent, view.getAttribute('href')]).toEqual(['View Profile', `/users/${rand.ID}`]);
    for (const none of ['Change Role', 'Remove', 'Export as CSV', 'Banned people']) expect(screen.queryByText(none)).toBeNull();
    expect(button('Invite people').disabled).toBe(true);
    expect(screen.getByText('Your account cannot invite people here.').id).toBe(button('Invite people').getAttribute('aria-describedby'));
  });

  it('filters by text and role, sorts, and stores all three in the URL', async () => {
    const { user, place } = await open();
    await user.type(screen.getByPlaceholderText('Search by name or email'), 'Tala');
    await waitFor(() => expect(names()).toEqual(['Tala Shami']));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Members (1)');
    const role = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Role' });
    expect([...role.options].map(({ text }) => text)).toEqual(['All Roles', 'Admin', 'Moderator', 'Member']);
    await user.selectOptions(role, 'Member');
    expect(await screen.findByText('No members found')).toBeDefined();
    expect(screen.getByText('Try adjusting your search or filter criteria.')).toBeDefined();
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect([...order.options].map(({ text }) => text)).toEqual(['Name', 'Role', 'Join Date']);
    await user.selectOptions(order, 'Join Date');
    expect(place()).toBe(`/societies/${society.ID}/members?q=Tala&role=member&sort=joined`);
    expect(requests.at(-1)?.query.get('sort')).toBe('joined');
  });

  it('explains a hidden list, and offers a retry if the members did not load', async () => {
    onCall(getAllMembers, () => no(500, 'internal', 'Boom'));
    serve({ ...society, Can: { ...society.Can, seeMembers: false } });
    const { user, unmount } = show(
      <Routes>
        <Route path="/societies/:id/members" element={<MembersPage />} />
      </Routes>,
      { at: `/societies/${society.ID}/members` },
    );
    expect(await screen.findByText('Only members see this list')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the society' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
    unmount();
    serve(asMember(society, 'admin'));
    show(
      <Routes>
        <Route path="/societies/:id/members" element={<MembersPage />} />
      </Routes>,
      { at: `/societies/${society.ID}/members` },
    );
    expect(await screen.findByText('The members did not load')).toBeDefined();
    serveMembers([boss]);
    await user.click(button('Try again'));
    await waitFor(() => expect(names()).toEqual(['Omar Khalil']));
  });

  it('is shown in Arabic', async () => {
    await chooseLanguage('ar');
    const { user } = show(
      <Routes>
        <Route path="/societies/:id/members" element={<MembersPage />} />
      </Routes>,
      { at: `/societies/${society.ID}/members` },
    );
    expect(await screen.findByRole('heading', { level: 2, name: 'الأعضاء (3)' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'خيارات Rand Tarawneh' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['عرض الملف', 'تغيير الدور', 'إزالة']);
    await chooseLanguage('en');
  });
});

describe('live messages for the member list', () => {
  it('show a new role to viewers who are not members, and who hear of the counts only', async () => {
    serve({ ...society, Can: { ...society.Can, seeMembers: true } });
    await open();
    await row('Rand Tarawneh').findByText(/^Member · Joined/);
    serveMembers([boss, { ...rand, Role: 'moderator', rev: rand.rev + 1 }, tala]);
    arrives(societyCounts, { society_id: society.ID, ...counts, rev: rand.rev + 1 });
    await row('Rand Tarawneh').findByText('Moderator');
  });

  it('update roles and names, remove members and add new ones; a stale rev is ignored', async () => {
    await open();
    const of = { society_id: society.ID, user_id: rand.ID, ...counts };
    arrives(membershipChanged, { ...of, Role: 'moderator', rev: 7 });
    expect(row('Rand Tarawneh').getByText('Moderator')).toBeDefined();
    arrives(membershipChanged, { ...of, Role: 'admin', rev: 6 });
    expect(row('Rand Tarawneh').getByText('Moderator')).toBeDefined();
    arrives(userUpdated, { user_id: tala.ID, Name: 'Tala S.', Image: '', version: 2 });
    expect(names()).toContain('Tala S.');
    const sami = aMember({ Name: 'Sami Haddad' });
    serveMembers([boss, tala, sami]);
    arrives(membershipChanged, { ...of, Role: null, rev: 8 });
    expect(names()).not.toContain('Rand Tarawneh');
    arrives(membershipChanged, { society_id: society.ID, user_id: sami.ID, ...counts, Role: 'member', rev: 9 });
    await waitFor(() => expect(names()).toContain('Sami Haddad'));
    expect(names()).not.toContain('Rand Tarawneh');
  });
});

type User = Awaited<ReturnType<typeof open>>['user'];
const openMenu = async (user: User, name: string) => {
  await user.click(button(`More about ${name}`));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const choose = async (user: User, action: string) => {
  await openMenu(user, 'Rand Tarawneh');
  await user.click(screen.getByRole('menuitem', { name: action }));
};

describe('the member list on a phone', () => {
  it('has the rare actions in one menu beside the invitation', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    onCall(getBans, () => yes(getBans, [], { next: null }));
    const { user } = await open();
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
    expect(button('Invite people')).toBeDefined();
    await user.click(button('More about the members'));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Export as CSV',
      'Banned people',
      'Role history',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Banned people' }));
    expect(await screen.findByRole('dialog', { name: 'Banned people' })).toBeDefined();
    vi.unstubAllGlobals();
  });
});

describe('the menu of a member', () => {
  it('has all actions for admins, and only the profile and the end of the role of another admin', async () => {
    const { user } = await open();
    expect(await openMenu(user, 'Omar Khalil')).toEqual(['View Profile', 'End of role']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(await openMenu(user, 'Rand Tarawneh')).toEqual(['View Profile', 'Change Role', 'Remove']);
    expect(screen.getByRole('menuitem', { name: 'View Profile' }).getAttribute('href')).toBe(`/users/${rand.ID}`);
  });
});

const openRoleDialog = async (user: User) => {
  await choose(user, 'Change Role');
  await screen.findByRole('dialog', { name: 'Change Role for Rand Tarawneh' });
};

describe('changing a role', () => {
  it('offers three roles with descriptions, and shows the new one before the answer', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(updateMemberRole, () => answer.promise);
    const { user } = await open();
    await openRoleDialog(user);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual(['member', 'admin', 'moderator']);
    expect(screen.getByText('Can post and attend events.')).toBeDefined();
    expect(button('Save').disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Moderator' }));
    await user.click(button('Save'));
    expect(row('Rand Tarawneh').getByText('Moderator')).toBeDefined();
    expect(button('Saving...')).toBeDefined();
    serveMembers([boss, { ...rand, Role: 'moderator' }, tala]);
    answer.give(yes(updateMemberRole, { society_id: society.ID, user_id: rand.ID, Role: 'moderator', Member_Count: 3, rev: 4 }));
    expect(await screen.findByText('Rand Tarawneh is now a moderator.')).toBeDefined();
    expect(requests.find(({ path }) => path === updateMemberRole.path)?.body).toEqual({
      society_id: society.ID,
      member: rand.ID,
      role: 'moderator',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  describeFailures('changing a role', {
    call: updateMemberRole,
    open,
    act: async (user) => {
      await openRoleDialog(user);
      await user.click(screen.getByRole('radio', { name: 'Moderator' }));
      await user.click(button('Save'));
    },
    afterwards: () => {
      expect(row('Rand Tarawneh').getByText(/^Member · Joined/)).toBeDefined();
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Moderator' }).checked).toBe(true);
    },
  });
});

const openRemoveDialog = async (user: User) => {
  await choose(user, 'Remove');
  await screen.findByRole('dialog', { name: 'Remove Rand Tarawneh?' });
};

describe('removing a member', () => {
  it('asks for confirmation, can ban, and moves the focus to the next row', async () => {
    onCall(removeMember, () => ({ status: 204, body: null }));
    const { user } = await open();
    await openRemoveDialog(user);
    expect(screen.getByText('They lose access at once and are notified. Their posts and comments stay.')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Ban: they cannot ask to join again' }));
    serveMembers([boss, tala]);
    await user.click(button('Remove'));
    expect(await screen.findByText('Member removed')).toBeDefined();
    const { query } = requests.find(({ path }) => path === removeMember.path)!;
    expect(Object.fromEntries(query)).toEqual({ society_id: society.ID, user_id: rand.ID, ban: 'true' });
    await waitFor(() => expect(names()).toEqual(['Omar Khalil', 'Tala Shami']));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Tala Shami'));
    expect(screen.getByText('Members (2)')).toBeDefined();
  });

  describeFailures('removing a member', {
    call: removeMember,
    text: 'Failed to remove member',
    open,
    act: async (user) => {
      await openRemoveDialog(user);
      await user.click(button('Remove'));
    },
    afterwards: () => expect(names()).toContain('Rand Tarawneh'),
  });
});
