/**
 * Where in the live stream this browser is (live.md, 'Gaps'): what the answer to its last join or the last
 * `position` told it. It moves only while no join is unanswered. An id of the stream is `milliseconds-number`.
 */
let streamId: string | null = null;
let pendingJoins = 0;

/** Slack for clocks that are not quite alike. */
const SLACK = 1000;

/** The place that what is fetched from now on cannot be older than: keep it beside a list to join its rooms from there. */
export const currentStreamId = (): string | null => streamId;

/** Before the first join the first answer's date stands in: what was fetched before the socket was there has no gap either. */
export function initStreamIdFromDate(date: string | null, duration: number): void {
  const answered = date ? Date.parse(date) : Number.NaN;
  if (streamId === null && !Number.isNaN(answered)) streamId = `${Math.max(0, answered - duration - SLACK)}-0`;
}

/** A join has gone out. */
export const joinStarted = (): void => {
  pendingJoins += 1;
};

/** A join was answered (without `at`: refused as a whole, or never). */
export function joinEnded(at?: string): void {
  pendingJoins = Math.max(0, pendingJoins - 1);
  if (at) noteStreamId(at);
}

/** The connection is gone, and with it every answer that was awaited. */
export const joinsAborted = (): void => {
  pendingJoins = 0;
};

export function noteStreamId(at: string): void {
  if (pendingJoins === 0) streamId = at;
}

/** As if nothing had been heard yet: for tests. */
export function resetStreamId(): void {
  streamId = null;
  pendingJoins = 0;
}

const partsOf = (at: string): [number, number] => {
  const [ms = '0', number = '0'] = at.split('-');
  return [Number(ms), Number(number)];
};

/** Whether `a` comes before `b`; a missing place says nothing. */
export function isEarlier(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  const [aMs, aNumber] = partsOf(a);
  const [bMs, bNumber] = partsOf(b);
  return aMs < bMs || (aMs === bMs && aNumber < bNumber);
}

/** The earlier of two places; a missing one says nothing. */
export const earlier = (a: string | null, b: string | null): string | null => (isEarlier(b, a) ? b : (a ?? b));
