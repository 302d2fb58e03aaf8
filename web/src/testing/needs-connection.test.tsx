import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBlocked } from '#models/contract/blocks';
import { getComments } from '#models/contract/comments';
import { getNotifications } from '#models/contract/notifications';
import { confirm } from '@/components/confirm';
import { PrivacyTab } from '@/features/account/privacy-tab';
import { AttendButton } from '@/features/events/attend-button';
import { mergeEvents } from '@/features/events/events.store';
import { RequestDetail } from '@/features/join-requests/request-detail';
import { NotificationsHead } from '@/features/notifications/notifications-head';
import { PostCard } from '@/features/posts/post-card';
import { posts } from '@/features/posts/posts.store';
import { FollowButton } from '@/features/profiles/follow-button';
import { Decision } from '@/features/reports/decision';
import { StateButton } from '@/features/societies/state-button';
import { ReplyForm } from '@/features/support/reply-form';
import { setConnection } from '@/lib/connection';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { markControls } from '@/shell/needs-connection';
import { setUnread } from '@/sync/unread';
import { serveMuted } from './fake-mutes';
import { onCall, requests, yes } from './fake-server';
import { aPost, aSociety, aUser } from './fixtures';
import { anOwnProfile } from './own-profile-fixtures';
import { aProfile, aReport, aTicket } from './people-fixtures';
import { show } from './render';
import { aJoinRequest, anEvent } from './society-fixtures';

const me = aUser();
const words = 'Needs a connection';
const onLine = vi.spyOn(navigator, 'onLine', 'get');
let stop: () => void = () => {};

const goesOffline = () =>
  act(async () => {
    onLine.mockReturnValue(false);
    setConnection('offline');
  });
const comesBack = () =>
  act(async () => {
    onLine.mockReturnValue(true);
    setConnection('online');
    window.dispatchEvent(new Event('online'));
  });

/** A control's disabled state, accessible description and title. */
function accessibleState(control: HTMLElement) {
  const description = control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .at(-1);
  return { isDisabled: control.getAttribute('aria-disabled') === 'true', description, title: control.getAttribute('title') };
}
const needs = { isDisabled: true, description: words, title: expect.stringContaining(words) };

beforeAll(() =>
  i18n.loadNamespaces([
    'account',
    'events',
    'join-requests',
    'moderation',
    'notifications',
    'notification-kinds',
    'posts',
    'profiles',
    'societies',
    'support',
  ]),
);
beforeEach(async () => {
  onLine.mockReturnValue(true);
  setConnection('online');
  useSession.setState({ status: 'in', user: { ...me } });
  serveMuted();
  onCall(getBlocked, () => yes(getBlocked, [], { next: null }));
  onCall(getNotifications, () => yes(getNotifications, [], { next: null, counts: { unread: 2, total: 2 } }));
  setUnread(2);
  stop = markControls();
});
afterEach(async () => {
  await act(async () => stop());
  onLine.mockReturnValue(true);
  setConnection('online');
});

const request = aJoinRequest();
const nothing = () => {};
const screens: [where: string, element: ReactElement, role: string, name: string][] = [
  ['a society that one may join', <StateButton key="" society={aSociety()} />, 'button', 'Join Society'],
  ['the profile of somebody else', <FollowButton key="" profile={aProfile()} />, 'button', 'Follow'],
  ['the privacy settings', <PrivacyTab key="" profile={anOwnProfile()} />, 'radio', 'Private'],
  ['the privacy settings', <PrivacyTab key="" profile={anOwnProfile()} />, 'switch', 'Show my email address'],
  ['the notifications', <NotificationsHead key="" />, 'button', 'Mark all read'],
  [
    'a request to join',
    <RequestDetail key="" request={request} question="" reason="" onReason={nothing} onDecide={nothing} />,
    'button',
    'Approve',
  ],
  ['a report', <Decision key="" report={aReport()} mayRemove />, 'button', 'Dismiss'],
  ['a question to support', <ReplyForm key="" request={aTicket()} isSupport={false} />, 'button', 'Close message'],
];

describe('a control that needs a connection', () => {
  it.each(screens)(
    'is disabled with a reason on %s, does nothing when pressed, and works again online',
    async (_where, element, role, name) => {
      const { user } = show(element);
      const control = await screen.findByRole(role, { name });
      const before = accessibleState(control);
      expect(before.isDisabled).toBe(false);
      await goesOffline();
      expect(accessibleState(control)).toEqual(needs);
      const asked = requests.length;
      control.focus();
      expect(document.activeElement).toBe(control);
      await user.click(control);
      expect(await screen.findByText('This needs a connection. Nothing is lost.')).toBeDefined();
      expect(requests).toHaveLength(asked);
      await comesBack();
      expect(accessibleState(control)).toEqual(before);
    },
  );

  it('shows the reason in Arabic', async () => {
    show(<FollowButton profile={aProfile()} />);
    await goesOffline();
    await act(() => chooseLanguage('ar'));
    await waitFor(() => expect(accessibleState(screen.getByRole('button')).description).toBe('يحتاج إلى اتصال'));
  });

  it('is disabled also when it appears offline, and in a dialog', async () => {
    show(<p>Empty</p>);
    await goesOffline();
    const run = vi.fn(async () => {});
    void confirm({ title: 'Delete', text: 'For good.', run });
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(accessibleState(dialog.getByRole('button', { name: 'Delete' }))).toEqual(needs));
    dialog.getByRole('button', { name: 'Delete' }).click();
    expect(run).not.toHaveBeenCalled();
    dialog.getByRole('button', { name: 'Cancel' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a control that works without a connection', () => {
  it('stays enabled offline: likes, comments, attendance, and discarding a draft', async () => {
    const post = aPost();
    const event = anEvent({ Can: { edit: false, cancel: false, delete: false, attend: true, checkIn: false } });
    onCall(getComments, () => yes(getComments, [], { next: null }));
    posts.merge([post]);
    mergeEvents([event]);
    show(
      <>
        <PostCard id={post.ID} />
        <AttendButton event={event} />
      </>,
    );
    await goesOffline();
    void confirm({ title: 'Discard', text: 'For good.' });
    const discard = await screen.findByRole('button', { name: 'Discard' });
    const others = ['Like', 'Comment', 'Attend'].map((name) => screen.getByRole('button', { name, hidden: true }));
    for (const control of [discard, ...others])
      expect(accessibleState(control)).toMatchObject({ isDisabled: false, title: expect.not.stringContaining(words) });
    discard.click();
  });
});
