import { create } from 'zustand';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import type { FromServiceWorker } from '../../sw/messages';
import { api } from './api';
import { registerServiceWorker } from './register-service-worker';
import { useSession } from './session';
import { readToken } from './token';

/** State of Web Push in this browser for the signed-in user; `forbidden` if the permission is denied. */
export type PushState = 'unsupported' | 'forbidden' | 'off' | 'on';

/** Storage key of the user who subscribed in this browser. */
const KEY = 'nadi-push';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The state as far as it can be read synchronously, so that nothing on the screen moves afterwards. */
function initialState(): PushState {
  try {
    if (!isSupported()) return 'unsupported';
    if (Notification.permission === 'denied') return 'forbidden';
    return localStorage.getItem(KEY) ? 'on' : 'off';
  } catch {
    return 'unsupported';
  }
}

export const usePush = create<{ state: PushState }>()(() => ({ state: initialState() }));

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await api(pushSubscribe, { endpoint, keys: { p256dh, auth } });
}

/** Unsubscribes this browser and closes its notifications, whether or not the server learns of it. */
async function unsubscribeHere(): Promise<void> {
  localStorage.removeItem(KEY);
  await (await currentSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

function setPushState(state: PushState): PushState {
  usePush.setState({ state });
  return state;
}

/**
 * Subscribes this browser. Asks for permission, so call it from a click. Throws if the browser's push service or the server
 * cannot be reached.
 */
export async function turnPushOn(): Promise<PushState> {
  const me = useSession.getState().user?.ID;
  if (!me || !isSupported()) return setPushState('unsupported');
  if ((await Notification.requestPermission()) !== 'granted')
    return setPushState(Notification.permission === 'denied' ? 'forbidden' : 'off');
  const { data } = await api(getPushKey, {});
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key, from before the server's data were lost, gets no pushes: replace it.
  await (await pushManager.getSubscription())?.unsubscribe();
  await sendSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.key }));
  localStorage.setItem(KEY, me);
  return setPushState('on');
}

/** Unsubscribes this browser, here and at the server. */
export async function turnPushOff(): Promise<PushState> {
  const endpoint = (await currentSubscription())?.endpoint;
  await unsubscribeHere();
  if (endpoint) await api(pushUnsubscribe, { endpoint });
  return setPushState('off');
}

/** Sends the subscription again under the current session; ends one of another user. */
async function renewSubscription(): Promise<void> {
  // The page may have been closed before a sign-out ended the subscription.
  if (!readToken()) return unsubscribeHere();
  const me = useSession.getState().user?.ID;
  const subscription = await currentSubscription();
  if (!me || !subscription) return;
  if (localStorage.getItem(KEY) !== me) return unsubscribeHere();
  await sendSubscription(subscription);
}

/** Reads the state from the browser. */
async function refreshState(): Promise<void> {
  if (Notification.permission === 'denied') return void setPushState('forbidden');
  const isMine = localStorage.getItem(KEY) === useSession.getState().user?.ID;
  setPushState(isMine && (await currentSubscription()) ? 'on' : 'off');
}

type OnOpen = (page: string, read: string | null) => void;
const openers = new Set<OnOpen>();

/** Called when a notification was clicked; returns a function that stops. */
export function onPushOpened(opener: OnOpen): () => void {
  openers.add(opener);
  return () => openers.delete(opener);
}

function onWorkerMessage(message: FromServiceWorker): void {
  if (message.kind === 'renewed') void renewSubscription().catch(() => {});
  else {
    // Neither open nor mark as read a notification that was shown to another user.
    const isMine = message.user === useSession.getState().user?.ID;
    for (const opener of openers) opener(isMine ? message.page : '/', isMine ? message.read : null);
  }
}

/** Handles messages of the service worker for the signed-in user; unsubscribes at sign-out. Call it once per page. Returns a function that stops. */
export async function startPush(): Promise<() => void> {
  if (!isSupported()) return () => {};
  const { serviceWorker } = navigator;
  const onMessage = ({ data }: MessageEvent<FromServiceWorker>): void => onWorkerMessage(data);
  serviceWorker.addEventListener('message', onMessage);
  const isMe = async (): Promise<void> => {
    await renewSubscription();
    await refreshState();
  };
  const leave = useSession.subscribe(({ user }, before) => {
    if (user && user.ID !== before.user?.ID) void isMe().catch(() => {});
    if (!user && before.user && !readToken()) void unsubscribeHere().then(refreshState, () => {});
  });
  await isMe();
  // The permission can change in the browser's settings.
  const permission = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined);
  const changed = (): void => void refreshState().catch(() => {});
  permission?.addEventListener('change', changed);
  return () => {
    permission?.removeEventListener('change', changed);
    serviceWorker.removeEventListener('message', onMessage);
    leave();
  };
}
