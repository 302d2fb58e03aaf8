import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getNotifications, markAllRead, markRead, type Notification, notificationNew } from '#models/contract/notifications';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import NotificationsPage from '@/pages/notifications-page';
import { resetUnread, setUnread } from '@/sync/unread';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, comesIntoView, connectSocket, watchView } from '@/testing/fake-socket';
import { aNotification, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { NotificationsCard } from './notifications-card';

const named = (name: string, fields: Partial<Notification> = {}) =>
  aNotification({ actors: [{ ID: newId(), Name: name, Image: '' }], link: `/posts/${newId()}`, ...fields });
const many = (count: number) => Array.from({ length: count }, (_, i) => named(`p${i}`)).reverse();
/** Notifications by these names, newest first. */
const listed = (...names: string[]) =>
  names
    .toReversed()
    .map((name) => named(name))
    .reverse();
/** Makes the fake server answer with these notifications in pages. */
function serve(items: readonly Notification[]) {
  onCall(getNotifications, ({ query }) => {
    const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
    const next = items.length > from + limit ? String(from + limit) : null;
    const counts = { unread: items.filter(({ read }) => !read).length, total: items.length };
    return yes(getNotifications, items.slice(from, from + limit), { next, counts });
  });
}
async function open(items: readonly Notification[]) {
  serve(items);
  const view = show(<NotificationsPage />);
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}
const rows = () => within(screen.getByRole('region', { name: 'Notifications' })).queryAllByRole('listitem');
const who = () => rows().map((row) => /New like\u2068?(\w+)/.exec(row.textContent ?? '')?.[1]);
const unreadRows = () => screen.queryAllByText('unread').length;
const pill = () => screen.queryByRole('button', { name: /new notification/ });
const scrollTo = (y: number) => {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
};

beforeAll(async () => {
  await i18n.loadNamespaces(['notifications']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  setUnread(0);
  scrollTo(0);
  window.scrollTo = vi.fn();
});

describe('the head of the notifications page', () => {
  it('shows that all is read only once the count is loaded: not while pending, not after a failure', async () => {
    resetUnread();
    const slow = deferred<ReturnType<typeof no>>();
    onCall(getNotifications, () => slow.promise);
    show(<NotificationsPage />);
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    slow.give(no(500, 'internal', 'Boom'));
    expect(await screen.findByText('–')).toBeDefined();
    expect(screen.queryByText("You're all caught up.")).toBeNull();
    cleanup();
    await open([]);
    expect(screen.getByText("You're all caught up.")).toBeDefined();
  });
});

describe('the notifications page', () => {
  it('shows all notifications, the unread count, and a link to the settings', async () => {
    const [d, c, ...rest] = listed('d', 'c', 'b', 'a');
    await open([d!, { ...c!, read: true }, ...rest]);
    expect(who()).toEqual(['d', 'c', 'b', 'a']);
    expect(screen.getByRole('heading', { level: 1, name: 'Notifications' })).toBeDefined();
    expect(screen.getByText('3 unread')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/account?tab=notifications');
    await act(() => chooseLanguage('ar'));
    expect(screen.getByText('3 إشعارات غير مقروءة')).toBeDefined();
  });

  it('shows a text when empty, and an error in place when they do not load', async () => {
    await open([]);
    expect(screen.getByText('No notifications yet')).toBeDefined();
    expect(screen.getByText("You're all caught up.")).toBeDefined();
    cleanup();
    onCall(getNotifications, () => no(500, 'internal', 'Boom'));
    const { user } = show(<NotificationsPage />);
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve([named('a')]);
    await user.click(again);
    await waitFor(() => expect(who()).toEqual(['a']));
    expect(screen.queryByText(/Server error/)).toBeNull();
  });

  it('loads more pages on scroll', async () => {
    watchView();
    serve(many(35));
    show(<NotificationsPage />);
    await waitFor(() => expect(rows()).toHaveLength(20));
    comesIntoView();
    await waitFor(() => expect(rows()).toHaveLength(35));
    expect(new Set(who()).size).toBe(35);
  });

  it('marks one by opening it, and all by the button', async () => {
    const [b, a] = listed('b', 'a') as [Notification, Notification];
    onCall(markRead, () => yes(markRead, { unread: 1 }));
    onCall(markAllRead, () => yes(markAllRead, { unread: 0 }));
    const { user, place } = await open([b, a]);
    await user.click(within(rows()[0]!).getByRole('link'));
    expect([place(), unreadRows()]).toEqual([b.link, 1]);
    await user.click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(unreadRows()).toBe(0);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Settings' }));
    expect(requests.map(({ path }) => path).slice(1)).toEqual([markRead.path, markAllRead.path]);
  });
});

describe('a notification received while the page is open', () => {
  it('is shown first at the top of the page', async () => {
    await open([named('old')]);
    arrives(notificationNew, { notification: named('fresh'), unread: 2 });
    await waitFor(() => expect(who()).toEqual(['fresh', 'old']));
    expect(pill()).toBeNull();
  });

  it('is held back while scrolled, and a changed one keeps its place', async () => {
    const [b, a] = listed('b', 'a') as [Notification, Notification];
    const { user } = await open([b, a]);
    scrollTo(600);
    arrives(notificationNew, { notification: named('fresh'), unread: 3 });
    arrives(notificationNew, { notification: { ...a, count: 2, version: 2, time: aNotification().time }, unread: 3 });
    await waitFor(() => expect(pill()?.textContent).toBe('1 new notification'));
    expect(who()).toEqual(['b', 'a']);
    expect(rows()[1]!.textContent).toContain('1 other');
    await user.click(pill()!);
    expect(who()).toEqual(['a', 'fresh', 'b']);
    expect(pill()).toBeNull();
    expect(window.scrollTo).toHaveBeenCalled();
  });
});

describe('the notifications card on the home page', () => {
  it('links to all notifications if there are more than three', async () => {
    serve(many(4));
    show(<NotificationsCard />);
    const link = await screen.findByRole('link', { name: 'View all notifications (4)' });
    expect(link.getAttribute('href')).toBe('/notifications');
    arrives(notificationNew, { notification: named('fresh'), unread: 5 });
    await waitFor(() => expect(link.textContent).toBe('View all notifications (5)'));
  });

  it('has no link to all notifications for three', async () => {
    serve(many(3));
    show(<NotificationsCard />);
    await screen.findAllByText(/liked your post/);
    expect(screen.queryByRole('link', { name: /View all/ })).toBeNull();
  });
});

describeFailures('marking all as read', {
  call: markAllRead,
  open: () => open(listed('b', 'a')),
  act: (user) => user.click(screen.getByRole('button', { name: 'Mark all read' })),
  afterwards: () => expect(unreadRows()).toBe(2),
});
