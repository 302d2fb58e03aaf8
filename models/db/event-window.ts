import { longestMs, shortMs } from './event-times.js';

/** A window of time that selects events. */
export interface EventWindow {
  /** They end after this moment. */
  after?: Date;
  /** They begin before this moment. */
  before?: Date;
  /** They have ended by this moment. */
  endedBy?: Date;
}

type Bounds = Record<string, unknown>;

const minus = (time: Date, ms: number): Date => new Date(time.getTime() - ms);

const earliest = (times: (Date | undefined)[]): Date | undefined =>
  times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];
const latest = (times: (Date | undefined)[]): Date | undefined =>
  times.filter((time) => time !== undefined).sort((a, b) => b.getTime() - a.getTime())[0];

/**
 * Ranges of `startsAt`: an event that ends after a moment started at most a day before it, except the few long events, which have
 * their own index.
 */
function startsOf({ after, before, endedBy }: EventWindow): Bounds[] {
  const upTo = earliest([before, endedBy]);
  const $lt = upTo ? { $lt: upTo } : {};
  if (!after) return upTo ? [{ startsAt: $lt }] : [{}];
  const dayBefore = minus(after, shortMs);
  const long = { long: true, open: { $in: [true, false] }, startsAt: { $gte: minus(after, longestMs), $lt: dayBefore } };
  return [{ startsAt: { $gte: dayBefore, ...$lt } }, long];
}

function endOf({ after, endedBy }: EventWindow): Bounds {
  const endsAt = { ...(after ? { $gt: after } : {}), ...(endedBy ? { $lte: endedBy } : {}) };
  return Object.keys(endsAt).length > 0 ? { endsAt } : {};
}

/**
 * Filters for the events of a window. Each is a range of an index that ends in `startsAt`, no event matches two of them, and a read
 * examines at most one extra day. Spread them before further conditions: the index of long events needs `open`, and a narrower
 * `open` overrides it.
 */
export const readsOfWindow = (window: EventWindow): Bounds[] => startsOf(window).map((starts) => ({ ...starts, ...endOf(window) }));

/** The window as a single filter, for an index in another order. */
export const filterOfWindow = (window: EventWindow): Bounds => ({
  ...endOf(window),
  ...(window.before ? { startsAt: { $lt: window.before } } : {}),
});

/** Intersection of two windows. */
export function intersectWindows(a: EventWindow, b: EventWindow): EventWindow {
  const [after, before, endedBy] = [latest([a.after, b.after]), earliest([a.before, b.before]), earliest([a.endedBy, b.endedBy])];
  return { ...(after ? { after } : {}), ...(before ? { before } : {}), ...(endedBy ? { endedBy } : {}) };
}

/** Whether an event of a list is still in a window that has moved with the clock. */
export const endsIn =
  ({ after, endedBy }: EventWindow) =>
  ({ endsAt }: { endsAt: Date }): boolean =>
    (!after || endsAt > after) && (!endedBy || endsAt <= endedBy);

/** Window of events that have not ended by `now`. */
export const comingAt = (now: Date): EventWindow => ({ after: now });
/** Window of events that have ended by `now`. */
export const endedAt = (now: Date): EventWindow => ({ endedBy: now });
