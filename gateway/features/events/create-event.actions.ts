import { transactionOf } from '#gateway/plugins/caller';
import type { Creating } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import type { ParsedOf } from '#models/contract/define';
import { type createEvent, endFaults, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { bump } from '#models/db/counters';
import { eventTimes } from '#models/db/event-times';
import { Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { type Id, newId, toId } from '#models/db/model';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { storedFields } from './event-fields.js';

function newEvent(told: ParsedOf<typeof createEvent>, society: SocietyDoc, creator: Id, zone: string) {
  const fields = storedFields(told);
  const plan = { date: told.date, time: told.time, endDate: fields.endDate ?? null, endTime: fields.endTime ?? null };
  return {
    ...fields,
    ...eventTimes(plan, zone),
    _id: newId(),
    society: society._id,
    creator,
    seatsLeft: told.max_attendees,
    createdAt: new Date(),
    open: isOpenInside(society).events,
  };
}

/** Dates and times are those of the university's time zone. */
export const createEventIn = (zone: string): Creating<typeof createEvent, string> => ({
  check(told) {
    const now = localOf(new Date(), zone);
    const faults = { ...endFaults(told, now), ...startFaults(told, now) };
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  },
  async prepare(told, ctx) {
    const found = (await findSociety(ctx, toId(told.society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    return {
      async create(keep) {
        const event = newEvent(told, found.society, ctx.me._id, zone);
        const { _id, society, creator, open } = event;
        const record = await transactionOf(ctx, async (session) => {
          await Events.create([event], { session });
          await keep(session, String(_id));
          return recordActivity(session, { actor: creator, verb: 'event.created', object: _id, society, open });
        });
        if (await bump(Societies, society, { inc: { events: 1 }, since: record.doc.at })) tell(record);
        return { data: String(_id) };
      },
      recall: async (id) => ({ data: id }),
    };
  },
});
