import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { meetingParams } from '#models/bus/series-records';
import type { DataOf, ParsedOf } from '#models/contract/define';
import { endFaults, startFaults } from '#models/contract/event-changes';
import type { createSeries } from '#models/contract/event-series';
import { fail } from '#models/contract/failure';
import { seriesDates } from '#models/contract/series-dates';
import { endOfMeeting, mostDates, repeatFaults } from '#models/contract/series-plan';
import { incrementCounters } from '#models/db/counters';
import { EventSeries } from '#models/db/event-series';
import { Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { newId, toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { newEvent } from './new-event.js';

type Input = ParsedOf<typeof createSeries>;

/** Dates of the meetings. Fails with validation_failed where they make no series. */
function datesOf(input: Input, zone: string): string[] {
  const dates = seriesDates(input.date, input.repeat, mostDates);
  const faults = repeatFaults(dates, input, localOf(new Date(), zone));
  return Object.keys(faults).length > 0 ? fail('validation_failed', faults) : dates;
}

/** Dates and times are those of the university's time zone; each meeting begins at the same local hour. */
export const createSeriesAction: CreatingAction<typeof createSeries, DataOf<typeof createSeries>> = {
  check(input, { settings }) {
    const now = localOf(new Date(), settings.timeZone);
    const faults = { ...endFaults(input, now), ...startFaults(input, now) };
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  },
  async prepare(input, ctx) {
    const found = (await findSociety(ctx, toId(input.society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    const { society } = found;
    return {
      async create(keep) {
        const { timeZone } = ctx.settings;
        const [series, creator, createdAt] = [newId(), ctx.me._id, new Date()];
        const meetings = datesOf(input, timeZone).map((date, seriesIndex) => ({
          ...newEvent({ ...input, date, end_date: endOfMeeting(input, date) }, society, creator, timeZone),
          series,
          seriesIndex,
        }));
        const [first = fail('internal')] = meetings;
        const made = { series_id: String(series), event_ids: meetings.map(({ _id }) => String(_id)) };
        const record = await transactionOf(ctx, async (session) => {
          await EventSeries.create([{ _id: series, society: society._id, creator, every: input.repeat.every, createdAt }], { session });
          await Events.insertMany(meetings, { session });
          await keep(session, made);
          return recordActivity(session, {
            actor: creator,
            verb: 'event.created',
            object: first._id,
            society: society._id,
            open: first.open,
            params: meetingParams(series, meetings),
          });
        });
        const counted = await incrementCounters(Societies, society._id, { inc: { events: meetings.length }, since: record.doc.at });
        if (counted) publish(record);
        return { data: made };
      },
      recall: async (made) => ({ data: made }),
    };
  },
};
