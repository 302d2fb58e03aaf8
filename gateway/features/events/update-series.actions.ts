import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { meetingParams } from '#models/bus/series-records';
import type { updateSeries } from '#models/contract/event-series';
import { fail } from '#models/contract/failure';
import type { EventDoc } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { addDays, daysBetween } from '#models/db/local-time';
import { type Id, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { type ChangedEvent, changeEvent } from './change-event.js';
import { storedFields } from './event-fields.js';
import { type ReachedMeetings, transactionOfSeries } from './series-meetings.js';

/** Fields of one meeting: dates are those of the named meeting, moved by the days between the two. */
function fieldsOf(meeting: EventDoc, named: EventDoc, fields: Partial<EventDoc>): Partial<EventDoc> {
  const { date, endDate, ...same } = fields;
  const moved = (to: string): string => addDays(meeting.date, daysBetween(named.date, to));
  const byDays = date === undefined ? 0 : daysBetween(named.date, date);
  const end = endDate ? moved(endDate) : endDate;
  return {
    ...same,
    ...(date === undefined ? {} : { date: moved(date) }),
    ...(end === undefined ? {} : { endDate: end }),
    ...(end === undefined && byDays !== 0 && meeting.endDate ? { endDate: addDays(meeting.endDate, byDays) } : {}),
  };
}

interface SeriesChange {
  by: Id;
  fields: Partial<EventDoc>;
  zone: string;
}

/** Changes each meeting and writes one record for all, if any differs. */
async function changeMeetings(session: DbSession, { series, named, meetings, left }: ReachedMeetings, { by, fields, zone }: SeriesChange) {
  const coming = meetings.filter(({ cancelledAt }) => !cancelledAt);
  if (coming.length === 0) return fail('event_cancelled');
  const events: EventDoc[] = [];
  const changes: ChangedEvent[] = [];
  for (const meeting of coming) {
    const change = await changeEvent(session, meeting, { fields: fieldsOf(meeting, named, fields), zone });
    if (change) changes.push(change);
    events.push(change?.event ?? meeting);
  }
  const changed = changes.map(({ event }) => event);
  const [first] = changed;
  const records: RecordDoc[] = changes.flatMap((change) => change.records);
  const what = [...new Set(changes.flatMap((change) => change.what))].join(' ');
  if (first) {
    const { _id: object, society, open } = first;
    const params = { ...meetingParams(series, changed), ...(what ? { changed: what } : {}) };
    records.unshift(await recordActivity(session, { actor: by, verb: 'event.updated', object, society, open, params }));
  }
  return { events, left, records };
}

/** Dates and times are those of the university's time zone. */
export const updateSeriesAction: Action<typeof updateSeries> = async ({ event_id, scope, ...input }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  const change = { by: ctx.me._id, fields: storedFields(input, ctx.settings.timeZone), zone: ctx.settings.timeZone };
  const { events, left, records } = await transactionOfSeries(ctx, found.event, scope, (session, reached) =>
    changeMeetings(session, reached, change),
  );
  for (const record of records) publish(record);
  return { data: { meetings: await eventsForViewer(ctx, events), left: left.map(({ _id }) => String(_id)) } };
};
