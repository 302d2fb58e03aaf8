import { beforeEach, expect, it, vi } from 'vitest';

interface Window {
  url: string;
  focus: ReturnType<typeof vi.fn>;
  postMessage: ReturnType<typeof vi.fn>;
}

/** Listeners that the worker has added. */
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

/** Fires an event at the worker; resolves when its `waitUntil` work is done. */
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
  why: 'لأنك كتبته.',
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

it('a push shows one notification in the reader’s language, with its reason and a mute action', async () => {
  await happens('push', { data: { json: () => message } });
  expect(shown).toHaveBeenCalledWith(
    'إعجاب جديد',
    expect.objectContaining({
      body: 'إعجاب من لينا\nلأنك كتبته.',
      tag: 'n1',
      lang: 'ar',
      dir: 'rtl',
      actions: [{ action: 'mute', title: 'كتم' }],
      data: { id: 'n1', user: 'u1', link: '/posts/1', mute: '/?mute=post_liked' },
    }),
  );
});

it('a clicked notification opens its page in the open window, and is marked as read', async () => {
  const [docs, app, older] = [aWindow('/docs/'), aWindow('/societies'), aWindow('/')];
  windows = [docs, app, older];
  const { event, notification } = pressed();
  await happens('notificationclick', event);
  expect(app.postMessage.mock.calls).toEqual([[{ kind: 'open', user: 'u1', page: '/posts/1', read: 'n1' }]]);
  expect(app.focus).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledOnce();
  expect([openWindow, docs.postMessage, older.postMessage].map((each) => each.mock.calls.length)).toEqual([0, 0, 0]);
});

it('a notification clicked while the app is closed opens a window', async () => {
  windows = [aWindow('/notice-board.html')];
  await happens('notificationclick', pressed().event);
  expect(openWindow.mock.calls).toEqual([['/posts/1']]);
});

it('the mute action opens the mute question, and leaves the notification unread', async () => {
  windows = [aWindow('/')];
  await happens('notificationclick', pressed('mute').event);
  expect(windows[0]?.postMessage.mock.calls).toEqual([[{ kind: 'open', user: 'u1', page: '/?mute=post_liked', read: null }]]);
});

it('a changed push subscription is renewed with the same key, and reported to open pages', async () => {
  windows = [aWindow('/')];
  const applicationServerKey = new ArrayBuffer(1);
  await happens('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey }]]);
  expect(windows[0]?.postMessage.mock.calls).toEqual([[{ kind: 'renewed' }]]);
});

it('the worker activates at once', async () => {
  await happens('install');
  await happens('activate');
  expect([skipWaiting, claim].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

const approve = { label: 'قبول', token: 'secret', done: 'تم القبول' };
const approving = () => {
  const { event, notification } = pressed('approve');
  return { ...event, notification: { ...notification, title: 'طلب', data: { ...notification.data, approve } } };
};

it('a push about one join request has a button that approves it', async () => {
  await happens('push', { data: { json: () => ({ ...message, approve }) } });
  const actions = [
    { action: 'approve', title: 'قبول' },
    { action: 'mute', title: 'كتم' },
  ];
  expect(shown).toHaveBeenCalledWith('إعجاب جديد', expect.objectContaining({ actions, data: expect.objectContaining({ approve }) }));
});

it('approving sends the token without opening the app, and says so', async () => {
  const send = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', send);
  await happens('notificationclick', approving());
  expect(send).toHaveBeenCalledWith(
    '/societies/join_requests/approve_by_push',
    expect.objectContaining({ method: 'POST', body: JSON.stringify({ action_token: 'secret' }) }),
  );
  expect(shown).toHaveBeenCalledWith('طلب', expect.objectContaining({ body: 'تم القبول', tag: 'n1' }));
  expect(openWindow).not.toHaveBeenCalled();
});

it.each([
  ['refused', async () => new Response('{}', { status: 409 })],
  ['offline', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('an approval that is %s opens the request', async (_name, send) => {
  vi.stubGlobal('fetch', vi.fn(send));
  await happens('notificationclick', approving());
  expect(openWindow).toHaveBeenCalledWith('/posts/1');
  expect(shown).not.toHaveBeenCalled();
});
