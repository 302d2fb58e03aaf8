import type { SeriesInterval } from '#models/contract/event-series';
import { describeCollection, noPersonData } from './collections.js';
import { date, defineModel, type Id, needed, ref } from './model.js';

/** A series of events. Its meetings are events of their own, with `series` and `seriesIndex`. */
export interface EventSeriesDoc {
  _id: Id;
  society: Id;
  creator: Id;
  every: SeriesInterval;
  createdAt: Date;
}

export const EventSeries = defineModel<EventSeriesDoc>('eventSeries', { society: ref, creator: ref, every: needed, createdAt: date }, [
  [{ society: 1 }],
  [{ creator: 1 }],
]);

describeCollection(EventSeries, {
  ...noPersonData('A series is its society’s and stays, like its events; its creator is an id.'),
  isInternal: true,
  exportFilter: (user) => ({ creator: user }),
});
