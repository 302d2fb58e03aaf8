/**
 * Where in the live stream this browser is (live.md, 'Gaps'): what the answer to its last join or the last
 * `position` told it. It moves only while no join is unanswered. An id of the stream is `milliseconds-number`.
 */
let place: string | null = null;
let unanswered = 0;

/** Slack for clocks that are not quite alike. */
const SLACK = 1000;

/** The place that what is fetched from now on cannot be older than: keep it beside a list to join its rooms from there. */
export const currentPlace = (): string | null => place;

/** Before the first join the first answer's date stands in: what was fetched before the socket was there has no gap either. */
export function seenAnswer(date: string | null, duration: number): void {
  const answered = date ? Date.parse(date) : Number.NaN;
  if (place === null && !Number.isNaN(answered)) place = `${Math.max(0, answered - duration - SLACK)}-0`;
}

/** A join has gone out. */
export const joinBegan = (): void => {
  unanswered += 1;
};

/** A join was answered (without `at`: refused as a whole, or never). */
export function joinEnded(at?: string): void {
  unanswered = Math.max(0, unanswered - 1);
  if (at) seenPosition(at);
}

/** The connection is gone, and with it every answer that was awaited. */
export const joinsLost = (): void => {
  unanswered = 0;
};

export function seenPosition(at: string): void {
  if (unanswered === 0) place = at;
}

/** As if nothing had been heard yet: for tests. */
export function resetPlace(): void {
  place = null;
  unanswered = 0;
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
