import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { toggleAttendance } from '#models/contract/attendance';
import { getNotifications, getUnreadCount, markRead } from '#models/contract/notifications';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { setUnread } from '@/sync/unread';
import { onCall, requests, yes } from '@/testing/fake-server';
import { aNotification, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { NotificationsCard } from './notifications-card';

const event = newId();
async function open(until: number) {
  const params = { title: 'Night of stars', date: '2026-11-22', time: '16:10', event, until: new Date(until).toISOString() };
  const item = aNotification({ type: 'seat_offered', why: 'waiting', link: `/events/${event}`, params, actors: [] });
  onCall(getNotifications, () => yes(getNotifications, [item], { next: null, counts: { unread: 1, total: 1 } }));
  onCall(getUnreadCount, () => yes(getUnreadCount, 1));
  onCall(markRead, () => yes(markRead, { unread: 0 }));
  const view = show(<NotificationsCard />);
  await screen.findByRole('listitem');
  return view;
}

beforeAll(() => i18n.loadNamespaces(['notifications']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  setUnread(1);
  const counts = { attendees: 1, interested: 0, shares: 0, seats_left: 0, rev: 2 };
  onCall(toggleAttendance, ({ body }) =>
    yes(toggleAttendance, { ...counts, attendance: body.status, waiting_position: null, version: 2, message: '' }),
  );
});

it.each([
  ['Take the seat', 'attending'],
  ['Decline', 'not_attending'],
])('an offered seat: %s works from its notification', async (name, status) => {
  const { user } = await open(Date.now() + 3_600_000);
  expect(await screen.findByText(/^Yours until /)).toBeDefined();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  expect(requests.filter(({ path }) => path === toggleAttendance.path).map(({ body }) => body)).toEqual([{ event_id: event, status }]);
});

it('an offer that is over has no buttons', async () => {
  await open(Date.now() - 1000);
  expect(screen.queryByRole('button', { name: 'Take the seat' })).toBeNull();
});
