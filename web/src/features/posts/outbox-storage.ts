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

export const outboxKey = 'nadi-outbox';

interface Stored {
  user: string;
  kept: Kept[];
}

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(outboxKey) ?? 'null');
  } catch {
    return null;
  }
}

export const hasKept = (): boolean => read() !== null;

/** What this person left here; what somebody else left is forgotten, so that nobody sends it in their name. */
export function readKept(user: string): Kept[] {
  const stored = read();
  if (stored?.user === user && Array.isArray(stored.kept)) return stored.kept;
  forgetKept();
  return [];
}

/** Keeps it beyond a reload; answers false where the browser does not let us, and it is kept as long as the page lives. */
export function writeKept(user: string, kept: readonly Kept[]): boolean {
  if (kept.length === 0) forgetKept();
  try {
    if (kept.length > 0) localStorage.setItem(outboxKey, JSON.stringify({ user, kept }));
    return true;
  } catch {
    return false;
  }
}

export function forgetKept(): void {
  try {
    localStorage.removeItem(outboxKey);
  } catch {
    // Forbidden: then nothing was written either.
  }
}
