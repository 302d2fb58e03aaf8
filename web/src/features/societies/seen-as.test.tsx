import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getEventsBySociety } from '#models/contract/events';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { getPostsBySociety } from '#models/contract/posts';
import { getSocietiesByUser, getSocietyInfo, type Society, visibility } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyPage from '@/pages/society-page';
import { serveMuted } from '@/testing/fake-mutes';
import { onCall, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aPost, aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { seenAs } from './seen-as';

const society = aSociety({ Name: 'Robotics Society', Post_Count: 1 });
const post = aPost({ Content: 'Qualifiers are done!', Society_ID: society.ID });
const own = asMember(society, 'admin');
type Fields = Partial<NonNullable<Society['Privacy']> & NonNullable<Society['Permissions']>>;
const set = (fields: Fields): Society => ({
  ...own,
  Privacy: { ...own.Privacy!, ...fields },
  Permissions: { ...own.Permissions!, ...fields },
});
const can = (fields: Fields, as: 'visitor' | 'member') => seenAs(set(fields), as)?.Can;

describe('seenAs', () => {
  it.each(visibility.options)('%s: gives a visitor the rights of the policies', (each) => {
    const seen = seenAs(set({ visibility: each }), 'visitor');
    if (each === 'invite-only') return expect(seen).toBeNull();
    const isOpen = each === 'public';
    expect(seen).toMatchObject({ Role: null, Privacy: null, Permissions: null, Notifications: null });
    expect(seen?.Can).toMatchObject({ join: false, post: false, seePosts: isOpen, seeEvents: isOpen, seeMembers: false, manage: false });
  });

  it.each(visibility.options)('%s: lets a member read, but not manage', (each) => {
    const seen = seenAs(set({ visibility: each, memberListVisible: false, eventsVisible: false }), 'member');
    expect(seen?.Role).toBe('member');
    expect(seen?.Can).toMatchObject({ seePosts: true, seeEvents: true, seeMembers: true, leave: true, manage: false, moderate: false });
  });

  it('follows the privacy settings', () => {
    expect(can({ eventsVisible: false }, 'visitor')?.seeEvents).toBe(false);
    expect(can({ whoCanPost: 'moderators' }, 'member')?.post).toBe(false);
    expect(can({ whoCanPost: 'all-members' }, 'member')?.post).toBe(true);
    expect(can({ whoCanCreateEvents: 'all-members' }, 'member')?.createEvents).toBe(true);
    expect(can({ whoCanInvite: 'admins' }, 'member')?.invite).toBe(false);
  });
});

describe('society page in preview', () => {
  const open = (served: Society, as: string) => {
    onCall(getSocietyInfo, () => yes(getSocietyInfo, served));
    const page = (
      <Routes>
        <Route path="/societies/:id" element={<SocietyPage />} />
      </Routes>
    );
    return show(page, { at: `/societies/${society.ID}?as=${as}` });
  };

  beforeAll(async () => {
    await i18n.loadNamespaces(['societies', 'society', 'posts', 'events', 'join-requests']);
    await connectSocket();
  });
  beforeEach(() => {
    serveMuted();
    useSession.setState({ status: 'in', user: aUser() });
    onCall(getPostsBySociety, () => yes(getPostsBySociety, [post], { next: null }));
    onCall(getEventsBySociety, () => yes(getEventsBySociety, [], { next: null, counts: { upcoming: 0, completed: 0 } }));
    onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
    onCall(getJoinRequests, () => yes(getJoinRequests, [], { next: null, counts: { pending: 0, approved: 0, rejected: 0, total: 0 } }));
  });

  it('as a visitor: no tabs, a login link, read-only posts; only the back button is focusable', async () => {
    const { user, place } = open(own, 'visitor');
    expect(await screen.findByText('You are viewing this society as a visitor.')).toBeDefined();
    expect(await screen.findByText('Qualifiers are done!')).toBeDefined();
    expect(screen.getByText('Log in to join')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Society pages' })).toBeNull();
    expect(screen.getByText('0 Likes • 0 Comments')).toBeDefined();
    const focusable = [...document.querySelectorAll('main, body')].flatMap((part) => [...part.querySelectorAll<HTMLElement>('a, button')]);
    const back = screen.getByRole('button', { name: 'End preview' });
    expect(focusable.filter((each) => !each.closest('[inert]') && each.textContent)).toEqual([back]);
    await user.click(back);
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}`));
    expect(await screen.findByText('Manager')).toBeDefined();
  });

  it('as a member: tabs keep the preview in their links, and admin tabs are locked', async () => {
    open(own, 'member');
    expect(await screen.findByText('You are viewing this society as a member.')).toBeDefined();
    const tabs = within(screen.getByRole('navigation', { name: 'Society pages' }));
    expect(tabs.getByRole('link', { name: 'Events' }).getAttribute('href')).toBe(`/societies/${society.ID}/events?as=member`);
    expect(tabs.getByRole('link', { name: 'Join Requests' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Member')).toBeDefined();
  });

  it('as a visitor: shows the missing page for an invite-only society', async () => {
    open(set({ visibility: 'invite-only' }), 'visitor');
    expect(await screen.findByText('Society not found')).toBeDefined();
    expect(screen.getByRole('button', { name: 'End preview' })).toBeDefined();
  });

  it('is ignored for viewers who do not manage the society', async () => {
    open(asMember(society), 'visitor');
    expect(await screen.findByText('Member')).toBeDefined();
    expect(screen.queryByText('You are viewing this society as a visitor.')).toBeNull();
  });
});
