import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import type { ParsedOf } from '#models/contract/define';
import { type createEvent, endFaults, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { incrementCounters } from '#models/db/counters';
import { eventTimes } from '#models/db/event-times';
import { Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { type Id, newId, toId } from '#models/db/model';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { storedFields } from './event-fields.js';

function newEvent(input: ParsedOf<typeof createEvent>, society: SocietyDoc, creator: Id, zone: string) {
  const fields = storedFields(input);
  const plan = { date: input.date, time: input.time, endDate: fields.endDate ?? null, endTime: fields.endTime ?? null };
  return {
    ...fields,
    ...eventTimes(plan, zone),
    _id: newId(),
    society: society._id,
    creator,
    seatsLeft: input.max_attendees,
    createdAt: new Date(),
    open: isOpenInside(society).events,
  };
}

/** Dates and times are those of the university's time zone. */
export const createEventAction: CreatingAction<typeof createEvent, string> = {
  check(input, { settings }) {
    const now = localOf(new Date(), settings.timeZone);
    const faults = { ...endFaults(input, now), ...startFaults(input, now) };
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  },
  async prepare(input, ctx) {
    const found = (await findSociety(ctx, toId(input.society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    return {
      async create(keep) {
        const event = newEvent(input, found.society, ctx.me._id, ctx.settings.timeZone);
        const { _id, society, creator, open } = event;
        const record = await transactionOf(ctx, async (session) => {
          await Events.create([event], { session });
          await keep(session, String(_id));
          return recordActivity(session, { actor: creator, verb: 'event.created', object: _id, society, open });
        });
        if (await incrementCounters(Societies, society, { inc: { events: 1 }, since: record.doc.at })) publish(record);
        return { data: String(_id) };
      },
      recall: async (id) => ({ data: id }),
    };
  },
};
