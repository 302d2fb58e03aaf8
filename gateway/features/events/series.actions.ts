import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { cancelMeetings } from '#models/commands/end-event';
import { isAttendable } from '#models/commands/seats';
import type { cancelSeries, getSeries } from '#models/contract/event-series';
import { fail } from '#models/contract/failure';
import { cachedSeries, cutMeetings, loadMeetings } from '#models/db/event-series.loaders';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { transactionOfSeries } from './series-meetings.js';

/** Cancels meetings of a series. A repeat gets the same answer, with the first reason. */
export const cancelSeriesAction: Action<typeof cancelSeries> = async ({ event_id, scope, reason }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  const { series, meetings, left, record } = await transactionOfSeries(ctx, found.event, scope, async (session, reached) => ({
    ...reached,
    record: await cancelMeetings(session, reached.series, reached.meetings, { by: ctx.me._id, reason }),
  }));
  if (record) publish(record);
  const ids = new Set(meetings.map(({ _id }) => String(_id)));
  const cancelled = (await loadMeetings(series)).filter(({ _id }) => ids.has(String(_id)));
  return { data: { meetings: await eventsForViewer(ctx, cancelled), left: left.map(({ _id }) => String(_id)) } };
};

export const getSeriesAction: Action<typeof getSeries> = async ({ event_id, cursor, limit }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  if (!event.series) return { data: [], next: null, counts: { meetings: 0, remaining: 0 } };
  const { series, meetings } = await cachedSeries(event.series);
  const { _id, every } = series ?? fail('not_found');
  const page = cutMeetings(meetings, cursor, limit);
  const places = new Map(page.items.map((each) => [String(each._id), each]));
  const data = (await eventsForViewer(ctx, page.items)).map((each) => {
    const { seriesIndex = 0, changedAlone = false } = places.get(each.ID) ?? {};
    return { ...each, Series: { ID: String(_id), Every: every, Number: seriesIndex + 1, Changed: changedAlone } };
  });
  return { data, next: page.next, counts: { meetings: meetings.length, remaining: meetings.filter(isAttendable).length } };
};
