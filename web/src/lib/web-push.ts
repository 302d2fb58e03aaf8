import { create } from 'zustand';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import type { FromServiceWorker } from '../../sw/messages';
import { api } from './api';
import { registerServiceWorker } from './register-service-worker';
import { useSession } from './session';
import { readToken } from './token';

/** Whether this browser is told by push: it cannot be, its owner forbids it, or it is off or on for who is signed in. */
export type PushState = 'unsupported' | 'forbidden' | 'off' | 'on';

/** Who has asked for it in this browser: it is nobody else's. */
const KEY = 'nadi-push';

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** As far as it can be said at once, so that nothing on the screen moves afterwards. */
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

/** Nothing reaches this browser from now on, whatever the server hears of it, and what it shows is gone. */
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
 * Has this browser told from now on; asks its owner first, so it is called when they pressed something. Throws where the
 * browser's push service, or the server, cannot be reached.
 */
export async function turnPushOn(): Promise<PushState> {
  const me = useSession.getState().user?.ID;
  if (!me || !isSupported()) return setPushState('unsupported');
  if ((await Notification.requestPermission()) !== 'granted')
    return setPushState(Notification.permission === 'denied' ? 'forbidden' : 'off');
  const { data } = await api(getPushKey, {});
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key, as before the server's data were lost, can be told no more.
  await (await pushManager.getSubscription())?.unsubscribe();
  await sendSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.key }));
  localStorage.setItem(KEY, me);
  return setPushState('on');
}

/** Has this browser told no more. */
export async function turnPushOff(): Promise<PushState> {
  const endpoint = (await currentSubscription())?.endpoint;
  await unsubscribeHere();
  if (endpoint) await api(pushUnsubscribe, { endpoint });
  return setPushState('off');
}

/** Says again under the present session where this browser is; what somebody else has asked for here ends. */
async function renewSubscription(): Promise<void> {
  // Who signed out may have been gone before it was ended here.
  if (!readToken()) return unsubscribeHere();
  const me = useSession.getState().user?.ID;
  const subscription = await currentSubscription();
  if (!me || !subscription) return;
  if (localStorage.getItem(KEY) !== me) return unsubscribeHere();
  await sendSubscription(subscription);
}

/** What the browser says of it now. */
async function refreshState(): Promise<void> {
  if (Notification.permission === 'denied') return void setPushState('forbidden');
  const isMine = localStorage.getItem(KEY) === useSession.getState().user?.ID;
  setPushState(isMine && (await currentSubscription()) ? 'on' : 'off');
}

type OnOpen = (page: string, read: string | null) => void;
const openers = new Set<OnOpen>();

/** Called when a shown notification was pressed; answers how to stop. */
export function onPushOpened(opener: OnOpen): () => void {
  openers.add(opener);
  return () => openers.delete(opener);
}

function onWorkerMessage(message: FromServiceWorker): void {
  if (message.kind === 'renewed') void renewSubscription().catch(() => {});
  else {
    // What was shown to somebody else is not opened, nor read, in the name of who is here now.
    const isMine = message.user === useSession.getState().user?.ID;
    for (const opener of openers) opener(isMine ? message.page : '/', isMine ? message.read : null);
  }
}

/** Once a page: hears what the service worker says, and keeps it to who is signed in. Where one signs out, nothing is told any more. Answers how to stop. */
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
  // What was forbidden may be allowed in the browser's settings, and the other way round.
  const permission = await navigator.permissions?.query({ name: 'notifications' }).catch(() => undefined);
  const changed = (): void => void refreshState().catch(() => {});
  permission?.addEventListener('change', changed);
  return () => {
    permission?.removeEventListener('change', changed);
    serviceWorker.removeEventListener('message', onMessage);
    leave();
  };
}
