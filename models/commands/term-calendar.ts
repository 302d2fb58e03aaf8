import ICAL from 'ical.js';
import { oneLine } from '#models/contract/characters';
import { fieldTexts } from '#models/contract/errors';
import { Failure, fail } from '#models/contract/failure';
import { lengths } from '#models/contract/limits';
import { mostTermDates } from '#models/contract/term-dates';
import { localOf } from '#models/db/local-time';
import type { TermDateDoc } from '#models/db/term-dates';

export type NewTermDate = Omit<TermDateDoc, '_id'>;

/** Longest event. ical.js counts its end month by month. */
const longestSeconds = 10 * 366 * 86_400;
/** Longest time for one file: a few yearly rules without any occurrence take ical.js seconds each. */
const longestReadingMs = 2000;

const wrong = (text: string): never => fail('validation_failed', { calendar: text });

/** Reads the dates of an iCalendar file. Those at a time of day become the local days that they touch. */
export function readTermCalendar(bytes: Uint8Array, timeZone: string): NewTermDate[] {
  try {
    return datesIn(parse(bytes), timeZone);
  } catch (error) {
    if (error instanceof Failure) throw error;
    return wrong(fieldTexts.calendar_needed);
  }
}

function parse(bytes: Uint8Array): ICAL.Component[] {
  const parsed = ICAL.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed).map((each: unknown[]) => new ICAL.Component(each as never));
  return calendars.every(isReadable) ? calendars : wrong(fieldTexts.calendar_needed);
}

const rulesOf = (component: ICAL.Component): ICAL.Recur[] => [
  ...component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as unknown as ICAL.Recur),
  ...component.getAllSubcomponents().flatMap(rulesOf),
];

/** An event may have several rules by the standard, but should not. */
function isReadableEvent(component: ICAL.Component): boolean {
  const event = new ICAL.Event(component, { exceptions: [] });
  const isShort = !event.startDate || event.duration.toSeconds() <= longestSeconds;
  return isShort && component.getAllProperties('rrule').length <= 1;
}

/** Whether reading the dates comes to an end. Time zones repeat by the year. */
const isReadable = (calendar: ICAL.Component): boolean =>
  calendar.name === 'vcalendar' &&
  rulesOf(calendar).every(canFollow) &&
  calendar.getAllSubcomponents('vevent').every(isReadableEvent) &&
  calendar.getAllSubcomponents('vtimezone').every((zone) => rulesOf(zone).every(({ freq }) => freq === 'YEARLY'));

/** Whether ical.js finds the next occurrence of a rule. Of one that leaves out days it may search for ever. */
function canFollow({ freq, interval, parts }: ICAL.Recur): boolean {
  if (freq === 'YEARLY') return true;
  const names = Object.keys(parts);
  if (freq === 'MONTHLY') return interval <= 12 && !names.includes('BYMONTH');
  if (freq !== 'WEEKLY' && freq !== 'DAILY') return false;
  const leavesOut = freq === 'DAILY' ? names.length > 0 : names.includes('BYMONTH');
  if (leavesOut && interval > 1) return false;
  const days = (parts.BYDAY ?? []) as string[];
  return names.every((name) => name === 'BYDAY' || name === 'BYMONTH') && days.every((day) => /^[A-Z]{2}$/.test(day));
}

const isCancelled = (component: ICAL.Component): boolean => component.getFirstPropertyValue('status') === 'CANCELLED';
const uidOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue('uid') ?? '');
const isRecurring = (component: ICAL.Component): boolean => component.hasProperty('rrule') || component.hasProperty('rdate');
const isException = (component: ICAL.Component): boolean => component.hasProperty('recurrence-id');

/** The dates of all events. An exception of a series in the file replaces its occurrence; another one is an event by itself. */
function datesIn(calendars: readonly ICAL.Component[], timeZone: string): NewTermDate[] {
  const components = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const series = new Set(components.filter((each) => isRecurring(each) && !isException(each)).map(uidOf));
  const ofSeries = (each: ICAL.Component): boolean => isException(each) && uidOf(each) !== '' && series.has(uidOf(each));
  const exceptions = new Map([...series].map((uid): [string, ICAL.Component[]] => [uid, []]));
  for (const each of components.filter(ofSeries)) exceptions.get(uidOf(each))?.push(each);
  const found: NewTermDate[] = [];
  const giveUpAt = performance.now() + longestReadingMs;
  let steps = 0;
  for (const component of components.filter((each) => !ofSeries(each) && !isCancelled(each))) {
    if (performance.now() > giveUpAt) return wrong(fieldTexts.calendar_needed);
    const event = new ICAL.Event(component, { exceptions: isException(component) ? [] : (exceptions.get(uidOf(component)) ?? []) });
    for (const date of datesOf(event, timeZone)) {
      if (++steps > mostTermDates || performance.now() > giveUpAt) return wrong(fieldTexts.calendar_long);
      if (date) found.push(date);
    }
  }
  return found;
}

const nameOf = ({ summary }: ICAL.Event): string => oneLine(summary ?? '').slice(0, lengths.title);

/** Local days of one event; of a recurring one those of each occurrence, null for a cancelled one. */
function* datesOf(event: ICAL.Event, timeZone: string): Generator<NewTermDate | null> {
  if (!event.startDate) return;
  if (!event.isRecurring()) {
    const name = nameOf(event);
    if (name) yield { name, ...daysOf(event.startDate, event.endDate, timeZone) };
    return;
  }
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next; next = occurrences.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    const name = nameOf(item) || nameOf(event);
    yield name && !isCancelled(item.component) ? { name, ...daysOf(startDate, endDate, timeZone) } : null;
  }
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
