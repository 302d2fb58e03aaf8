/**
 * Stream id that this browser has reached (live.md, 'Gaps'): from the last answer to a join or the last `position`. Moves only
 * while no join is pending. The format is `milliseconds-number`.
 */
let streamId: string | null = null;
let pendingJoins = 0;

/** Milliseconds of slack for differing clocks. */
const SLACK = 1000;

/** The current stream id: data fetched from now on is not older. Store it next to a list to join its rooms from there. */
export const currentStreamId = (): string | null => streamId;

/** Starts with the date of the first answer, so data fetched before the first join has no gap either. */
export function initStreamIdFromDate(date: string | null, duration: number): void {
  const answered = date ? Date.parse(date) : Number.NaN;
  if (streamId === null && !Number.isNaN(answered)) streamId = `${Math.max(0, answered - duration - SLACK)}-0`;
}

/** Counts a join that was sent. */
export const joinStarted = (): void => {
  pendingJoins += 1;
};

/** Ends a pending join; `at` is missing if it was refused as a whole or not answered. */
export function joinEnded(at?: string): void {
  pendingJoins = Math.max(0, pendingJoins - 1);
  if (at) noteStreamId(at);
}

/** Drops all pending joins when the connection is lost. */
export const joinsAborted = (): void => {
  pendingJoins = 0;
};

export function noteStreamId(at: string): void {
  if (pendingJoins === 0) streamId = at;
}

/** Stream id of the newest message received, or of the end of a gap without a replay; null before the first. */
let received: string | null = null;

/** Stream id of the newest message received: an answer from now on must not be older than it. */
export const lastReceivedId = (): string | null => received;

/** Notes a received message, or the end of a gap; a replay may bring older ones. */
export function noteReceived(id: string): void {
  if (!isEarlier(id, received)) received = id;
}

/** Resets to the state before the first answer, for tests. */
export function resetStreamId(): void {
  streamId = null;
  received = null;
  pendingJoins = 0;
}

const partsOf = (at: string): [number, number] => {
  const [ms = '0', number = '0'] = at.split('-');
  return [Number(ms), Number(number)];
};

/** Whether `a` comes before `b`; false if either is missing. */
export function isEarlier(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  const [aMs, aNumber] = partsOf(a);
  const [bMs, bNumber] = partsOf(b);
  return aMs < bMs || (aMs === bMs && aNumber < bNumber);
}

/** The earlier of two stream ids; ignores a missing one. */
export const earlier = (a: string | null, b: string | null): string | null => (isEarlier(b, a) ? b : (a ?? b));
