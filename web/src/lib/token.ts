import type { User } from '#models/contract/users';
import { viewChanged } from './view-cookie';

const KEY = 'token';
/** Storage key of the user whom the server last named for the token; used without a network. */
const OWNER = 'nadi-owner';
const listeners = new Set<() => void>();

function storeOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The token: from localStorage, else from this tab's sessionStorage. */
export const readToken = (): string | null => storeOf('localStorage')?.getItem(KEY) || storeOf('sessionStorage')?.getItem(KEY) || null;

/** Stores a token: in localStorage if the user wants to be remembered, else for this tab. */
export function saveToken(token: string, remember: boolean): void {
  dropToken();
  storeOf(remember ? 'localStorage' : 'sessionStorage')?.setItem(KEY, token);
  viewChanged();
}

/** Removes the token and its owner from both stores. */
export function dropToken(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    storeOf(name)?.removeItem(KEY);
    storeOf(name)?.removeItem(OWNER);
  }
  viewChanged();
}

/** Whether the session outlives the tab. */
export const isTokenPersistent = (): boolean => Boolean(storeOf('localStorage')?.getItem(KEY));

interface Owner {
  token: string;
  user: User;
}

const storeOfToken = (): Storage | null => storeOf(storeOf('localStorage')?.getItem(KEY) ? 'localStorage' : 'sessionStorage');

/** Stores the user whom the server has just named for this token, unless another tab has changed the token. */
export function saveOwner(token: string, user: User): void {
  if (token !== readToken()) return;
  try {
    storeOfToken()?.setItem(OWNER, JSON.stringify({ token, user } satisfies Owner));
  } catch {
    // The store is full: the next visit cannot start offline.
  }
}

/** Removes the stored owner of the token. */
export const dropOwner = (): void => storeOfToken()?.removeItem(OWNER);

/** The user whom the server last named for the current token; null without one. */
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

/** Drops a token that the server no longer accepts, and notifies listeners. */
export function expireToken(): void {
  if (!readToken()) return;
  dropToken();
  for (const listener of listeners) listener();
}

/** Called when the token has expired. */
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
