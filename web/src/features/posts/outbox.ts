import { create } from 'zustand';
import { ApiError } from '@/lib/api-error';
import { useConnection } from '@/lib/connection';
import { onClear } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { isUnreached } from '@/lib/reach';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { onTokenForgotten, readToken } from '@/lib/token';
import { forgetOthers, type Kept, type KeptLike, outboxKey, readKept, writeKept } from './outbox-storage';

/** How one kind of thing is shown while it waits, and told to the server. */
interface Keeper<K extends Kept> {
  /** Shows it as if it were done; answers how to end that. */
  show(kept: K): () => void;
  /** Tells the server, and settles what it answers; throws what the call throws. */
  send(kept: K): Promise<void>;
  /** It will not be sent: what was typed goes back to where it was typed. */
  giveBack(kept: K): void;
}

/** The life of an `Idempotency-Key`: later the server could take what it has already for something new. */
const longest = 24 * 60 * 60_000;
const againAfter = { first: 5000, most: 60_000 };
/** Besides the server being away: answers that say nothing of the thing itself. */
const laterStatuses = new Set([401, 408, 429]);

const useOutbox = create<{ kept: readonly Kept[] }>(() => ({ kept: [] }));
const keepers = new Map<Kept['kind'], Keeper<Kept>>();
const shown = new Map<string, () => void>();
/** Whose things are in memory. */
let owner: string | null = null;
/** Whether the browser keeps it too, and not only this page. */
let isStored = true;
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let delay = againAfter.first;

const { getState, setState } = useOutbox;

export const keptLike = (post: string): KeptLike | undefined =>
  getState().kept.find((kept) => kept.kind === 'like' && kept.post === post) as KeptLike | undefined;
export const hasKeptComment = (post: string): boolean => getState().kept.some((kept) => kept.kind === 'comment' && kept.post === post);
export const useIsLikeWaiting = (post: string): boolean =>
  useOutbox(({ kept }) => kept.some((one) => one.kind === 'like' && one.post === post));

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
export function keeps<K extends Kept['kind']>(kind: K, keeper: Keeper<Extract<Kept, { kind: K }>>): void {
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
  keepers.get(kept.kind)?.giveBack(kept);
  if (error !== undefined) return reportFailure(error);
  if (kept.kind !== 'comment') return;
  await i18n.loadNamespaces('posts');
  toast('warning', i18n.t('comment.tooLate', { ns: 'posts' }), { id: 'outbox-late' });
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

const maySend = (): boolean => owner !== null && readToken() !== null && navigator.onLine !== false && keepers.size === kinds.length;
const kinds: readonly Kept['kind'][] = ['like', 'comment'];

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
  return locks && owner !== null ? locks.request(outboxKey(owner), work) : work();
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
useConnection.subscribe(({ state }) => {
  if (state === 'online') void sendKept();
});
window.addEventListener('online', () => void sendKept());
window.addEventListener('storage', ({ key }) => {
  if (key === null || (owner !== null && key === outboxKey(owner))) load();
});
load();
