import type { Attendance } from '#models/contract/attendance';

interface QueuedBase {
  /** Also the `Idempotency-Key` of a call that creates: sent twice it is one thing. */
  id: string;
  /** When it was done (milliseconds). */
  at: number;
}
/** What was done offline, until the server has it. */
export interface QueuedLike extends QueuedBase {
  kind: 'like';
  post: string;
  on: boolean;
}
export interface QueuedComment extends QueuedBase {
  kind: 'comment';
  post: string;
  content: string;
}
export interface QueuedPost extends QueuedBase {
  kind: 'post';
  society: string;
  content: string;
  image: string;
}
export interface QueuedAttendance extends QueuedBase {
  kind: 'attendance';
  event: string;
  want: Attendance;
}
export interface QueuedBookmark extends QueuedBase {
  kind: 'bookmark';
  event: string;
  on: boolean;
}
export type QueuedAction = QueuedLike | QueuedComment | QueuedPost | QueuedAttendance | QueuedBookmark;

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

function read(key: string): QueuedAction[] {
  try {
    const queue: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(queue) ? queue : [];
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was written either.
  }
}

/** Whether anybody left something here. */
export const hasQueue = (): boolean => keys().length > 0;

/** What this person left here. */
export const readQueue = (user: string): QueuedAction[] => read(queueKey(user));

/** Keeps it beyond a reload; answers false where the browser does not let us, and it is kept as long as the page lives. */
export function writeQueue(user: string, queue: readonly QueuedAction[]): boolean {
  if (queue.length === 0) removeQueue(user);
  try {
    if (queue.length > 0) localStorage.setItem(queueKey(user), JSON.stringify(queue));
    return true;
  } catch {
    return false;
  }
}

export const removeQueue = (user: string): void => remove(queueKey(user));

/** What others left here before this time (milliseconds), and did not come back for, is forgotten. */
export function removeExpiredQueues(user: string, before: number): void {
  for (const key of keys()) if (key !== queueKey(user) && read(key).every(({ at }) => at < before)) remove(key);
}
