import type { PushMessage } from '#models/contract/push';
import type { FromServiceWorker, ToServiceWorker } from './messages';
import { answerOf, deleteOldShells, precacheParts, precacheShell } from './shell';

declare const self: ServiceWorkerGlobalScope;

/** Data attached to a shown notification. */
type NotificationData = Pick<PushMessage, 'id' | 'user' | 'link' | 'approve'> & { mute: string };

/** Paths of this origin outside the app. */
const notTheApp = /^\/(docs|admin|notice-board)\b/;

// Activate at once: pages of an older build still find their parts, and calls are never answered from the cache.
self.addEventListener('install', (event) => event.waitUntil(precacheShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldShells().then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const answer = answerOf(event.request);
  if (answer) event.respondWith(answer);
});

// A part that cannot be fetched now is retried when the next page opens.
self.addEventListener('message', (event) => {
  const message: ToServiceWorker | undefined = event.data;
  if (message?.kind === 'keep-parts') event.waitUntil(precacheParts().catch(() => {}));
});

/** Shows a notification; a later push with the same id replaces it. */
function show({ id, user, title, body, why, link, mute, approve, lang, dir }: PushMessage): Promise<void> {
  const data: NotificationData = { id, user, link, mute: mute.link, ...(approve && { approve }) };
  const options = {
    body: `${body}\n${why}`,
    tag: id,
    lang,
    dir,
    data,
    icon: '/icon.svg',
    actions: [...(approve ? [{ action: 'approve', title: approve.label }] : []), { action: 'mute', title: mute.label }],
  };
  return self.registration.showNotification(title, options);
}

self.addEventListener('push', (event) => {
  const message: PushMessage | undefined = event.data?.json();
  if (message) event.waitUntil(show(message));
});

async function openWindows(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => !notTheApp.test(new URL(url).pathname));
}

const post = (to: WindowClient, message: FromServiceWorker): void => to.postMessage(message);

/** Opens a page in the window used last, without a reload so that nothing typed is lost; else in a new window. */
async function open(user: string, page: string, read: string | null): Promise<void> {
  const [last] = await openWindows();
  if (!last) return void (await self.clients.openWindow(page));
  post(last, { kind: 'open', user, page, read });
  await last.focus();
}

/** Approves a join request without opening the app, and says so; opens the request where that fails. */
async function approveRequest({ id, user, link, approve }: NotificationData, title: string): Promise<void> {
  const body = JSON.stringify({ action_token: approve?.token });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const answer = await fetch('/societies/join_requests/approve_by_push', request).catch(() => null);
  if (!answer?.ok) return open(user, link, id);
  await self.registration.showNotification(title, { body: approve?.done ?? '', tag: id, icon: '/icon.svg' });
}

self.addEventListener('notificationclick', (event) => {
  const data: NotificationData = event.notification.data;
  const { id, user, link, mute } = data;
  event.notification.close();
  if (event.action === 'approve') return event.waitUntil(approveRequest(data, event.notification.title));
  event.waitUntil(event.action === 'mute' ? open(user, mute, null) : open(user, link, id));
});

/** Subscribes again after the browser's push service has changed the endpoint; open pages send it to the server. */
async function subscribeAgain(applicationServerKey: ArrayBuffer): Promise<void> {
  await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const each of await openWindows()) post(each, { kind: 'renewed' });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const key = event.oldSubscription?.options.applicationServerKey;
  if (key) event.waitUntil(subscribeAgain(key));
});
