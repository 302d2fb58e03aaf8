import { QueryObserver } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBoard } from '#models/contract/admin';
import { logout } from '#models/contract/auth';
import { resendVerification } from '#models/contract/credentials';
import { getUnreadCount } from '#models/contract/notifications';
import { likePost } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { getUserInfo, type User } from '#models/contract/users';
import { getWaiting } from '#models/contract/waiting';
import { setConnection } from '@/lib/connection';
import { chooseLanguage } from '@/lib/i18n';
// Loaded after the page in the app: notes which queries were on the screen when the connection was lost.
import '@/sync/offline';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { readToken, saveToken } from '@/lib/token';
import { queueKey } from '@/sync/offline-queue-storage';
import { setUnread } from '@/sync/unread';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';
import { RequireSession } from './require-session';
import { Shell } from './shell';

const open = (at = '/') =>
  show(
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<p>The page</p>} />
        <Route element={<RequireSession />}>
          <Route path="/secret" element={<p>Only for members</p>} />
        </Route>
        <Route path="*" element={<p>Another page</p>} />
      </Route>
      <Route path="/login" element={<p>The login</p>} />
    </Routes>,
    { at },
  );
const signedIn = (user: Partial<User> = {}) => {
  useSession.setState({ status: 'in', user: aUser(user) });
  onCall(getUnreadCount, () => yes(getUnreadCount, 4));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
  onCall(getWaiting, () => yes(getWaiting, { societies: [], platform: null, tickets: null }));
};
const side = () => within(document.querySelector('aside')!);
const linksIn = (part: Element | null) =>
  within(part as HTMLElement)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const mainMenu = [
  ['Home', '/'],
  ['Events', '/events'],
  ['Societies', '/societies'],
  ['About', '/about'],
];

beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  setUnread(0);
  setConnection('online');
});

describe('the side bar', () => {
  it('shows a visitor as a guest, with links to log in and sign up', () => {
    open();
    expect(side().getByText('Guest User')).toBeDefined();
    expect(side().getByText('Not logged in')).toBeDefined();
    expect(linksIn(side().getByRole('navigation', { name: 'Main Menu' }))).toEqual(mainMenu);
    expect(linksIn(side().getByRole('region', { name: 'Account' }))).toEqual([
      ['Login', '/login'],
      ['Sign up', '/signup'],
      ['Support', '/support'],
    ]);
  });
  it('shows no guest while the session is checked', () => {
    useSession.setState({ status: 'checking', user: null });
    open();
    expect(side().queryByText('Guest User')).toBeNull();
  });
  it("shows a signed-in user's own links", () => {
    signedIn();
    open();
    expect(linksIn(side().getByRole('navigation', { name: 'Main Menu' }))).toEqual(mainMenu);
    expect(linksIn(side().getByRole('region', { name: 'Account' }))).toEqual([
      ['LHLayla Haddadlayla@uni.example', '/account'],
      ['My Profile', '/account'],
      ['My Societies', '/my-societies'],
      ['Support', '/support'],
    ]);
    expect(screen.queryByText('Administration')).toBeNull();
  });
  it("marks Events also on an event's page", () => {
    open('/events/1');
    expect(side().getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBe('page');
    expect(side().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
  });
  it('opens the results of a search, and ignores blank text', async () => {
    const { user, place } = open();
    const field = side().getByRole('searchbox', { name: 'Search Nadi' });
    expect(field.getAttribute('placeholder')).toBe('Search societies, events...');
    await user.type(field, '   {Enter}');
    expect(place()).toBe('/');
    await user.type(field, 'chess & tea {Enter}');
    expect(place()).toBe('/search?query=chess+%26+tea');
  });
  it('names the signed-in user, and marks the current page', () => {
    signedIn();
    open();
    expect(side().getByText('Layla Haddad')).toBeDefined();
    expect(side().getByText('layla@uni.example')).toBeDefined();
    expect(side().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(side().queryByRole('link', { name: 'Login' })).toBeNull();
  });
  it('signs out and leads to the login', async () => {
    onCall(logout, () => yes(logout, {}));
    saveToken('good', true);
    signedIn();
    const { user } = open();
    await user.click(side().getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('The login')).toBeDefined();
    expect(readToken()).toBeNull();
  });
});

describe('the admin links', () => {
  it('are in the side bar of platform admins', async () => {
    signedIn({ Role: 'admin' });
    open();
    expect(linksIn(await side().findByRole('navigation', { name: 'Administration' }))).toEqual([
      ['Reports', '/admin/reports'],
      ['Support inbox', '/admin/support'],
      ['People', '/admin/people'],
      ['Deleted societies', '/admin/societies'],
      ['Staff rights', '/admin/staff'],
    ]);
  });
  it('open the queue board once the server admits this browser, and show a refusal', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    signedIn({ Role: 'admin' });
    onCall(openBoard, () => no(403, 'forbidden', 'You cannot do that.'));
    const { user } = open();
    const board = await side().findByRole('button', { name: 'Queue board' });
    await user.click(board);
    expect(await screen.findByText('Error 403: You cannot do that.')).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
    onCall(openBoard, () => yes(openBoard, { link: '/admin/queues', expires_at: '2026-01-01T00:00:00.000Z' }));
    await user.click(board);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/admin/queues'));
    assign.mockRestore();
  });
});

describe('an address that is not verified', () => {
  const banner = /Please verify your email address/;
  it('shows a banner under the header, which can resend the mail', async () => {
    signedIn({ Verified: false });
    onCall(resendVerification, () => no(429, 'too_many_requests', 'Too many requests. Please try again later.'));
    const { user } = open();
    expect(await screen.findByText(banner)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    onCall(resendVerification, () => yes(resendVerification, { Verified: false }));
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Sent. Please check your inbox/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
  it('loses its banner if it was verified meanwhile', async () => {
    saveToken('good', true);
    signedIn({ Verified: false });
    onCall(resendVerification, () => yes(resendVerification, { Verified: true }));
    onCall(getUserInfo, () => yes(getUserInfo, aUser()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByText(/verify|check your inbox/)).toBeNull());
  });
  it('shows no banner to visitors and verified users', () => {
    open().unmount();
    signedIn();
    open();
    expect(screen.queryByText(banner)).toBeNull();
  });
});

describe('the bottom bar', () => {
  const bar = () => screen.getAllByRole('navigation', { name: 'Main Menu' }).at(-1)!;
  it('links a visitor to public pages and the login', () => {
    open();
    expect(linksIn(bar())).toEqual([
      ['Home', '/'],
      ['Societies', '/societies'],
      ['Events', '/events'],
      ['Login', '/login'],
    ]);
    expect(within(bar()).queryByRole('button')).toBeNull();
  });
  it('lets a member write a post from any page, in a chosen society', async () => {
    signedIn();
    const [robotics, closed] = [asMember(aSociety({ Name: 'Robotics' })), asMember(aSociety({ Name: 'Closed' }))];
    const noPosts = { ...closed, Can: { ...closed.Can, post: false } };
    onCall(getSocietiesByUser, () => yes(getSocietiesByUser, [robotics, noPosts]));
    const { user } = open('/elsewhere');
    expect(linksIn(bar()).at(-1)).toEqual(['Mine', '/my-societies']);
    await user.click(within(bar()).getByRole('button', { name: 'Create a post' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Post' }));
    expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Robotics']);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the drawer', () => {
  it('opens by its button and closes on Escape', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    expect(await screen.findByRole('dialog')).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('holds the whole side bar', async () => {
    signedIn({ Role: 'admin' });
    const { user, place } = open();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog'));
    expect(linksIn(drawer.getByRole('navigation', { name: 'Main Menu' }))).toEqual(mainMenu);
    for (const name of ['My Profile', 'My Societies', 'Support', 'Reports'])
      expect(await drawer.findByRole('link', { name })).toBeDefined();
    expect(drawer.getByRole('button', { name: 'Sign out' })).toBeDefined();
    await user.type(drawer.getByRole('searchbox'), 'tea{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(place()).toBe('/search?query=tea');
  });
  it('closes when a link is chosen', async () => {
    const { user, place } = open();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog'));
    await user.click(drawer.getByRole('link', { name: 'Societies' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(place()).toBe('/societies');
  });
});

describe('the header', () => {
  it('shows a signed-in user the bell with the unread count', async () => {
    signedIn();
    open();
    expect(screen.getByRole('link', { name: 'Notifications' })).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Notifications, 4 unread' })).toBeDefined();
    act(() => setUnread(5));
    expect(screen.getByRole('link', { name: 'Notifications, 5 unread' })).toBeDefined();
  });
  it('has no bell for visitors', () => {
    open();
    expect(screen.queryByRole('link', { name: /Notifications/ })).toBeNull();
  });
  it('switches the language at run time', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    expect(await side().findByText('زائر')).toBeDefined();
    expect(document.documentElement.lang).toBe('ar');
    expect(localStorage.getItem('nadi-language')).toBe('ar');
  });
});

describe('the connection', () => {
  it('shows a banner only while offline and while catching up', () => {
    open();
    expect(screen.queryByText(/You are offline/)).toBeNull();
    act(() => setConnection('offline'));
    expect(screen.getByText(/You are offline/)).toBeDefined();
    act(() => setConnection('catching-up'));
    expect(screen.getByText('Catching up')).toBeDefined();
    act(() => setConnection('online'));
    expect(screen.queryByText('Catching up')).toBeNull();
  });

  const shownAt = async (hours: number, minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, hours, minutes) });
    const key = ['shown', hours, minutes];
    await queryClient.fetchQuery({ queryKey: key, queryFn: async () => 'seen' });
    return new QueryObserver(queryClient, { queryKey: key, enabled: true, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
  };

  it('shows the time of the last message from the server, in the reader’s language', async () => {
    open();
    const leave = await shownAt(21, 12);
    act(() => setConnection('offline', new Date(2026, 10, 22, 21, 41).getTime()));
    expect(await screen.findByText('You are offline. Last updated 9:41 PM')).toBeDefined();
    act(() => setConnection('catching-up'));
    act(() => setConnection('offline'));
    expect(await screen.findByText('You are offline. Last updated 9:41 PM')).toBeDefined();
    await act(() => chooseLanguage('ar'));
    expect(await screen.findByText('لا يوجد اتصال. آخر تحديث: 9:41 م')).toBeDefined();
    leave();
    vi.useRealTimers();
  });

  it('shows the day and time of the oldest cached answer on the screen', async () => {
    open();
    act(() => setConnection('offline', new Date(2026, 10, 22, 21, 41).getTime()));
    const leave = await shownAt(9, 30);
    vi.setSystemTime(new Date(2026, 10, 23, 8, 0));
    expect(await screen.findByText('You are offline. Last updated Nov 22, 9:30 AM')).toBeDefined();
    leave();
    vi.useRealTimers();
  });
});

it('actions queued before a reload are sent from any page', async () => {
  const user = aUser();
  const queued = { kind: 'like', id: 'a', post: newId(), on: true, at: Date.now() };
  localStorage.setItem(queueKey(user.ID), JSON.stringify([queued]));
  saveToken('good', true);
  signedIn();
  useSession.setState({ user });
  onCall(likePost, () => yes(likePost, { Likes: 1, CommentsCount: 0, Is_Liked: true, rev: 2, version: 1 }));
  open('/elsewhere');
  await waitFor(() => expect(localStorage.getItem(queueKey(user.ID))).toBeNull());
  expect(requests.filter(({ path }) => path === likePost.path).map(({ body }) => body)).toEqual([{ post_id: queued.post }]);
});

describe('a page for signed-in people', () => {
  it('waits while the session is checked', () => {
    useSession.setState({ status: 'checking', user: null });
    open('/secret');
    expect(screen.getByText('Authenticating...')).toBeDefined();
  });
  it('opens for a signed-in user', () => {
    signedIn();
    open('/secret');
    expect(screen.getByText('Only for members')).toBeDefined();
  });
  it('sends visitors to the login', () => {
    const { place } = open('/secret');
    expect(place()).toBe('/login');
  });
});
