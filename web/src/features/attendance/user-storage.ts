import { readJson, storedKeys, writeText } from '@/lib/local-storage';
import { useSession } from '@/lib/session';

/** Kinds of per-user data stored for offline use: tickets, and doors where the user checks people in. */
type StoredKind = 'tickets' | 'doors';

const keyOf = (kind: StoredKind, user: string): string => `nadi-${kind}-${user}`;

/** Reads a user's stored values by event id; empty if the browser forbids storage. */
export function readStored<T>(kind: StoredKind, user: string): Record<string, T> {
  const stored = readJson(keyOf(kind, user));
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, T>) : {};
}

/** Stores a user's values by event id; returns false if the browser forbids it. */
export const writeStored = <T>(kind: StoredKind, user: string, stored: Record<string, T>): boolean =>
  writeText(keyOf(kind, user), Object.keys(stored).length > 0 ? JSON.stringify(stored) : null);

/** Whether a `storage` event's key concerns this user's values; null means that everything was cleared. */
export const isStorageKeyOf = (kind: StoredKind, user: string, key: string | null): boolean => key === null || key === keyOf(kind, user);

/** Whether any user has stored values of this kind. */
export const hasStored = (kind: StoredKind): boolean => storedKeys(keyOf(kind, '')).length > 0;

/** Changes the values of every user, or of every user except one; a value changed to null is removed. */
export function changeStoredOfOthers<T>(kind: StoredKind, except: string | undefined, change: (value: T) => T | null): void {
  const users = storedKeys(keyOf(kind, '')).map((key) => key.slice(keyOf(kind, '').length));
  for (const user of users.filter((each) => each !== except)) {
    const values = Object.entries(readStored<T>(kind, user)).map(([id, value]) => [id, change(value)] as const);
    writeStored(kind, user, Object.fromEntries(values.filter(([, value]) => value !== null)));
  }
}

/** Erases a user's stored values. */
export const eraseStored = (kind: StoredKind, user: string): void => void writeStored(kind, user, {});

/** Owner of newly stored values: the signed-in user's id, or null. */
export const currentOwner = (): string | null => useSession.getState().user?.ID ?? null;

/** `currentOwner` as a hook. */
export const useOwner = (): string | null => useSession(({ user }) => user?.ID ?? null);
