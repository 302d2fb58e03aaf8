import { beforeEach, expect, it, vi } from 'vitest';

interface Window {
  url: string;
  focus: ReturnType<typeof vi.fn>;
  postMessage: ReturnType<typeof vi.fn>;
}

/** What the browser gives a service worker, as far as ours asks for it. */
const listeners = new Map<string, (event: unknown) => void>();
const shown = vi.fn();
const subscribe = vi.fn();
const openWindow = vi.fn();
const [skipWaiting, claim] = [vi.fn(), vi.fn()];
let windows: Window[] = [];
vi.stubGlobal('self', {
  addEventListener: (kind: string, listener: (event: unknown) => void) => listeners.set(kind, listener),
  skipWaiting,
  registration: { showNotification: shown, pushManager: { subscribe } },
  clients: { claim, matchAll: async () => windows, openWindow },
});
await import('./sw');

const aWindow = (path: string): Window => ({ url: `https://nadi.example${path}`, focus: vi.fn(), postMessage: vi.fn() });

/** Something happens to the worker; resolves when it has done what it asked to be kept alive for. */
async function happens(kind: string, event: object = {}): Promise<void> {
  const works: unknown[] = [];
  listeners.get(kind)?.({ ...event, waitUntil: (work: unknown) => works.push(work) });
  await Promise.all(works);
}

const message = {
  id: 'n1',
  user: 'u1',
  title: 'إعجاب جديد',
  body: 'إعجاب من لينا',
  why: 'لأنه من كتابتك.',
  link: '/posts/1',
  mute: { label: 'كتم', link: '/?mute=post_liked' },
  lang: 'ar',
  dir: 'rtl',
};
const pressed = (action = '') => {
  const notification = { data: { id: 'n1', user: 'u1', link: '/posts/1', mute: '/?mute=post_liked' }, close: vi.fn() };
  return { event: { action, notification }, notification };
};

beforeEach(() => {
  vi.clearAllMocks();
  windows = [];
});

it('shows what was pushed in the reader’s language, with why and one way to mute it; one notification once', async () => {
  await happens('push', { data: { json: () => message } });
  expect(shown).toHaveBeenCalledWith(
    'إعجاب جديد',
    expect.objectContaining({
      body: 'إعجاب من لينا\nلأنه من كتابتك.',
      tag: 'n1',
      lang: 'ar',
      dir: 'rtl',
      actions: [{ action: 'mute', title: 'كتم' }],
      data: { id: 'n1', user: 'u1', link: '/posts/1', mute: '/?mute=post_liked' },
    }),
  );
});

it('pressed, opens its page in the window that is there, and has it read', async () => {
  const [docs, app, older] = [aWindow('/docs/'), aWindow('/societies'), aWindow('/')];
  windows = [docs, app, older];
  const { event, notification } = pressed();
  await happens('notificationclick', event);
  expect(app.postMessage.mock.calls).toEqual([[{ kind: 'open', user: 'u1', page: '/posts/1', read: 'n1' }]]);
  expect(app.focus).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledOnce();
  expect([openWindow, docs.postMessage, older.postMessage].map((each) => each.mock.calls.length)).toEqual([0, 0, 0]);
});

it('pressed while Nadi is closed, opens a window', async () => {
  windows = [aWindow('/notice-board.html')];
  await happens('notificationclick', pressed().event);
  expect(openWindow.mock.calls).toEqual([['/posts/1']]);
});

it('muted, opens the question whether to, and leaves it unread', async () => {
  windows = [aWindow('/')];
  await happens('notificationclick', pressed('mute').event);
  expect(windows[0]?.postMessage.mock.calls).toEqual([[{ kind: 'open', user: 'u1', page: '/?mute=post_liked', read: null }]]);
});

it('subscribes again with the same key when its push service has changed, and says so', async () => {
  windows = [aWindow('/')];
  const applicationServerKey = new ArrayBuffer(1);
  await happens('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
  expect(windows[0]?.postMessage.mock.calls).toEqual([[{ kind: 'renewed' }]]);
});

it('is at work at once', async () => {
  await happens('install');
  await happens('activate');
  expect([skipWaiting, claim].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
