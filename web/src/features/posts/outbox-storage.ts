/** What was done offline, until the server has it. */
export interface KeptLike {
  kind: 'like';
  id: string;
  post: string;
  on: boolean;
  at: number;
}
export interface KeptComment {
  kind: 'comment';
  /** Also its `Idempotency-Key`: sent twice it is one comment. */
  id: string;
  post: string;
  content: string;
  at: number;
}
export type Kept = KeptLike | KeptComment;

const prefix = 'nadi-outbox-';

/** Everybody has their own: two tabs of one browser may be two people. */
export const outboxKey = (user: string): string => prefix + user;

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function read(key: string): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was written either.
  }
}

/** Whether anybody left something here. */
export const hasKept = (): boolean => keys().length > 0;

/** What this person left here. */
export const readKept = (user: string): Kept[] => read(outboxKey(user));

/** Keeps it beyond a reload; answers false where the browser does not let us, and it is kept as long as the page lives. */
export function writeKept(user: string, kept: readonly Kept[]): boolean {
  if (kept.length === 0) forgetKept(user);
  try {
    if (kept.length > 0) localStorage.setItem(outboxKey(user), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export const forgetKept = (user: string): void => forget(outboxKey(user));

/** What others left here before this time (milliseconds), and did not come back for, is forgotten. */
export function forgetOthers(user: string, before: number): void {
  for (const key of keys()) if (key !== outboxKey(user) && read(key).every(({ at }) => at < before)) forget(key);
}
