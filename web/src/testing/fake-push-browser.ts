import { vi } from 'vitest';

/** The part of a browser with Web Push that the app uses. */
export interface FakePushBrowser {
  /** The user's answer to the permission prompt. */
  answer: NotificationPermission;
  permission: NotificationPermission;
  /** Endpoint of the current subscription, if any. */
  endpoint: string | null;
  /** Keys of all subscriptions, in order. */
  keys: unknown[];
  registered: string[];
  /** Messages from the page to its service worker. */
  postedMessages: unknown[];
  /** Titles of the notifications on the screen. */
  shown: string[];
  /** Whether the push service is unreachable. */
  isCut: boolean;
  /** Delivers a message from the service worker to the page. */
  says(message: unknown): void;
  /** Changes the permission in the browser's settings. */
  decides(permission: NotificationPermission): void;
}

/** Fakes the browser's service worker, push service and user, until the test ends. */
export function fakePushBrowser(): FakePushBrowser {
  const [container, settings] = [new EventTarget(), new EventTarget()];
  const browser: FakePushBrowser = {
    answer: 'granted',
    permission: 'default',
    endpoint: null,
    keys: [],
    registered: [],
    postedMessages: [],
    shown: [],
    isCut: false,
    says: (data) => void container.dispatchEvent(Object.assign(new Event('message'), { data })),
    decides: (permission) => {
      browser.permission = permission;
      settings.dispatchEvent(new Event('change'));
    },
  };
  const subscription = () => {
    const { endpoint } = browser;
    if (endpoint === null) return null;
    const unsubscribe = async () => {
      browser.endpoint = null;
    };
    return { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
  };
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: unknown }) => {
      if (browser.isCut) throw new DOMException('push service error', 'AbortError');
      browser.keys.push(applicationServerKey);
      browser.endpoint = `https://push.example/${browser.keys.length}`;
      return subscription();
    },
  };
  const close = (title: string) => {
    browser.shown = browser.shown.filter((one) => one !== title);
  };
  const getNotifications = async () => browser.shown.map((title) => ({ title, close: () => close(title) }));
  const active = { postMessage: (message: unknown) => void browser.postedMessages.push(message) };
  const registration = { pushManager, getNotifications, active };
  Object.assign(container, {
    register: async (path: string) => void browser.registered.push(path),
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.permission = browser.answer;
      return browser.answer;
    },
  });
  Object.defineProperty(navigator, 'permissions', { value: { query: async () => settings }, configurable: true });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return browser;
}
