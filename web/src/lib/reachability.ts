import { create } from 'zustand';
import { ApiError } from './api-error';
import { useConnection } from './connection';
import { hasNetwork, isServer, onWindow } from './on-window';

/** No answer, or a proxy's answer for an unavailable server. */
const unreachableStatuses = new Set([0, 502, 503, 504]);

/** Whether a call failed because the server was not reached, so its outcome is unknown. */
export const isUnreachableError = (error: unknown): boolean => error instanceof ApiError && unreachableStatuses.has(error.status);

/** Whether the last call got an answer, and whether the browser reports a network. */
const useReachability = create(() => ({ isAnswered: true, hasNetwork: hasNetwork() }));

const updateNetwork = (): void => useReachability.setState({ hasNetwork: hasNetwork() });
onWindow('online', updateNetwork);
onWindow('offline', updateNetwork);

/** Notes a call's status; 0 if no answer came. */
export function noteCallStatus(status: number): void {
  const isAnswered = !unreachableStatuses.has(status);
  if (useReachability.getState().isAnswered !== isAnswered) useReachability.setState({ isAnswered });
}

/**
 * Whether the server is probably out of reach: actions then go to the offline queue first. A disconnected socket is only a hint,
 * since calls may pass a proxy that blocks sockets. Before the first connection, an unanswered call decides.
 */
export function isProbablyOffline(): boolean {
  const { state } = useConnection.getState();
  if (state === 'starting') return !hasNetwork() || !useReachability.getState().isAnswered;
  return !hasNetwork() || state !== 'online';
}

const isLost = (isNetworkUp: boolean, isAnswered: boolean, isSocketAway: boolean): boolean => !isNetworkUp || (!isAnswered && isSocketAway);

/** Whether neither calls nor the socket reach the server, so a failure just now is due to that. */
export const isOffline = (): boolean =>
  isLost(hasNetwork(), useReachability.getState().isAnswered, useConnection.getState().state === 'offline');

/** `isOffline` as a hook. */
export function useIsOffline(): boolean {
  const { hasNetwork: isNetworkUp, isAnswered } = useReachability();
  const isSocketAway = useConnection(({ state }) => state === 'offline');
  return isLost(isNetworkUp, isAnswered, isSocketAway);
}

/** Calls the listener with `isOffline()` now and at every change; returns a function that stops. */
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

/** Calls the listener whenever the network or the server may be back; returns a function that stops. */
export function onReachable(listener: () => void): () => void {
  const stop = useConnection.subscribe(({ state }, before) => {
    if (state !== before.state && (state === 'catching-up' || state === 'online')) listener();
  });
  if (!isServer) window.addEventListener('online', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
  };
}
