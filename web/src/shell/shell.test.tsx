import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { getUnreadCount } from '#models/contract/notifications';
import { likePost } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { outboxKey } from '@/features/posts/outbox-storage';
import { setConnection } from '@/lib/connection';
import { useSession } from '@/lib/session';
import { keepToken, readToken } from '@/lib/token';
import { setUnread } from '@/lib/unread';
import { show } from '@/testing/render';
import { onCall, requests, yes } from '@/testing/server';
import { aUser, newId } from '@/testing/things';
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
const signedIn = () => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getUnreadCount, () => yes(getUnreadCount, 4));
  onCall(getSocietiesByUser, () => yes(getSocietiesByUser, []));
};
const side = () => within(document.querySelector('aside')!);

beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  setUnread(0);
  setConnection('online');
});

describe('the side bar', () => {
  it('greets a visitor as a guest, with the ways in', () => {
    open();
    expect(side().getByText('Guest User')).toBeDefined();
    expect(side().getByText('Not logged in')).toBeDefined();
    expect(side().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(side().getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/signup');
  });
  it('names who is signed in, and marks the page one is on', () => {
    signedIn();
    open();
    expect(side().getByText('Layla Haddad')).toBeDefined();
    expect(side().getByText('layla@uni.example')).toBeDefined();
    expect(side().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
    expect(side().queryByRole('link', { name: 'Login' })).toBeNull();
  });
  it('signs out and leads to the login', async () => {
    onCall(logout, () => yes(logout, {}));
    keepToken('good', true);
    signedIn();
    const { user } = open();
    await user.click(side().getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('The login')).toBeDefined();
    expect(readToken()).toBeNull();
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
  it('has a bell that counts, for who is signed in', async () => {
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
  it('is spoken of only while it is away and while it catches up', () => {
    open();
    expect(screen.queryByText(/You are offline/)).toBeNull();
    act(() => setConnection('offline'));
    expect(screen.getByText(/You are offline/)).toBeDefined();
    act(() => setConnection('catching-up'));
    expect(screen.getByText('Catching up')).toBeDefined();
    act(() => setConnection('online'));
    expect(screen.queryByText('Catching up')).toBeNull();
  });

  it('tells how old what one sees is, minute by minute, as of when the server was last heard', () => {
    vi.useFakeTimers();
    open();
    act(() => setConnection('offline', Date.now() - 150_000));
    expect(screen.getByText(/from 2 minutes ago/)).toBeDefined();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText(/from 3 minutes ago/)).toBeDefined();
    act(() => setConnection('catching-up'));
    act(() => setConnection('offline'));
    expect(screen.getByText(/from 3 minutes ago/)).toBeDefined();
    vi.useRealTimers();
  });
});

it('what was done offline before a reload is sent from any page', async () => {
  const user = aUser();
  keepToken('good', true);
  signedIn();
  useSession.setState({ user });
  const kept = { kind: 'like', id: 'a', post: newId(), on: true, at: Date.now() };
  localStorage.setItem(outboxKey(user.ID), JSON.stringify([kept]));
  onCall(likePost, () => yes(likePost, { Likes: 1, CommentsCount: 0, Is_Liked: true, rev: 2, version: 1 }));
  open('/elsewhere');
  await waitFor(() => expect(localStorage.getItem(outboxKey(user.ID))).toBeNull());
  expect(requests.filter(({ path }) => path === likePost.path).map(({ body }) => body)).toEqual([{ post_id: kept.post }]);
});

describe('a page for signed-in people', () => {
  it('waits while the person is being checked', () => {
    useSession.setState({ status: 'checking', user: null });
    open('/secret');
    expect(screen.getByText('Authenticating...')).toBeDefined();
  });
  it('opens for who is signed in', () => {
    signedIn();
    open('/secret');
    expect(screen.getByText('Only for members')).toBeDefined();
  });
  it('sends visitors to the login', () => {
    const { place } = open('/secret');
    expect(place()).toBe('/login');
  });
});
