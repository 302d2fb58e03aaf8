import { create } from 'zustand';
import type { DataOf } from '#models/contract/define';
import { checkInHere } from '#models/contract/door';
import { api } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { hasNetwork } from '@/lib/on-window';
import { isUnreachableError } from '@/lib/reachability';
import { onUserChange } from '@/lib/user-change';
import { enqueue, isRetryable, queuedOf, registerQueueHandler } from '@/sync/offline-queue';

/** State of the viewer's own check-in by the door code. `claimed`: it waits for a steward. */
export type HereState = { is: 'sending' } | { is: 'waiting' } | { is: 'in' | 'claimed'; at: string } | { is: 'refused'; text: string };

const useStates = create<Record<string, HereState>>(() => ({}));

/** State of the viewer's check-in at one event; undefined before the first press. */
export const useHereState = (event: string): HereState | undefined => useStates((states) => states[event]);

const setHere = (event: string, state: HereState): void => useStates.setState({ [event]: state });

function settle(event: string, { Checked_In_At, Claimed_At }: DataOf<typeof checkInHere>): void {
  if (Checked_In_At) setHere(event, { is: 'in', at: Checked_In_At });
  else if (Claimed_At) setHere(event, { is: 'claimed', at: Claimed_At });
}

/** Queues a press; the same code waits once. */
function wait(event: string, code: string, at: number, hasFailed: boolean): void {
  setHere(event, { is: 'waiting' });
  if (queuedOf('here').some((queued) => queued.event === event && queued.code === code)) return;
  enqueue({ kind: 'here', id: crypto.randomUUID(), at, event, code }, hasFailed);
}

/** Checks the viewer in by the code on the door screen; without a network the press waits with the time of the scan. */
export async function pressHere(event: string, code: string): Promise<void> {
  const at = Date.now();
  if (!hasNetwork()) return wait(event, code, at, false);
  setHere(event, { is: 'sending' });
  try {
    settle(event, (await api(checkInHere, { event_id: event, code })).data);
  } catch (error) {
    if (isUnreachableError(error)) wait(event, code, at, true);
    else setHere(event, { is: 'refused', text: failureText(error) });
  }
}

registerQueueHandler('here', {
  show: ({ event }) => {
    setHere(event, { is: 'waiting' });
    return () => {};
  },
  async send({ event, code, at }) {
    try {
      settle(event, (await api(checkInHere, { event_id: event, code, at: new Date(at).toISOString() })).data);
    } catch (error) {
      if (!isRetryable(error)) setHere(event, { is: 'refused', text: failureText(error) });
      throw error;
    }
  },
  discard: () => {},
});
onUserChange(() => useStates.setState({}, true));
