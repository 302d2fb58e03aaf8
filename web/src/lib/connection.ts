import { create } from 'zustand';
import { hasNetwork } from './on-window';

/** `starting` until the socket has connected once; `catching-up` from a reconnect until missed updates are on the screen. */
export type ConnectionState = 'starting' | 'online' | 'offline' | 'catching-up';

interface Connection {
  state: ConnectionState;
  /** Time at which the screen was last confirmed to be current (milliseconds). */
  asOf: number;
}

export const useConnection = create<Connection>()(() => ({
  state: hasNetwork() ? 'starting' : 'offline',
  asOf: Date.now(),
}));

/** Sets the state. `lastReceivedAt` is the time of the last message: a computer that slept notices much later that it is offline. */
export function setConnection(state: ConnectionState, lastReceivedAt = Date.now()): void {
  const before = useConnection.getState();
  if (before.state === state) return;
  const lost = state === 'offline' && (before.state === 'online' || before.state === 'starting');
  useConnection.setState({ state, ...(lost || state === 'online' ? { asOf: lastReceivedAt } : {}) });
}
