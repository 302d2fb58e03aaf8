import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { approveRequest } from '#models/contract/join-requests';
import { getNotifications, getUnreadCount, markRead, type Notification } from '#models/contract/notifications';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { setUnread } from '@/sync/unread';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aNotification, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { aJoinRequest } from '@/testing/society-fixtures';
import { NotificationsCard } from './notifications-card';

const request = aJoinRequest();
const asked = (fields: Partial<Notification> = {}) =>
  aNotification({
    type: 'join_requested',
    why: 'admin',
    link: '/requests',
    params: { society: 'Robotics Society', request: request.Request_ID },
    actors: [{ ID: newId(), Name: request.User_Name, Image: '' }],
    ...fields,
  });

async function open(item: Notification) {
  onCall(getNotifications, () => yes(getNotifications, [item], { next: null, counts: { unread: 1, total: 1 } }));
  onCall(getUnreadCount, () => yes(getUnreadCount, 1));
  onCall(markRead, () => yes(markRead, { unread: 0 }));
  const view = show(<NotificationsCard />);
  await screen.findByRole('listitem');
  return view;
}
const button = () => screen.queryByRole('button', { name: 'Approve' });
const sent = (path: string) => requests.filter((each) => each.path === path).map(({ body }) => body);

beforeAll(() => i18n.loadNamespaces(['notifications']));
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  setUnread(1);
});

it('a join request is approved from its notification, which is then read', async () => {
  onCall(approveRequest, () => yes(approveRequest, { ...request, Status: 'approved', version: 2 }));
  const item = asked();
  const { user } = await open(item);
  await user.click(button()!);
  expect(await screen.findByText('Approved. They are now a member.', {}, { timeout: 10_000 })).toBeDefined();
  expect(sent(approveRequest.path)).toEqual([{ request_id: request.Request_ID }]);
  await waitFor(() => expect(sent(markRead.path)).toEqual([{ notification_id: item.ID }]));
  await waitFor(() => expect(button()).toBeNull());
});

it('a request that somebody else decided leaves the notification unread, with the reason', async () => {
  onCall(approveRequest, () => no(409, 'already_decided', 'This request has already been decided.'));
  const { user } = await open(asked());
  await user.click(button()!);
  expect(await screen.findByText(/already been decided/, {}, { timeout: 10_000 })).toBeDefined();
  expect(sent(markRead.path)).toEqual([]);
});

it.each([
  ['of several requests', { times: 2 }],
  ['that is read', { read: true }],
  ['of another type', { type: 'requests_waiting' }],
] as const)('a notification %s has no button to approve', async (_name, fields) => {
  await open(asked(fields as Partial<Notification>));
  expect(button()).toBeNull();
});
