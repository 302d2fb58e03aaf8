const KEY = 'token';
/** Whose the token is, as far as it was ever known: without a network nobody else can say it. */
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
export function keepToken(token: string, remember: boolean): void {
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
export const isTokenLasting = (): boolean => Boolean(storeOf('localStorage')?.getItem(KEY));

const storeOfToken = (): Storage | null => storeOf(storeOf('localStorage')?.getItem(KEY) ? 'localStorage' : 'sessionStorage');

/** Keeps beside the token whose it is. */
export const keepOwner = (user: string): void => storeOfToken()?.setItem(OWNER, user);

/** Whose the token was when that was last known; null without a token, or where it never was. */
export const readOwner = (): string | null => (readToken() ? (storeOfToken()?.getItem(OWNER) ?? null) : null);

/** Drops a token that the server no longer knows, and tells the session. */
export function forgetToken(): void {
  if (!readToken()) return;
  dropToken();
  for (const listener of listeners) listener();
}

/** Called when a token turned out to be dead. */
export function onTokenForgotten(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when another tab signed in or out. */
export function onTokenElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
