import type { InputOf } from '#models/contract/define';
import { createEvent, endFaults, eventFaults, startFaults, type updateEvent } from '#models/contract/event-changes';
import type { Event, eventCategories } from '#models/contract/events';
import type { Fields } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

/** What the form holds: everything as it is typed. */
export interface EventValues {
  title: string;
  description: string;
  category: string;
  date: string;
  startTime: string;
  endTime: string;
  /** Whether `endDate` counts. */
  endsLater: boolean;
  endDate: string;
  isOnline: boolean;
  onlineLink: string;
  location: string;
  image: string;
  maxAttendees: string;
  registrationRequired: boolean;
  tags: string[];
}
export type EventFaults = FormErrors<EventValues>;
export type EventForm = Fields<EventValues>;

export const blank: EventValues = {
  title: '',
  description: '',
  category: '',
  date: '',
  startTime: '',
  endTime: '',
  endsLater: false,
  endDate: '',
  isOnline: false,
  onlineLink: '',
  location: '',
  image: '',
  maxAttendees: '',
  registrationRequired: false,
  tags: [],
};

/** The form of an event as it stands. */
export const valuesOf = (event: Omit<Event, 'Standing'>): EventValues => ({
  title: event.Title,
  description: event.Description,
  category: event.Category,
  date: event.Date,
  startTime: event.Time,
  endTime: event.End_Time ?? '',
  endsLater: event.End_Date !== null && event.End_Date !== event.Date,
  endDate: event.End_Date ?? '',
  isOnline: event.Is_Online,
  onlineLink: event.Online_Link ?? '',
  location: event.Location,
  image: event.Image,
  maxAttendees: event.Max_Attendees === null ? '' : String(event.Max_Attendees),
  registrationRequired: event.Registration_Required,
  tags: event.Tags,
});

type Told = Required<Omit<InputOf<typeof updateEvent>, 'event_id'>>;

const arabicDigit = /[٠-٩]/g;
/** Also of Arabic digits; what is no number stays none, and is judged as that. */
const numberOf = (text: string): number => Number(text.replace(arabicDigit, (digit) => String(digit.charCodeAt(0) - 0x660)));

/** What is sent of it. */
export const inputOf = (values: EventValues): Told => ({
  title: values.title.trim(),
  description: values.description.trim(),
  category: values.category as (typeof eventCategories)[number],
  date: values.date,
  time: values.startTime,
  end_date: values.endsLater ? values.endDate || null : null,
  end_time: values.endTime || null,
  location: values.location.trim(),
  is_online: values.isOnline,
  online_link: values.onlineLink.trim(),
  image: values.image.trim(),
  max_attendees: values.maxAttendees.trim() ? numberOf(values.maxAttendees.trim()) : null,
  registration_required: values.registrationRequired,
  tags: values.tags,
});

const fieldOf: Record<keyof Told, keyof EventValues> = {
  title: 'title',
  description: 'description',
  category: 'category',
  date: 'date',
  time: 'startTime',
  end_date: 'endDate',
  end_time: 'endTime',
  location: 'location',
  is_online: 'isOnline',
  online_link: 'onlineLink',
  image: 'image',
  max_attendees: 'maxAttendees',
  registration_required: 'registrationRequired',
  tags: 'tags',
};

/** Errors by the contract's fields, under the fields of this form; what is none of them is left out. */
export const faultsFrom = (fields: Readonly<Record<string, string>>): EventFaults =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (name in fieldOf ? [[fieldOf[name as keyof Told], text]] : [])));

/** Day and time at the university. */
export interface Clock {
  date: string;
  time: string;
}

const anySociety = '0'.repeat(24);

/** What is wrong with each field by itself: the first that the contract says. */
function shapeFaults(told: Told): Record<string, string> {
  const { error } = createEvent.input.safeParse({ ...told, society_id: anySociety });
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

/**
 * What is wrong with a form, by the contract's own rules, so that form and server never differ. `before`: of an event that is
 * changed, whose day is judged only where it is another one, so that the text of one that is over can be mended.
 */
export function faultsOf(values: EventValues, now: Clock, before?: EventValues): EventFaults {
  const told = inputOf(values);
  const hasMoved = !before || before.date !== values.date || before.startTime !== values.startTime;
  const plan = { ...told, end_date: told.end_date ?? null, end_time: told.end_time ?? null };
  return faultsFrom({
    ...(hasMoved ? { ...endFaults(plan, now), ...startFaults(plan, now) } : {}),
    ...eventFaults(plan),
    ...shapeFaults(told),
  });
}

/** The fields of each step of the wizard. */
export const fieldsByStep: readonly (readonly (keyof EventValues)[])[] = [
  ['title', 'description', 'category'],
  ['date', 'startTime', 'endTime', 'endDate', 'isOnline', 'onlineLink', 'location'],
  ['image', 'maxAttendees', 'registrationRequired', 'tags'],
];

/** Those faults that are on one step. */
export const faultsOn = (step: number, faults: EventFaults): EventFaults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => fieldsByStep[step]?.includes(name as keyof EventValues)));

/** What differs, as it is sent; nothing where nothing does. */
export function changesOf(before: EventValues, after: EventValues): Partial<Told> {
  const was = inputOf(before);
  return Object.fromEntries(
    Object.entries(inputOf(after)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof Told])),
  );
}
