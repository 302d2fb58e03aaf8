import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getNotifications, markRead } from '#models/contract/notifications';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { startPush, usePush } from '@/lib/web-push';
import { type FakePushBrowser, fakePushBrowser } from '@/testing/fake-push-browser';
import { onCall, requests, yes } from '@/testing/fake-server';
import { aNotification, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { notifications } from './notifications.store';
import { PushButton } from './push-button';
import PushClicks from './push-clicks';

let browser: FakePushBrowser;
let stop = () => {};
afterEach(() => stop());
beforeAll(() => i18n.loadNamespaces(['push-button']));
beforeEach(() => {
  browser = fakePushBrowser();
  usePush.setState({ state: 'unsupported' });
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getPushKey, () => yes(getPushKey, { key: 'server-key' }));
  onCall(pushSubscribe, () => yes(pushSubscribe, { subscribed: true }));
  onCall(pushUnsubscribe, () => yes(pushUnsubscribe, { subscribed: false }));
});
const button = () => screen.queryByRole('button');
async function open() {
  stop = await startPush();
  return show(<PushButton />);
}

it('the web push button is not shown in an unsupported browser', () => {
  show(<PushButton />);
  expect(button()).toBeNull();
});

describe('on an iPhone', () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const asPhone = (standalone: boolean) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone);
    Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
  };
  afterEach(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'standalone');
  });

  it('a text says how to install Nadi where notifications need that, in both languages', async () => {
    asPhone(false);
    show(<PushButton />);
    expect(screen.getByText(/add Nadi to your home screen/)).toBeDefined();
    expect(button()).toBeNull();
    await chooseLanguage('ar');
    expect(await screen.findByText(/تلزم إضافة المنصة إلى الشاشة الرئيسية/)).toBeDefined();
    await chooseLanguage('en');
  });

  it('an installed Nadi does not ask to be installed', () => {
    asPhone(true);
    show(<PushButton />);
    expect(screen.queryByText(/home screen/)).toBeNull();
  });
});

it('the web push button turns push on and off, with a toast', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Turn on notifications in this browser' }));
  await user.click(await screen.findByRole('button', { name: 'Turn off notifications in this browser' }));
  expect(await screen.findByText(/even while Nadi is closed/)).toBeTruthy();
  await screen.findByRole('button', { name: 'Turn on notifications in this browser' });
  expect(browser.endpoint).toBeNull();
});

it('a failure of the web push button shows a toast, and it can be pressed again', async () => {
  browser.isCut = true;
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Turn on notifications in this browser' }));
  expect(await screen.findByText('Notifications could not be turned on. Please try again.')).toBeTruthy();
  browser.isCut = false;
  await user.click(screen.getByRole('button', { name: 'Turn on notifications in this browser' }));
  await screen.findByRole('button', { name: 'Turn off notifications in this browser' });
});

it('a text replaces the web push button if the browser forbids push, in both languages', async () => {
  browser.answer = 'denied';
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Turn on notifications in this browser' }));
  expect(await screen.findByText(/You can allow them in its settings/)).toBeTruthy();
  expect(button()).toBeNull();
  await chooseLanguage('ar');
  expect(await screen.findByText(/يمكن السماح بها من إعداداته/)).toBeTruthy();
});

it('a clicked web push opens its page, and is marked as read', async () => {
  const item = aNotification({ read: false });
  onCall(getNotifications, () => yes(getNotifications, [item], { next: null, counts: { unread: 1, total: 1 } }));
  onCall(markRead, () => yes(markRead, { unread: 0 }));
  stop = await startPush();
  const { place } = show(<PushClicks />);
  notifications.merge([item]);
  browser.says({ kind: 'open', user: useSession.getState().user?.ID, page: '/posts/1', read: item.ID });
  await waitFor(() => expect(place()).toBe('/posts/1'));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain(markRead.path));
});
