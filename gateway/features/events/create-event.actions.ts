import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import type { ParsedOf } from '#models/contract/define';
import { type createEvent, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { bump } from '#models/db/counters';
import { type EventDoc, Events } from '#models/db/events';
import { instantOf, localOf } from '#models/db/local-time';
import { type Id, newId, toId } from '#models/db/model';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { fold } from '#models/db/text';
import { transaction } from '#models/db/transaction';

type Told = ParsedOf<typeof createEvent>;

function newEvent(told: Told, society: SocietyDoc, creator: Id, zone: string): Partial<EventDoc> & { _id: Id; open: boolean } {
  const { title, description, category, date, time, location, image, tags } = told;
  return {
    _id: newId(),
    society: society._id,
    creator,
    title,
    titleFolded: fold(title),
    description,
    category,
    date,
    time,
    startsAt: instantOf(date, time, zone),
    endDate: told.end_date || null,
    endTime: told.end_time || null,
    location,
    isOnline: told.is_online,
    onlineLink: told.online_link,
    image,
    seats: told.max_attendees,
    seatsLeft: told.max_attendees,
    registrationRequired: told.registration_required,
    tags,
    createdAt: new Date(),
    open: isOpenInside(society).events,
  };
}

/** Dates and times are those of the university's time zone. */
export const createEventIn =
  (zone: string): Action<typeof createEvent> =>
  async (input, ctx) => {
    const faults = startFaults(input, localOf(new Date(), zone));
    if (Object.keys(faults).length > 0) fail('validation_failed', faults);
    const found = (await findSociety(ctx, toId(input.society_id))) ?? fail('not_found');
    ctx.require('society.createEvents', found.facts);
    const society = found.society._id;
    const event = newEvent(input, found.society, ctx.me._id, zone);
    const record = await transaction(async (session) => {
      await Events.create([event], { session });
      return recordActivity(session, { actor: ctx.me._id, verb: 'event.created', object: event._id, society, open: event.open });
    });
    if (await bump(Societies, society, { inc: { events: 1 }, since: record.doc.at })) tell(record);
    return { data: String(event._id) };
  };
