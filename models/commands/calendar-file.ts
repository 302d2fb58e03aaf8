import ical, { ICalCalendarMethod, ICalEventStatus, type ICalLuxonDateTimeStub } from 'ical-generator';
import { cleanProse, oneLine } from '#models/contract/characters';
import type { Event } from '#models/contract/events';
import { statedEnd } from '#models/db/event-times';
import type { EventDoc } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { vtimezone } from './time-zone.js';

/** Implements the part of a Luxon date that ical-generator calls, since it would print a plain Date in this process's time zone. */
const zoned = (instant: Date, zone = 'UTC'): ICalLuxonDateTimeStub => ({
  isValid: true,
  zone: { type: 'iana' },
  setZone: (other) => zoned(instant, other),
  toFormat(pattern) {
    const { date, time } = localOf(instant, zone);
    return pattern === 'HHmmss' ? `${time.replace(':', '')}00` : date.replaceAll('-', '');
  },
  toJSDate: () => instant,
  toJSON: () => instant.toISOString(),
});

export interface CalendarFile {
  name: string;
  zone: string;
  /** Base address of the app's pages. */
  publicUrl: string;
  /** Events as the reader may see them, and as stored. */
  events: readonly (readonly [Event, EventDoc])[];
}

/** Escapes the calendar's name, which ical-generator does not: a line break in it would begin lines of its own. */
const calendarName = (name: string): string => oneLine(name).replace(/[\\;,]/g, '\\$&');

/** Builds the text of an iCalendar file. Times are in the university's zone, which the file describes. */
export function calendarFile({ name, zone, publicUrl, events }: CalendarFile): string {
  const calendar = ical({ name: calendarName(name), prodId: '//Nadi//Events//EN', method: ICalCalendarMethod.PUBLISH });
  // Without a zone of its own, the calendar's own stamps stay in UTC, as the standard requires.
  calendar.timezone({ name: null, generator: vtimezone });
  calendar.x('X-WR-TIMEZONE', zone);
  for (const [event, doc] of events) {
    const end = statedEnd(doc, zone);
    const page = `${publicUrl}/events/${event.ID}`;
    calendar.createEvent({
      id: `${event.ID}@nadi`,
      timezone: zone,
      start: zoned(doc.startsAt),
      ...(end && end > doc.startsAt ? { end: zoned(end) } : {}),
      summary: oneLine(event.Title),
      description: [cleanProse(event.Description), oneLine(event.Online_Link ?? ''), page].filter(Boolean).join('\n\n'),
      location: oneLine(event.Location),
      url: page,
      status: event.Status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      sequence: event.version,
      categories: [{ name: event.Category }],
    });
  }
  return calendar.toString();
}
