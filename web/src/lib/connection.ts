import { create } from 'zustand';

/** `starting` until the socket was there once; `catching-up` between its return and the answer to the joins. */
export type ConnectionState = 'starting' | 'online' | 'offline' | 'catching-up';

interface Connection {
  state: ConnectionState;
  /** When what is on the screen was last known to be true (milliseconds). */
  asOf: number;
}

export const useConnection = create<Connection>()(() => ({ state: 'starting', asOf: Date.now() }));

export function setConnection(state: ConnectionState): void {
  const before = useConnection.getState();
  if (before.state === state) return;
  const lost = state === 'offline' && (before.state === 'online' || before.state === 'starting');
  useConnection.setState({ state, ...(lost || state === 'online' ? { asOf: Date.now() } : {}) });
}
