import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getNotifications,
  getUnreadCount,
  markAllRead,
  markRead,
  type Notification,
  notificationNew,
  notificationRead,
  notificationTypes,
} from '#models/contract/notifications';
import { userUpdated } from '#models/contract/profiles';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { setUnread, useUnread } from '@/sync/unread';
import { deferred } from '@/testing/deferred';
import { mutedAsked, serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aNotification, aUser, newId } from '@/testing/fixtures';
import { beginRefetch, isShown, refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import MuteTypeLink from './mute-type-link';
import { useUnreadCount } from './notifications.store';
import { NotificationsCard } from './notifications-card';

const serve = (items: Notification[], unread = items.filter(({ read }) => !read).length) => {
  const newest = items.toSorted((a, b) => b.time.localeCompare(a.time));
  onCall(getNotifications, () => yes(getNotifications, newest, { next: null, counts: { unread, total: items.length } }));
  onCall(getUnreadCount, () => yes(getUnreadCount, unread));
};
const named = (name: string, fields: Partial<Notification> = {}) =>
  aNotification({ actors: [{ ID: newId(), Name: name, Image: '' }], ...fields });
/** Shows the unread count, in place of the bell. */
function Count() {
  useUnreadCount();
  return <output aria-label="bell">{useUnread(({ count }) => count)}</output>;
}

async function open(items: Notification[], unread?: number) {
  serve(items, unread);
  const view = show(
    <>
      <Count />
      <NotificationsCard />
    </>,
  );
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  return view;
}
const card = () => within(screen.getByRole('region', { name: 'Notifications' }));
/** Removes the invisible direction isolates around names and excerpts. */
const withoutIsolates = (text: string | null | undefined) => text?.replace(/[\u2068\u2069]/g, '');
const who = () =>
  card()
    .queryAllByRole('listitem')
    .map((row) => withoutIsolates(row.textContent)?.match(/New like(\w+) liked/)?.[1]);
/** Whether each row mentions further actors. */
const othersIn = () =>
  card()
    .getAllByRole('listitem')
    .map((row) => withoutIsolates(row.textContent)?.includes('1 other'));
const unread = () => Number(screen.getByLabelText('bell').textContent);
const unreadRows = () => card().queryAllByText('unread').length;

beforeAll(async () => {
  await i18n.loadNamespaces(['notifications', 'notification-kinds']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  setUnread(0);
});

describe('the notifications card', () => {
  it('shows the three newest and the unread count', async () => {
    await open(['a', 'b', 'c', 'd'].map((name) => named(name)));
    expect(who()).toEqual(['d', 'c', 'b']);
    expect(card().getByText('4')).toBeDefined();
    expect(unread()).toBe(4);
  });

  it('shows a text when empty, and an error when it does not load', async () => {
    await open([]);
    expect(card().getByText(/Nothing new/)).toBeDefined();
    onCall(getNotifications, () => no(500, 'internal', 'Boom'));
    await refetchAll();
    expect(screen.queryByText(/Server error/)).toBeNull();
  });

  it('translates by type and params', async () => {
    await open([aNotification({ type: 'request_rejected', actors: [], params: { society: 'نادي الروبوتات', reason: 'full' } })]);
    expect(withoutIsolates(card().getByText(/Your request/).textContent)).toBe('Your request to join نادي الروبوتات was rejected: full');
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('region', { name: 'الإشعارات' })).toBeDefined();
  });

  it('shows a date and a time as people write them', async () => {
    const params = { title: 'Night walk', date: '2026-11-26', time: '17:30' };
    await open([aNotification({ type: 'event_reminder', params, actors: [] })]);
    const message = withoutIsolates(card().getByText(/starts at/).textContent);
    expect(message?.replace('\u202f', ' ')).toBe('“Night walk” starts at 5:30 PM on Thursday, November 26.');
  });

  it('shows one name and the number of others', async () => {
    await open([named('Omar', { count: 3 })]);
    expect(withoutIsolates(card().getByText(/liked your post/).textContent)).toBe('Omar and 2 others liked your post:');
  });

  it('gives quoted words a line of their own, which takes their direction and loses its end', async () => {
    await open([named('Omar', { params: { excerpt: 'هل من مكان في الجولة؟' } })]);
    const quote = card().getByText('“هل من مكان في الجولة؟”');
    expect(quote.getAttribute('dir')).toBe('auto');
    expect(
      card()
        .getByText(/liked your post/)
        .getAttribute('dir'),
    ).toBeNull();
  });
});

describe('the reason of a notification', () => {
  const ask = (n = 0) => card().getAllByRole('button', { name: 'Why did I get this?' })[n]!;

  it('is shown on demand, without navigating or marking as read', async () => {
    const { user, place } = await open([named('a', { why: 'commented' })]);
    expect(ask().getAttribute('aria-expanded')).toBe('false');
    await user.click(ask());
    expect(card().getByText('You commented there.')).toBeDefined();
    expect(ask().getAttribute('aria-expanded')).toBe('true');
    expect([place(), unreadRows()]).toEqual(['/', 1]);
    expect(card().queryByRole('button', { name: /Mute/ })).toBeNull();
    await user.click(ask());
    expect(card().queryByText('You commented there.')).toBeNull();
  });

  it('has a button to mute and unmute its society', async () => {
    const society_id = newId();
    serveMuted();
    const news = { type: 'event_created', why: 'member', society_id, params: { society: 'Robotics', title: 'Finals' } } as const;
    const { user } = await open([named('a', news), named('b', { ...news, type: 'event_cancelled' })]);
    await user.click(ask(0));
    expect(card().queryByRole('button', { name: /Mute/ })).toBeNull();
    await user.click(ask(1));
    const mute = await card().findByRole<HTMLButtonElement>('button', { name: 'Mute Robotics' });
    await waitFor(() => expect(mute.disabled).toBe(false));
    await user.click(mute);
    await user.click(await card().findByRole('button', { name: 'Unmute Robotics' }));
    await waitFor(() => expect(mutedAsked()).toEqual([{ mute: society_id }, { unmute: society_id }]));
  });

  it('has a text for every reason and type, in both languages', async () => {
    const reasons = ['author', 'member', 'admin', 'asked', 'commented', 'reporter', 'attending', 'waiting', 'followed', 'person', 'ticket'];
    for (const language of ['en', 'ar'] as const) {
      await act(() => chooseLanguage(language));
      const has = (path: string) => i18n.exists(path, { ns: 'notifications' });
      expect(reasons.filter((why) => !has(`why.${why}`))).toEqual([]);
      expect(notificationTypes.filter((type) => !i18n.exists(type, { ns: 'notification-kinds' }))).toEqual([]);
    }
  });
});

describe('the link of a mail, /?mute=<type>', () => {
  it('asks for confirmation, and turns mail and push off only by the button', async () => {
    serveMuted();
    const { user, place } = show(<MuteTypeLink />, { at: '/?mute=post_liked' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off email and push?' }));
    expect(dialog.getByText(/Likes on your posts/)).toBeDefined();
    expect([place(), requests]).toEqual(['/', []]);
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('No more email or push about: Likes on your posts.')).toBeDefined();
    expect(requests.map(({ body }) => body)).toEqual([{ types: { post_liked: { mail: false, push: false } } }]);
  });

  it('ignores an unknown type, and asks a visitor to log in', async () => {
    const { place } = show(<MuteTypeLink />, { at: '/?mute=nonsense' });
    await waitFor(() => expect(place()).toBe('/'));
    expect(screen.queryByRole('dialog')).toBeNull();
    useSession.setState({ status: 'out', user: null });
    const signedOutView = show(<MuteTypeLink />, { at: '/?mute=post_liked' });
    expect(await screen.findAllByText('Log in to choose your notifications.')).not.toHaveLength(0);
    expect(signedOutView.getAllByTestId('place').at(-1)?.textContent).toBe('/?mute=post_liked');
  });
});

describe('marking as read', () => {
  it('marks one at once by a press, and opens its link', async () => {
    const item = named('a', { link: '/societies/0123456789abcdef01234567/join-requests' });
    onCall(markRead, () => yes(markRead, { unread: 0 }));
    const { user, place } = await open([item]);
    await user.click(card().getByRole('link'));
    expect(unreadRows()).toBe(0);
    expect(place()).toBe(item.link);
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ notification_id: item.ID }));
    expect(unread()).toBe(0);
  });

  it('marks all, including those that are not loaded', async () => {
    onCall(markAllRead, () => yes(markAllRead, { unread: 0 }));
    const { user } = await open([named('a'), named('b')], 35);
    await user.click(card().getByRole('button', { name: 'Mark all read' }));
    expect([unreadRows(), unread()]).toEqual([0, 0]);
    expect(card().queryByRole('button', { name: 'Mark all read' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(card().getAllByRole('link')[0]));
  });

  it.each([
    ['404', no(404, 'not_found', 'Not found.'), 'Error 404: Not found.'],
    ['401', no(401, 'unauthorized', 'Please log in.'), 'Unauthorized - please log in again.'],
    ['500', no(500, 'internal', 'Boom'), 'Server error. Please try again later.'],
    ['nothing', 'offline' as const, 'Nadi cannot be reached. Please check your connection.'],
  ])('is rolled back with one toast when the answer is %s', async (_name, reply, text) => {
    onCall(markRead, () => reply);
    const { user } = await open([named('a'), named('b')]);
    await user.click(card().getAllByRole('link', { name: /liked/ })[0]!);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect([unreadRows(), unread()]).toEqual([2, 2]);
  });
});

describe('messages about notifications', () => {
  it('add a new one once, in order, as a refetch would', async () => {
    const [old, fresh] = [named('old'), named('fresh')];
    await open([old]);
    arrives(notificationNew, { notification: fresh, unread: 2 });
    arrives(notificationNew, { notification: fresh, unread: 2 });
    expect([who(), unread()]).toEqual([['fresh', 'old'], 2]);
    serve([old, fresh]);
    await refetchAll();
    expect([who(), unread()]).toEqual([['fresh', 'old'], 2]);
  });

  it('add deliveries to one, and ignore a stale message', async () => {
    const [first, second] = [named('first'), named('second')];
    await open([first, second]);
    const grown = { ...first, count: 2, version: 2, time: aNotification().time };
    arrives(notificationNew, { notification: grown, unread: 2 });
    arrives(notificationNew, { notification: first, unread: 2 });
    expect(othersIn()).toEqual([true, false]);
  });

  it('apply a retraction, also when an older message comes late', async () => {
    const grown = named('first', { count: 2, version: 2 });
    await open([grown]);
    arrives(notificationNew, { notification: { ...grown, count: 1, version: 3 }, unread: 1 });
    arrives(notificationNew, { notification: grown, unread: 1 });
    expect(othersIn()).toEqual([false]);
  });

  it('never make a read one unread', async () => {
    const [a, b] = [named('a'), named('b')];
    await open([a, b]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 1 });
    arrives(notificationNew, { notification: a, unread: 1 });
    arrives(notificationNew, { notification: { ...a, count: 2, version: 2 }, unread: 1 });
    await refetchAll();
    expect(unreadRows()).toBe(1);
  });

  it('mark one or all as read that were read elsewhere, as a refetch does', async () => {
    const [a, b, c] = [named('a'), named('b'), named('c')];
    await open([a, b, c]);
    serve([{ ...a, read: true }, b, c]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 2 });
    arrives(notificationRead, { notification_ids: [a.ID], unread: 2 });
    expect([unreadRows(), unread()]).toEqual([2, 2]);
    await refetchAll();
    expect([unreadRows(), unread()]).toEqual([2, 2]);
    arrives(notificationRead, { notification_ids: 'all', unread: 0 });
    expect([unreadRows(), unread()]).toEqual([0, 0]);
  });

  it('leave one unread that came after all were read, also if its message comes first', async () => {
    const [a, b] = [named('a'), named('b')];
    await open([a]);
    arrives(notificationNew, { notification: b, unread: 2 });
    serve([b, { ...a, read: true }]);
    arrives(notificationRead, { notification_ids: 'all', unread: 1 });
    await waitFor(() => expect([unreadRows(), unread()]).toEqual([1, 1]));
    await refetchAll();
    expect([unreadRows(), unread()]).toEqual([1, 1]);
  });

  it('remove one that was retracted as a whole', async () => {
    const [a, b] = [named('a'), named('b')];
    await open([a, b]);
    serve([b]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 1 });
    expect(unreadRows()).toBe(1);
    await waitFor(() => expect(who()).toEqual(['b']));
    arrives(notificationNew, { notification: a, unread: 1 });
    expect(who()).toEqual(['b']);
  });

  it('remove one that was deleted after it was read', async () => {
    const [a, b] = [named('a', { read: true }), named('b')];
    await open([a, b]);
    serve([b]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 1 });
    await waitFor(() => expect(who()).toEqual(['b']));
  });

  it('apply that all were read before the first answer arrives', async () => {
    const a = named('a');
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(getUnreadCount, () => yes(getUnreadCount, 1));
    onCall(getNotifications, () => slow.promise);
    show(<NotificationsCard />);
    serve([{ ...a, read: true }]);
    arrives(notificationRead, { notification_ids: 'all', unread: 0 });
    slow.give(yes(getNotifications, [a], { next: null, counts: { unread: 1, total: 1 } }));
    await waitFor(() => expect(who()).toEqual(['a']));
    expect([unreadRows(), useUnread.getState().count]).toEqual([0, 0]);
  });

  it('change an actor’s name everywhere, and ignore a stale message', async () => {
    const a = named('Omar');
    await open([a]);
    const face = { user_id: a.actors[0]!.ID, Image: '' };
    arrives(userUpdated, { ...face, Name: 'Omari', version: 3 });
    arrives(userUpdated, { ...face, Name: 'Omarius', version: 2 });
    expect(who()).toEqual(['Omari']);
  });

  it('are not undone by an answer requested before them', async () => {
    const a = named('a');
    await open([a]);
    const slow = deferred<ReturnType<typeof yes>>();
    onCall(getNotifications, () => slow.promise);
    const before = requests.length;
    const fetched = beginRefetch();
    await waitFor(() => expect(requests.length).toBe(before + 2));
    serve([{ ...a, read: true }]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 0 });
    slow.give(yes(getNotifications, [a], { next: null, counts: { unread: 1, total: 1 } }));
    await isShown(fetched);
    expect([unreadRows(), unread()]).toEqual([0, 0]);
  });

  it('are not undone by a later answer to an earlier call to mark as read', async () => {
    const [a, b] = [named('a'), named('b')];
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(markRead, () => answer.promise);
    const { user } = await open([a]);
    await user.click(card().getByRole('link', { name: /liked/ }));
    serve([b, { ...a, read: true }]);
    arrives(notificationRead, { notification_ids: [a.ID], unread: 0 });
    arrives(notificationNew, { notification: b, unread: 1 });
    answer.give(yes(markRead, { unread: 0 }));
    await waitFor(() => expect(unread()).toBe(1));
    expect(who()).toEqual(['b', 'a']);
  });
});
