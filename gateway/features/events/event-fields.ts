import type { ParsedOf } from '#models/contract/define';
import type { EventPlan, updateEvent } from '#models/contract/event-changes';
import type { EventDoc } from '#models/db/events';
import { fold } from '#models/db/text';

type Told = Omit<ParsedOf<typeof updateEvent>, 'event_id'>;

const isTold = ([, value]: [string, unknown]): boolean => value !== undefined;

/** What a person told of an event, as it is stored; what was left out is left out. */
export function storedFields(told: Told): Partial<EventDoc> {
  const { title, description, category, date, time, location, image, tags } = told;
  const fields = {
    title,
    titleFolded: title === undefined ? undefined : fold(title),
    description,
    category,
    date,
    time,
    endDate: told.end_date === '' ? null : told.end_date,
    endTime: told.end_time === '' ? null : told.end_time,
    location,
    isOnline: told.is_online,
    onlineLink: told.online_link,
    image,
    seats: told.max_attendees,
    registrationRequired: told.registration_required,
    tags,
  };
  return Object.fromEntries(Object.entries(fields).filter(isTold)) as Partial<EventDoc>;
}

/** What of an event must fit together, with what is about to change. */
export function planOf(event: EventDoc, change: Partial<EventDoc>): EventPlan {
  const { date, time, endDate, endTime, location, isOnline, onlineLink } = { ...event, ...change };
  return { date, time, end_date: endDate, end_time: endTime, location, is_online: isOnline, online_link: onlineLink };
}
