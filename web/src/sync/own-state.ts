import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { lastPressWins } from './mutations';
import { dequeue, enqueue, queuedOf, registerQueueHandler, useQueuedOf } from './offline-queue';
import type { OfKind, QueueKind } from './offline-queue-storage';

interface OwnStateSpec<K extends QueueKind, W, R> {
  /** Kind of its actions in the offline queue. */
  kind: K;
  /** The part of a queued action that names the thing and the wanted state, and back. */
  toAction: (id: string, want: W) => Omit<OfKind<K>, 'kind' | 'id' | 'at'>;
  fromAction: (action: OfKind<K>) => { of: string; want: W };
  /** The state on the screen. */
  current: (id: string) => W;
  /** Shows the wanted state optimistically; returns the rollbacks. `isQueued`: the server does not have it for a while. */
  show: (id: string, want: W, isQueued: boolean) => (() => void)[];
  /** Calls the server and applies its answer. */
  send: (id: string, want: W) => Promise<R>;
  /** Called when a queued state will not be sent. */
  discard?: (id: string) => void;
  /** Loads the text shown when a queued state expires; without it nothing is shown. */
  expiredText?: () => Promise<string>;
  /** Called when a state was queued. */
  onQueued?: (id: string) => void;
  /** Queues the state, instead of throwing, also if only this call found the server out of reach. */
  queuesUnanswered?: boolean;
}

const runAll = (rollbacks: readonly (() => void)[]): void => {
  for (const rollback of rollbacks) rollback();
};

/**
 * Declares a state that the viewer sets on things, such as a like: shown at once, the last press wins, queued while the server
 * is out of reach, rolled back if it refuses.
 */
export function defineOwnState<K extends QueueKind, W, R>(spec: OwnStateSpec<K, W, R>) {
  const { kind, toAction, fromAction, current, show, send, discard, expiredText, onQueued, queuesUnanswered = false } = spec;
  const sendLast = lastPressWins(send);
  /** The state of the last press on each thing: an earlier call that fails must not replace it. */
  const wanted = new Map<string, W>();
  /** The queued action that is being sent: a later press does not replace it, since the server may have it already. */
  let sending: string | null = null;
  const queuedFor = (id: string) => queuedOf(kind).filter((action) => fromAction(action).of === id);

  /** Queues a state in place of an earlier one; queues nothing if it is the current one without that. */
  const queue = (id: string, want: W, hasFailed: boolean): void => {
    for (const existing of queuedFor(id)) if (existing.id !== sending) dequeue(existing.id);
    if (current(id) === want) return;
    enqueue({ ...toAction(id, want), kind, id: crypto.randomUUID(), at: Date.now() } as OfKind<K>, hasFailed);
    onQueued?.(id);
  };

  registerQueueHandler(kind, {
    show: (action) => {
      const { of, want } = fromAction(action);
      const rollbacks = show(of, want, true);
      return () => runAll(rollbacks);
    },
    send: async (action) => {
      const { of, want } = fromAction(action);
      const rollbacks = show(of, want, false);
      sending = action.id;
      try {
        await send(of, want);
      } finally {
        sending = null;
        runAll(rollbacks);
      }
    },
    discard: (action) => discard?.(fromAction(action).of),
    ...(expiredText && { expiredText }),
  });

  return {
    /** Sets the state. Resolves to the answer, or to null if it was queued; throws what the call throws. */
    set: async (id: string, want: W): Promise<R | null> => {
      wanted.set(id, want);
      if (isProbablyOffline() || queuedFor(id).length > 0) {
        queue(id, want, false);
        return null;
      }
      try {
        return await sendLast(id, want, () => show(id, want, false));
      } catch (error) {
        if (!isUnreachableError(error) || !(queuesUnanswered || isProbablyOffline())) throw error;
        queue(id, wanted.get(id) ?? want, true);
        return null;
      }
    },
    /** Whether a change of this state is queued. */
    useIsQueued: (id: string): boolean => useQueuedOf(kind).some((action) => fromAction(action).of === id),
  };
}
