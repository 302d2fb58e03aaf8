import type { Attendance } from '#models/contract/attendance';

interface KeptThing {
  /** Also the `Idempotency-Key` of a call that creates: sent twice it is one thing. */
  id: string;
  /** When it was done (milliseconds). */
  at: number;
}
/** What was done offline, until the server has it. */
export interface KeptLike extends KeptThing {
  kind: 'like';
  post: string;
  on: boolean;
}
export interface KeptComment extends KeptThing {
  kind: 'comment';
  post: string;
  content: string;
}
export interface KeptPost extends KeptThing {
  kind: 'post';
  society: string;
  content: string;
  image: string;
}
export interface KeptAttendance extends KeptThing {
  kind: 'attendance';
  event: string;
  want: Attendance;
}
export interface KeptBookmark extends KeptThing {
  kind: 'bookmark';
  event: string;
  on: boolean;
}
export type Kept = KeptLike | KeptComment | KeptPost | KeptAttendance | KeptBookmark;

const prefix = 'nadi-outbox-';

/** Everybody has their own: two tabs of one browser may be two people. */
export const queueKey = (user: string): string => prefix + user;

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
export const readKept = (user: string): Kept[] => read(queueKey(user));

/** Keeps it beyond a reload; answers false where the browser does not let us, and it is kept as long as the page lives. */
export function writeKept(user: string, kept: readonly Kept[]): boolean {
  if (kept.length === 0) forgetKept(user);
  try {
    if (kept.length > 0) localStorage.setItem(queueKey(user), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export const forgetKept = (user: string): void => forget(queueKey(user));

/** What others left here before this time (milliseconds), and did not come back for, is forgotten. */
export function forgetOthers(user: string, before: number): void {
  for (const key of keys()) if (key !== queueKey(user) && read(key).every(({ at }) => at < before)) forget(key);
}
