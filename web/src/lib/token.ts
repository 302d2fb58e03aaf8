import type { User } from '#models/contract/users';

const KEY = 'token';
/** Whom the server last said the token belongs to: without a network nobody else can say it. */
const OWNER = 'nadi-owner';
const listeners = new Set<() => void>();

function storeOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The token of this browser (kept) or of this tab (not kept); the kept one is asked first. */
export const readToken = (): string | null => storeOf('localStorage')?.getItem(KEY) || storeOf('sessionStorage')?.getItem(KEY) || null;

/** Keeps a token: beyond the tab's life when the person asked to be remembered. */
export function saveToken(token: string, remember: boolean): void {
  dropToken();
  storeOf(remember ? 'localStorage' : 'sessionStorage')?.setItem(KEY, token);
}

/** Takes the token out of both stores, and whose it was. */
export function dropToken(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    storeOf(name)?.removeItem(KEY);
    storeOf(name)?.removeItem(OWNER);
  }
}

/** Whether the session outlives the tab. */
export const isTokenPersistent = (): boolean => Boolean(storeOf('localStorage')?.getItem(KEY));

interface Owner {
  token: string;
  user: User;
}

const storeOfToken = (): Storage | null => storeOf(storeOf('localStorage')?.getItem(KEY) ? 'localStorage' : 'sessionStorage');

/** Keeps beside the token whose it is, as the server has just said; another tab may have another token by now. */
export function saveOwner(token: string, user: User): void {
  if (token !== readToken()) return;
  try {
    storeOfToken()?.setItem(OWNER, JSON.stringify({ token, user } satisfies Owner));
  } catch {
    // The store is full: then nobody is known without a network.
  }
}

/** The server says no more whose the token is. */
export const dropOwner = (): void => storeOfToken()?.removeItem(OWNER);

/** Whose the token was when the server last said it; null without a token, or where it never did. */
export function readOwner(): User | null {
  const token = readToken();
  if (!token) return null;
  try {
    const owner = JSON.parse(storeOfToken()?.getItem(OWNER) ?? 'null') as Partial<Owner> | null;
    return owner?.token === token ? (owner.user ?? null) : null;
  } catch {
    return null;
  }
}

/** Drops a token that the server no longer knows, and tells the session. */
export function expireToken(): void {
  if (!readToken()) return;
  dropToken();
  for (const listener of listeners) listener();
}

/** Called when a token turned out to be dead. */
export function onTokenExpired(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when another tab signed in or out. */
export function onTokenElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
