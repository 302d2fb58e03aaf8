import { create } from 'zustand';
import { ApiError } from './api-error';
import { useConnection } from './connection';

/** No answer, or that of a proxy whose server is away. */
const unreachableStatuses = new Set([0, 502, 503, 504]);

/** Whether a call failed because the server was not reached: it said neither yes nor no. */
export const isUnreachableError = (error: unknown): boolean => error instanceof ApiError && unreachableStatuses.has(error.status);

/** Whether the last call got an answer, and what the browser itself says of its network. */
const useReachability = create(() => ({ isAnswered: true, hasNetwork: navigator.onLine !== false }));

const updateNetwork = (): void => useReachability.setState({ hasNetwork: navigator.onLine !== false });
window.addEventListener('online', updateNetwork);
window.addEventListener('offline', updateNetwork);

/** Notes how a call ended; `status` is 0 where no answer came. */
export function noteCallStatus(status: number): void {
  const isAnswered = !unreachableStatuses.has(status);
  if (useReachability.getState().isAnswered !== isAnswered) useReachability.setState({ isAnswered });
}

/**
 * Whether the server is out of reach as far as one knows: then what is done is written down first and sent from there. A
 * socket that is away is a hint only: calls may get through where a proxy lets no socket through. Before the socket was
 * tried, a call without an answer says it.
 */
export function isProbablyOffline(): boolean {
  const { state } = useConnection.getState();
  if (state === 'starting') return navigator.onLine === false || !useReachability.getState().isAnswered;
  return navigator.onLine === false || state !== 'online';
}

const isLost = (hasNetwork: boolean, isAnswered: boolean, isSocketAway: boolean): boolean => !hasNetwork || (!isAnswered && isSocketAway);

/** Whether neither calls nor the socket reach the server: what failed just now failed because of that. */
export const isOffline = (): boolean =>
  isLost(navigator.onLine !== false, useReachability.getState().isAnswered, useConnection.getState().state === 'offline');

/** The same, for components. */
export function useIsOffline(): boolean {
  const { hasNetwork, isAnswered } = useReachability();
  const isSocketAway = useConnection(({ state }) => state === 'offline');
  return isLost(hasNetwork, isAnswered, isSocketAway);
}

/** Tells a listener whether the server is out of reach: now, and at every change. Answers how to stop. */
export function watchOffline(listener: (isOffline: boolean) => void): () => void {
  let last = isOffline();
  const notify = (): void => {
    if (last === isOffline()) return;
    last = !last;
    listener(last);
  };
  const stops = [useReachability.subscribe(notify), useConnection.subscribe(notify)];
  listener(last);
  return () => stops.forEach((stop) => void stop());
}

/** Called whenever the network or the server may be back; answers how to stop. */
export function onReachable(listener: () => void): () => void {
  const stop = useConnection.subscribe(({ state }, before) => {
    if (state !== before.state && (state === 'catching-up' || state === 'online')) listener();
  });
  window.addEventListener('online', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
  };
}
