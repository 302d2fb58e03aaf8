import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { ApiError } from './api-error';
import { onClear } from './entities';
import { reportFailure } from './failures';
import { forgetOthers, type Kept, queueKey, readKept, writeKept } from './offline-queue-storage';
import { isUnreached, onReachable } from './reach';
import { useSession } from './session';
import { toast } from './toasts';
import { onTokenForgotten, readToken } from './token';

/** How one kind of thing is shown while it waits, and told to the server. */
interface Keeper<K extends Kept> {
  /** Shows it as if it were done; answers how to end that. */
  show(kept: K): () => void;
  /** Tells the server, and settles what it answers; throws what the call throws. */
  send(kept: K): Promise<void>;
  /** It will not be sent: what was typed goes back to where it was typed. */
  giveBack(kept: K): void;
  /** What to say of it when a day has passed, in a text that may have to be loaded; nothing where it needs no words. */
  lateText?(): Promise<string>;
}

/** The life of an `Idempotency-Key`: later the server could take what it has already for something new. */
const longest = 24 * 60 * 60_000;
const againAfter = { first: 5000, most: 60_000 };
/** Besides the server being away: answers that say nothing of the thing itself. */
const laterStatuses = new Set([401, 408, 429]);

const useQueue = create<{ kept: readonly Kept[] }>(() => ({ kept: [] }));
const keepers = new Map<Kept['kind'], Keeper<Kept>>();
const shown = new Map<string, () => void>();
/** Whose things are in memory. */
let owner: string | null = null;
/** Whether the browser keeps it too, and not only this page. */
let isStored = true;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let delay = againAfter.first;

const { getState, setState } = useQueue;

type Kind = Kept['kind'];
type OfKind<K extends Kind> = Extract<Kept, { kind: K }>;
const ofKind = <K extends Kind>(all: readonly Kept[], kind: K): OfKind<K>[] => all.filter((kept): kept is OfKind<K> => kept.kind === kind);

/** What of one kind waits, the first first. */
export const keptOf = <K extends Kind>(kind: K): OfKind<K>[] => ofKind(getState().kept, kind);

/** The same, for components. */
export const useKeptOf = <K extends Kind>(kind: K): OfKind<K>[] => useQueue(useShallow(({ kept }) => ofKind(kept, kind)));

/** Shows what is kept and no longer what is not. */
function showKept(): void {
  const { kept } = getState();
  for (const [id, end] of shown) {
    if (kept.some((one) => one.id === id)) continue;
    shown.delete(id);
    end();
  }
  for (const one of kept) {
    const keeper = keepers.get(one.kind);
    if (keeper && !shown.has(one.id)) shown.set(one.id, keeper.show(one));
  }
}

function change(next: (kept: readonly Kept[]) => Kept[]): void {
  if (owner === null) return;
  setState({ kept: next(getState().kept) });
  isStored = writeKept(owner, getState().kept);
  showKept();
}

/** Keeps something until the server can be told: it is tried at once, or after a while where that has just failed. */
export function keep(kept: Kept, hasFailed = false): void {
  change((all) => [...all, kept]);
  if (hasFailed) sendLater();
  else void sendKept();
}

/** It is done, or not wanted any more. */
export const dropKept = (id: string): void => change((all) => all.filter((one) => one.id !== id));

/** Reads again what this browser keeps for who is signed in. */
function load(): void {
  owner = useSession.getState().user?.ID ?? null;
  setState({ kept: owner === null ? [] : readKept(owner) });
  if (owner !== null) forgetOthers(owner, Date.now() - longest);
  showKept();
  void sendKept();
}

/** One kind of thing is kept from now on, also what was kept before a reload. */
export function keeps<K extends Kind>(kind: K, keeper: Keeper<OfKind<K>>): void {
  keepers.set(kind, keeper as unknown as Keeper<Kept>);
  showKept();
  void sendKept();
}

function isForLater(error: unknown): boolean {
  return isUnreached(error) || (error instanceof ApiError && (laterStatuses.has(error.status) || error.code === 'in_progress'));
}

async function giveBack(kept: Kept, error?: unknown): Promise<void> {
  if (!getState().kept.some(({ id }) => id === kept.id)) return;
  dropKept(kept.id);
  const keeper = keepers.get(kept.kind);
  keeper?.giveBack(kept);
  if (error !== undefined) return reportFailure(error);
  const text = await keeper?.lateText?.();
  if (text) toast('warning', text, { id: `late-${kept.kind}` });
}

/** Answers whether the next one may be sent. */
async function sendOne(kept: Kept): Promise<boolean> {
  if (Date.now() - kept.at > longest) {
    await giveBack(kept);
    return true;
  }
  try {
    await keepers.get(kept.kind)?.send(kept);
    dropKept(kept.id);
    return true;
  } catch (error) {
    if (!isForLater(error)) {
      await giveBack(kept, error);
      return true;
    }
    if (error instanceof ApiError && error.status === 401) reportFailure(error);
    return false;
  }
}

/** Whether everything that waits can be sent, in its order: a kind whose feature is not loaded holds up the rest. */
const isReady = (): boolean => getState().kept.every(({ kind }) => keepers.has(kind));
const maySend = (): boolean => owner !== null && readToken() !== null && navigator.onLine !== false && isReady();

async function sendAll(): Promise<void> {
  // Another tab of the same person may have sent some of it.
  if (owner !== null && isStored) setState({ kept: readKept(owner) });
  showKept();
  for (;;) {
    const next = getState().kept[0];
    if (!next || !maySend()) return;
    if (await sendOne(next)) delay = againAfter.first;
    else return sendLater();
  }
}

function sendLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendKept(), delay);
  delay = Math.min(delay * 2, againAfter.most);
}

/** One tab at a time. Browsers give locks to safe origins only; elsewhere the keys make two comments one. */
const alone = (work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as Partial<Navigator>;
  return locks && owner !== null ? locks.request(queueKey(owner), work) : work();
};

/** Sends what is kept, in order, one at a time. */
async function sendKept(): Promise<void> {
  if (isSending || getState().kept.length === 0 || !maySend()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await alone(sendAll);
  } finally {
    isSending = false;
  }
}

onClear(() => {
  clearTimeout(timer);
  shown.clear();
  owner = null;
  setState({ kept: [] });
});
useSession.subscribe(({ user }) => {
  if ((user?.ID ?? null) !== owner) load();
});
// The session has ended: this browser keeps nothing of it, and what was typed goes back to where it was typed.
onTokenForgotten(() => {
  for (const kept of [...getState().kept].reverse()) {
    dropKept(kept.id);
    keepers.get(kept.kind)?.giveBack(kept);
  }
});
onReachable(() => void sendKept());
window.addEventListener('storage', ({ key }) => {
  if (key === null || (owner !== null && key === queueKey(owner))) load();
});
load();
