import type { Attendance } from '#models/contract/attendance';
import type { InputOf } from '#models/contract/define';
import type { createPost } from '#models/contract/posts';
import { readJson, storedKeys, writeText } from '@/lib/local-storage';

/** Parts of a new post beside text and picture. */
export type PostExtras = Pick<InputOf<typeof createPost>, 'kind' | 'poll'>;

/** Contents of the actions by kind. `meetings`: those shown as attended; `code`: of the ticket; `undoOf`: id of the attendee whose check-in is undone, if any; `code` of 'here': of the door screen. */
interface Contents {
  like: { post: string; on: boolean };
  comment: { post: string; content: string };
  post: { society: string; content: string; image: string; extras?: PostExtras };
  attendance: { event: string; want: Attendance };
  'series-attendance': { series: string; event: string; meetings: string[]; status: 'attending' | 'not_attending' };
  bookmark: { event: string; on: boolean };
  'check-in': { event: string; code: string; undoOf: string | null };
  here: { event: string; code: string };
}
interface Queued<K> {
  kind: K;
  /** Also the `Idempotency-Key` of a creating call, so sending it twice creates one thing. */
  id: string;
  /** Time of the action (milliseconds). */
  at: number;
}
/** An action done offline, stored until the server has it. */
export type QueuedAction = { [K in keyof Contents]: Queued<K> & Contents[K] }[keyof Contents];
export type QueueKind = QueuedAction['kind'];
export type OfKind<K extends QueueKind> = Extract<QueuedAction, { kind: K }>;

/** Lifetime of an `Idempotency-Key`: later the server could create the same thing again. */
const maxAge = 24 * 60 * 60_000;
/** Kinds that wait until the server has them. A repeated check-in changes nothing, and somebody was let in because of it. */
const lastingKinds: ReadonlySet<QueueKind> = new Set(['check-in']);

/** Whether an action outlives the session, and never expires. */
export const isLasting = ({ kind }: QueuedAction): boolean => lastingKinds.has(kind);

/** Whether an action is too old to be sent. */
export const isExpired = (action: QueuedAction): boolean => !isLasting(action) && Date.now() - action.at > maxAge;

const prefix = 'nadi-outbox-';

/** One queue per user: two tabs of a browser may have different users. */
export const queueKey = (user: string): string => prefix + user;

function read(key: string): QueuedAction[] {
  const queue = readJson(key);
  return Array.isArray(queue) ? queue : [];
}

/** Whether any user has queued actions in this browser. */
export const hasQueue = (): boolean => storedKeys(prefix).length > 0;

/** A user's queued actions. */
export const readQueue = (user: string): QueuedAction[] => read(queueKey(user));

/** Stores the queue beyond a reload; returns false if the browser refuses and the queue lasts as long as the page. */
export const writeQueue = (user: string, queue: readonly QueuedAction[]): boolean =>
  writeText(queueKey(user), queue.length > 0 ? JSON.stringify(queue) : null);

/** Removes a user's queue at sign-out, except for actions that outlive the session. */
export const removeQueue = (user: string): void => void writeQueue(user, readQueue(user).filter(isLasting));

/** Removes other users' queues that hold nothing to be sent. */
export function removeExpiredQueues(user: string): void {
  for (const key of storedKeys(prefix)) if (key !== queueKey(user) && read(key).every(isExpired)) writeText(key, null);
}
