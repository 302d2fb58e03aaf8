import { useSession } from '@/lib/session';

/** What this browser keeps of a person for when there is no network: their tickets, and the doors they stand at. */
type What = 'tickets' | 'doors';

const keyOf = (what: What, user: string): string => `nadi-${what}-${user}`;

function allKeys(what: What): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyOf(what, '')));
  } catch {
    return [];
  }
}

/** What is kept of this person, by event; nothing where the browser keeps nothing for us. */
export function readKept<T>(what: What, user: string): Record<string, T> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(what, user)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, T>) : {};
  } catch {
    return {};
  }
}

/** Keeps it beyond a reload; answers false where the browser does not let us. */
export function writeKept<T>(what: What, user: string, kept: Record<string, T>): boolean {
  try {
    if (Object.keys(kept).length === 0) localStorage.removeItem(keyOf(what, user));
    else localStorage.setItem(keyOf(what, user), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Whether a key of the browser's store is that of what is kept of this person. */
export const isKeyOf = (what: What, user: string, key: string | null): boolean => key === null || key === keyOf(what, user);

/** Whether anybody left something of it here. */
export const hasKept = (what: What): boolean => allKeys(what).length > 0;

/** What is kept is forgotten: of one person, or of everybody but one. */
export function forgetKept(what: What, { of, but }: { of?: string; but?: string }): void {
  for (const key of allKeys(what)) {
    const isMeant = of === undefined ? but === undefined || key !== keyOf(what, but) : key === keyOf(what, of);
    if (isMeant) localStorage.removeItem(key);
  }
}

/** Whose things are kept: of nobody while no one is signed in. */
export const currentOwner = (): string | null => useSession.getState().user?.ID ?? null;

/** The same, for components. */
export const useOwner = (): string | null => useSession(({ user }) => user?.ID ?? null);
