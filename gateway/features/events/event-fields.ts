import type { ParsedOf } from '#models/contract/define';
import type { EventPlan, updateEvent } from '#models/contract/event-changes';
import type { EventDoc } from '#models/db/events';
import { fold } from '#models/db/text';

type EventInput = Omit<ParsedOf<typeof updateEvent>, 'event_id'>;

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined;

/** Maps input to stored fields, without those that were not given. `zone`: the university's, whose nights delay offers of seats. */
export function storedFields(input: EventInput, zone: string): Partial<EventDoc> {
  const { title, description, category, date, time, location, image, tags } = input;
  const fields = {
    title,
    titleFolded: title === undefined ? undefined : fold(title),
    description,
    category,
    date,
    time,
    endDate: input.end_date === '' ? null : input.end_date,
    endTime: input.end_time === '' ? null : input.end_time,
    location,
    isOnline: input.is_online,
    onlineLink: input.online_link,
    image,
    seats: input.max_attendees,
    registrationRequired: input.registration_required,
    offerZone: input.offer_seats === undefined ? undefined : input.offer_seats ? zone : null,
    tags,
  };
  return Object.fromEntries(Object.entries(fields).filter(isGiven)) as Partial<EventDoc>;
}

/** Fields of an event that must be consistent, with the changes applied. */
export function planOf(event: EventDoc, change: Partial<EventDoc>): EventPlan {
  const { date, time, endDate, endTime, location, isOnline, onlineLink } = { ...event, ...change };
  return { date, time, end_date: endDate, end_time: endTime, location, is_online: isOnline, online_link: onlineLink };
}
