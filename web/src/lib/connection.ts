import { create } from 'zustand';

/** `starting` until the socket was there once; `catching-up` from its return until what was missed is on the screen. */
export type ConnectionState = 'starting' | 'online' | 'offline' | 'catching-up';

interface Connection {
  state: ConnectionState;
  /** When what is on the screen was last known to be true (milliseconds). */
  asOf: number;
}

export const useConnection = create<Connection>()(() => ({
  state: navigator.onLine === false ? 'offline' : 'starting',
  asOf: Date.now(),
}));

/** `heardAt`: when the server was last heard; a computer that slept notices much later that it is offline. */
export function setConnection(state: ConnectionState, lastReceivedAt = Date.now()): void {
  const before = useConnection.getState();
  if (before.state === state) return;
  const lost = state === 'offline' && (before.state === 'online' || before.state === 'starting');
  useConnection.setState({ state, ...(lost || state === 'online' ? { asOf: lastReceivedAt } : {}) });
}
