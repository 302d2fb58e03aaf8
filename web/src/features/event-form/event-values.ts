import type { InputOf } from '#models/contract/define';
import { createEvent, endFaults, eventFaults, startFaults, type updateEvent } from '#models/contract/event-changes';
import type { eventCategories } from '#models/contract/event-choices';
import type { Event } from '#models/contract/events';
import type { Fields } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';
import { faultsOfRepeat, noRepeat, numberOf } from './repeat-values';

/** Values of an empty form. */
export const blank = {
  title: '',
  description: '',
  category: '',
  date: '',
  startTime: '',
  endTime: '',
  /** Whether `endDate` is used. */
  endsLater: false,
  endDate: '',
  ...noRepeat,
  isOnline: false,
  onlineLink: '',
  location: '',
  image: '',
  maxAttendees: '',
  registrationRequired: false,
  offerSeats: false,
  tags: [] as string[],
};
/** Form values, as typed. */
export type EventValues = typeof blank;
export type EventFaults = FormErrors<EventValues>;
export type EventForm = Fields<EventValues>;

/** Form values of an existing event. */
export const valuesOf = (event: Omit<Event, 'Standing'>): EventValues => ({
  title: event.Title,
  description: event.Description,
  category: event.Category,
  date: event.Date,
  startTime: event.Time,
  endTime: event.End_Time ?? '',
  endsLater: event.End_Date !== null && event.End_Date !== event.Date,
  endDate: event.End_Date ?? '',
  ...noRepeat,
  isOnline: event.Is_Online,
  onlineLink: event.Online_Link ?? '',
  location: event.Location,
  image: event.Image,
  maxAttendees: event.Max_Attendees === null ? '' : String(event.Max_Attendees),
  registrationRequired: event.Registration_Required,
  offerSeats: event.Offer_Seats ?? false,
  tags: event.Tags,
});

type EventInput = Required<Omit<InputOf<typeof updateEvent>, 'event_id'>>;

/** Call input of form values: trimmed, null for empty fields. */
export const inputOf = (values: EventValues): EventInput => ({
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
  offer_seats: values.offerSeats,
  tags: values.tags,
});

/** Values of a new event with the fields of another, but without its day. */
export const copyOf = (event: Omit<Event, 'Standing'>): EventValues => ({ ...valuesOf(event), date: '', endsLater: false, endDate: '' });

/** The form's name of a contract field: in camel case, and the start by its whole name. */
const formName = (field: string): string =>
  field === 'time' ? 'startTime' : field.replace(/[_.](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Maps errors of contract fields to form fields; drops unmapped ones. */
export const faultsFrom = (fields: Readonly<Record<string, string>>): EventFaults =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([field, text]) => [formName(field), text] as const)
      .filter(([name]) => name in blank),
  );

/** Date and time at the university. */
export interface Clock {
  date: string;
  time: string;
}

const anySociety = '0'.repeat(24);

/** First error of each field by the contract's schema. */
function shapeFaults(input: EventInput): Record<string, string> {
  const { error } = createEvent.input.safeParse({ ...input, society_id: anySociety });
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) faults[String(path[0])] ??= message;
  return faults;
}

/**
 * Validates a form with the contract's own rules, so form and server never differ. For an existing event, pass its values as
 * `before`: its date is validated only if changed, so the text of a past event can be edited.
 */
export function faultsOf(values: EventValues, now: Clock, before?: EventValues): EventFaults {
  const input = inputOf(values);
  const hasMoved = !before || before.date !== values.date || before.startTime !== values.startTime;
  const plan = { ...input, end_date: input.end_date ?? null, end_time: input.end_time ?? null };
  return faultsFrom({
    ...(hasMoved ? { ...endFaults(plan, now), ...startFaults(plan, now) } : {}),
    ...eventFaults(plan),
    ...shapeFaults(input),
  });
}

/** `faultsOf` a new event or series. `dates`: those of the series, if they are made by now. */
export const faultsOfNew = (values: EventValues, now: Clock, dates: readonly string[] | null): EventFaults => ({
  ...faultsOfRepeat(values, dates, now),
  ...faultsOf(values, now),
});

/** Fields of each step of the wizard. */
export const fieldsByStep: readonly (readonly (keyof EventValues)[])[] = [
  ['title', 'description', 'category'],
  ['date', 'startTime', 'endTime', 'endDate', 'repeatCount', 'repeatUntil', 'isOnline', 'onlineLink', 'location'],
  ['image', 'maxAttendees', 'registrationRequired', 'offerSeats', 'tags'],
];

/** Faults of the fields on one step. */
export const faultsOn = (step: number, faults: EventFaults): EventFaults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => fieldsByStep[step]?.includes(name as keyof EventValues)));

/** Changed fields as call input; empty if nothing changed. */
export function changesOf(before: EventValues, after: EventValues): Partial<EventInput> {
  const previous = inputOf(before);
  return Object.fromEntries(
    Object.entries(inputOf(after)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(previous[name as keyof EventInput])),
  );
}
