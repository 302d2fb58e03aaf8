import { vi } from 'vitest';

/** A browser that can be told by push, as far as the app asks it. */
export interface FakePushBrowser {
  /** What its owner answers when asked; what they have said is `permission`. */
  answer: NotificationPermission;
  permission: NotificationPermission;
  /** Where it is told, if it is. */
  endpoint: string | null;
  /** The keys it has subscribed with, in order. */
  keys: unknown[];
  registered: string[];
  /** Everything that the page has said to its service worker. */
  postedMessages: unknown[];
  /** The titles of the notifications that it shows. */
  shown: string[];
  /** Its push service cannot be reached. */
  isCut: boolean;
  /** The service worker says something to the page. */
  says(message: unknown): void;
  /** Its owner changes their mind in its settings. */
  decides(permission: NotificationPermission): void;
}

/** Stands in for the browser's service worker, push service and owner, until the test ends. */
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
