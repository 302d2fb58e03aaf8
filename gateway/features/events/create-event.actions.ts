import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import { type createEvent, endFaults, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { bump } from '#models/db/counters';
import { Events } from '#models/db/events';
import { instantOf, localOf } from '#models/db/local-time';
import { newId, toId } from '#models/db/model';
import { isOpenInside, Societies } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { transaction } from '#models/db/transaction';
import { storedFields } from './event-fields.js';

/** Dates and times are those of the university's time zone. */
export const createEventIn =
  (zone: string): Action<typeof createEvent> =>
  async ({ society_id, ...told }, ctx) => {
    const now = localOf(new Date(), zone);
    const faults = { ...endFaults(told, now), ...startFaults(told, now) };
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
    const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    const society = found.society._id;
    const event = {
      ...storedFields(told),
      _id: newId(),
      society,
      creator: ctx.me._id,
      startsAt: instantOf(told.date, told.time, zone),
      seatsLeft: told.max_attendees,
      createdAt: new Date(),
      open: isOpenInside(found.society).events,
    };
    const record = await transaction(async (session) => {
      await Events.create([event], { session });
      return recordActivity(session, { actor: ctx.me._id, verb: 'event.created', object: event._id, society, open: event.open });
    });
    if (await bump(Societies, society, { inc: { events: 1 }, since: record.doc.at })) tell(record);
    return { data: String(event._id) };
  };
