import ICAL from 'ical.js';
import { oneLine } from '#models/contract/characters';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { lengths } from '#models/contract/limits';
import { mostTermDates } from '#models/contract/term-dates';
import { localOf } from '#models/db/local-time';
import type { TermDateDoc } from '#models/db/term-dates';

export type NewTermDate = Omit<TermDateDoc, '_id'>;

const wrong = (text: string): never => fail('validation_failed', { calendar: text });

/** Reads the dates of an iCalendar file. Those at a time of day become the local days that they touch. */
export function readTermCalendar(bytes: Uint8Array, timeZone: string): NewTermDate[] {
  const components = parse(bytes).flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const found = components
    .filter((event) => event.getFirstPropertyValue('status') !== 'CANCELLED')
    .flatMap((event) => datesOf(new ICAL.Event(event), timeZone));
  if (found.length > mostTermDates) return wrong(fieldTexts.calendar_long);
  return found;
}

function parse(bytes: Uint8Array): ICAL.Component[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const parsed = ICAL.parse(text);
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed).map((each: unknown[]) => new ICAL.Component(each as never));
    return calendars.every(({ name }: ICAL.Component) => name === 'vcalendar') ? calendars : wrong(fieldTexts.calendar_needed);
  } catch {
    return wrong(fieldTexts.calendar_needed);
  }
}

/** Local days of one event; of a recurring one those of each occurrence. */
function datesOf(event: ICAL.Event, timeZone: string): NewTermDate[] {
  const name = oneLine(event.summary ?? '').slice(0, lengths.title);
  if (!name || !event.startDate) return [];
  if (!event.isRecurring()) return [{ name, ...daysOf(event.startDate, event.endDate, timeZone) }];
  const occurrences = event.iterator();
  const found: NewTermDate[] = [];
  for (let next = occurrences.next(); next && found.length <= mostTermDates; next = occurrences.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    found.push({ name, ...daysOf(startDate, endDate, timeZone) });
  }
  return found;
}

/** Local day of a time: as written, but of one in UTC the day here. */
const dayOf = (time: ICAL.Time, timeZone: string): string =>
  !time.isDate && time.zone === ICAL.Timezone.utcTimezone ? localOf(time.toJSDate(), timeZone).date : time.toString().slice(0, 10);

/** First and last day. An end is exclusive: the day after, or midnight, is not meant. */
function daysOf(start: ICAL.Time, end: ICAL.Time | null, timeZone: string): { from: string; to: string } {
  const from = dayOf(start, timeZone);
  const last = (end ?? start).clone();
  if (end) last.adjust(end.isDate ? -1 : 0, 0, 0, end.isDate ? 0 : -1);
  const to = dayOf(last, timeZone);
  return { from, to: to < from ? from : to };
}
