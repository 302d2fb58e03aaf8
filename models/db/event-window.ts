import { longestMs, shortMs } from './event-times.js';

/** A stretch of time, and which events belong to it. */
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

/** What ends after a moment has begun a day before it or later, but for the long ones, of which there are few and which an index of their own finds. */
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
 * The events of a window as reads of which each is a range of an index that ends in `startsAt`; no event is in two of them, and
 * a read looks at no more than a day of what does not belong. Spread them before what else is asked: the index of the long
 * ones needs `open`, and takes the narrower one.
 */
export const readsOfWindow = (window: EventWindow): Bounds[] => startsOf(window).map((starts) => ({ ...starts, ...endOf(window) }));

/** The same in one read, for an index that is in another order. */
export const filterOfWindow = (window: EventWindow): Bounds => ({
  ...endOf(window),
  ...(window.before ? { startsAt: { $lt: window.before } } : {}),
});

/** What belongs to both. */
export function intersectWindows(a: EventWindow, b: EventWindow): EventWindow {
  const [after, before, endedBy] = [latest([a.after, b.after]), earliest([a.before, b.before]), earliest([a.endedBy, b.endedBy])];
  return { ...(after ? { after } : {}), ...(before ? { before } : {}), ...(endedBy ? { endedBy } : {}) };
}

/** What has not ended by `now`. */
export const comingAt = (now: Date): EventWindow => ({ after: now });
/** What has. */
export const endedAt = (now: Date): EventWindow => ({ endedBy: now });
