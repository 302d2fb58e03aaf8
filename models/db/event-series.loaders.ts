import { comparePositions, decodePosition, positionOf, type SortOrder } from './cursor.js';
import { EventSeries } from './event-series.js';
import { type EventDoc, Events } from './events.js';
import { SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { cutPage } from './paginate.js';
import type { DbSession } from './transaction.js';

/** All meetings of a series that are not removed, in the order of their start; at most 52. */
export const loadMeetings = (series: Id, session: DbSession | null = null): Promise<EventDoc[]> =>
  Events.find({ series, removedAt: null }).sort({ startsAt: 1, _id: 1 }).session(session).lean().exec();

const seriesLoader = new SharedLoader(async (id) => {
  const [series, meetings] = await Promise.all([EventSeries.findById(id).lean(), loadMeetings(toId(id))]);
  return { series, meetings };
}, 'events');

/** A series with its meetings, shared by its readers. */
export const cachedSeries = (series: Id) => seriesLoader.cached(String(series));

const order = [['startsAt', 1, 'date']] as const satisfies SortOrder;

/** One page of the meetings of a series. */
export function cutMeetings(meetings: readonly EventDoc[], cursor: string | undefined, limit: number) {
  const after = decodePosition(cursor, order)?.position;
  const rest = after ? meetings.filter((meeting) => comparePositions(after, positionOf(meeting, order), order) < 0) : meetings;
  return cutPage(rest, limit, order);
}
