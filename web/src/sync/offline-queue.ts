import { replaceEqualDeep } from '@tanstack/react-query';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { ApiError } from '@/lib/api-error';
import { reportFailure } from '@/lib/failures';
import { hasNetwork, onWindow } from '@/lib/on-window';
import { isUnreachableError, onReachable } from '@/lib/reachability';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { onTokenExpired, readToken } from '@/lib/token';
import { onUserChange } from '@/lib/user-change';
import {
  isExpired,
  isLasting,
  type OfKind,
  type QueuedAction,
  type QueueKind,
  queueKey,
  readQueue,
  removeExpiredQueues,
  writeQueue,
} from './offline-queue-storage';

/** Shows, sends and discards queued actions of one kind. */
interface QueueHandler<K extends QueuedAction> {
  /** Shows the action optimistically; returns a function that ends this. */
  show(action: K): () => void;
  /** Sends the action and applies the answer; throws what the call throws. */
  send(action: K): Promise<void>;
  /** Called when the action will not be sent: returns typed text to its field. */
  discard(action: K): void;
  /** Loads the text shown when the action expires; without it nothing is shown. */
  expiredText?(): Promise<string>;
}

const retryDelay = { first: 5000, most: 60_000 };
/** Statuses that are retried, besides an unreachable server: they do not concern the action itself. */
const laterStatuses = new Set([401, 408, 429]);

const useQueue = create<{ queue: readonly QueuedAction[] }>(() => ({ queue: [] }));
const handlers = new Map<QueuedAction['kind'], QueueHandler<QueuedAction>>();
const shown = new Map<string, () => void>();
/** Owner of the queue in memory. */
let owner: string | null = null;
/** Whether the queue is also in localStorage, not only in memory. */
let isStored = true;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let delay = retryDelay.first;

const { getState, setState } = useQueue;

const ofKind = <K extends QueueKind>(all: readonly QueuedAction[], kind: K): OfKind<K>[] =>
  all.filter((action): action is OfKind<K> => action.kind === kind);

/** Queued actions of one kind, oldest first. */
export const queuedOf = <K extends QueueKind>(kind: K): OfKind<K>[] => ofKind(getState().queue, kind);

/** `queuedOf` as a hook. */
export const useQueuedOf = <K extends QueueKind>(kind: K): OfKind<K>[] => useQueue(useShallow(({ queue }) => ofKind(queue, kind)));

/** Shows every queued action and ends showing those that have left the queue. */
function showQueued(): void {
  const { queue } = getState();
  for (const [id, end] of shown) {
    if (queue.some((one) => one.id === id)) continue;
    shown.delete(id);
    end();
  }
  for (const one of queue) {
    const handler = handlers.get(one.kind);
    if (handler && !shown.has(one.id)) shown.set(one.id, handler.show(one));
  }
}

/** The queue with the changes of other tabs, whose storage events may be on their way. */
const current = (): readonly QueuedAction[] =>
  owner !== null && isStored ? replaceEqualDeep(getState().queue, readQueue(owner)) : getState().queue;

function change(next: (queue: readonly QueuedAction[]) => QueuedAction[]): void {
  if (owner === null) return;
  setState({ queue: next(current()) });
  isStored = writeQueue(owner, getState().queue);
  showQueued();
}

/** Queues an action, unless it is queued already, and sends it at once, or after a delay if sending has just failed. */
export function enqueue(action: QueuedAction, hasFailed = false): void {
  change((all) => (all.some(({ id }) => id === action.id) ? [...all] : [...all, action]));
  if (hasFailed) sendLater();
  else void sendQueue();
}

/** Removes an action that is done or no longer wanted. */
export const dequeue = (id: string): void => change((all) => all.filter((one) => one.id !== id));

/** Loads the signed-in user's queue from storage. */
function load(): void {
  owner = useSession.getState().user?.ID ?? null;
  isStored = true;
  setState({ queue: owner === null ? [] : current() });
  if (owner !== null) removeExpiredQueues(owner);
  showQueued();
  void sendQueue();
}

/** Registers the handler of one kind; it also gets actions queued before a reload. */
export function registerQueueHandler<K extends QueueKind>(kind: K, handler: QueueHandler<OfKind<K>>): void {
  handlers.set(kind, handler as unknown as QueueHandler<QueuedAction>);
  showQueued();
  void sendQueue();
}

/** Whether an action that failed with this error stays in the queue. */
export function isRetryable(error: unknown): boolean {
  return isUnreachableError(error) || (error instanceof ApiError && (laterStatuses.has(error.status) || error.code === 'in_progress'));
}

async function discard(action: QueuedAction, error?: unknown): Promise<void> {
  if (!getState().queue.some(({ id }) => id === action.id)) return;
  dequeue(action.id);
  const handler = handlers.get(action.kind);
  handler?.discard(action);
  if (error !== undefined) return reportFailure(error);
  const text = await handler?.expiredText?.();
  if (text) toast('warning', text, { id: `late-${action.kind}` });
}

/** Sends one action; resolves to whether the next one may be sent. */
async function sendOne(action: QueuedAction): Promise<boolean> {
  if (isExpired(action)) {
    await discard(action);
    return true;
  }
  try {
    await handlers.get(action.kind)?.send(action);
    dequeue(action.id);
    return true;
  } catch (error) {
    if (!isRetryable(error)) {
      await discard(action, error);
      return true;
    }
    if (error instanceof ApiError && error.status === 401) reportFailure(error);
    return false;
  }
}

/** Whether every queued kind has a handler: the order must hold, so a kind whose feature is not loaded holds up the rest. */
const isReady = (): boolean => getState().queue.every(({ kind }) => handlers.has(kind));
const maySend = (): boolean => owner !== null && readToken() !== null && hasNetwork() && isReady();

async function sendAll(): Promise<void> {
  // Another tab of the same user may have sent some actions.
  setState({ queue: current() });
  showQueued();
  for (;;) {
    const next = getState().queue[0];
    if (!next || !maySend()) return;
    if (await sendOne(next)) delay = retryDelay.first;
    else return sendLater();
  }
}

function sendLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendQueue(), delay);
  delay = Math.min(delay * 2, retryDelay.most);
}

/** Lets one tab send at a time. Browsers offer locks to secure origins only; elsewhere idempotency keys prevent duplicates. */
const withLock = (work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as Partial<Navigator>;
  return locks && owner !== null ? locks.request(queueKey(owner), work) : work();
};

/** Sends the queue in order, one action at a time. */
async function sendQueue(): Promise<void> {
  if (isSending || getState().queue.length === 0 || !maySend()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await withLock(sendAll);
  } finally {
    isSending = false;
  }
}

onUserChange(() => {
  clearTimeout(timer);
  shown.clear();
  owner = null;
  setState({ queue: [] });
});
useSession.subscribe(({ user }) => {
  if ((user?.ID ?? null) !== owner) load();
});
// When the session ends, empty the queue and return typed texts to their fields. What outlives the session waits for the user.
onTokenExpired(() => {
  const dropped = getState().queue.filter((action) => !isLasting(action));
  for (const action of dropped.reverse()) {
    dequeue(action.id);
    handlers.get(action.kind)?.discard(action);
  }
});
onReachable(() => void sendQueue());
onWindow('storage', ({ key }) => {
  if (key === null || (owner !== null && key === queueKey(owner))) load();
});
load();
