import type { ParsedOf } from '#models/contract/define';
import type { createEvent } from '#models/contract/event-changes';
import { eventTimes } from '#models/db/event-times';
import { type Id, newId } from '#models/db/model';
import { isOpenInside, type SocietyDoc } from '#models/db/societies';
import { storedFields } from './event-fields.js';

/** Stored fields of a new event; dates and times are local to the zone. */
export function newEvent(input: ParsedOf<typeof createEvent>, society: SocietyDoc, creator: Id, zone: string) {
  const fields = storedFields(input, zone);
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
