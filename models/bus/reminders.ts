import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import { audienceFrom, type NotificationSpec, type Retraction } from './verb.js';

const hourMs = 3600_000;

/** Reminders of an event: sent while its start is more than `fromMs` and at most `toMs` away. */
export const reminders = [
  { name: '1h', mark: 'remindedFor1', fromMs: 0, toMs: hourMs },
  { name: '24h', mark: 'remindedFor24', fromMs: hourMs, toMs: 24 * hourMs },
] as const;
export type Reminder = (typeof reminders)[number];

/** Delivery id of a reminder; a moved event has new ids. */
export const reminderId = (event: Id, startsAt: Date, { name }: Reminder): string => `remind-${event}-${startsAt.getTime()}-${name}`;

/** Attendees and people who bookmarked the event. May yield a person twice; delivery deduplicates. */
async function* reminderAudience(event: Id): AsyncIterable<Id[]> {
  yield* audienceFrom(Attendances.find({ event, state: 'going' }, { user: 1 }).lean());
  yield* audienceFrom(Bookmarks.find({ event, on: true }, { user: 1 }).lean());
}

/**
 * Notification of a reminder, with `startsAt` so that it is not sent after the start. Each reminder, and each start of a moved
 * event, is a notification of its own: a later one is mailed although an earlier one is unread.
 */
export const reminderNotification = (
  { _id, society, title, date, time, startsAt }: Pick<EventDoc, '_id' | 'society' | 'title' | 'date' | 'time' | 'startsAt'>,
  { name }: Reminder,
): NotificationSpec => ({
  key: `event_reminder:${_id}:${startsAt.getTime()}:${name}`,
  type: 'event_reminder',
  params: { title, date, time, startsAt: startsAt.toISOString() },
  link: `/events/${_id}`,
  why: 'attending',
  audience: () => reminderAudience(_id),
  society,
});

/** Retractions of reminders that no longer apply: all for an event that will not take place, those of the old start for a moved one. */
export const reminderRetractions = (event: EventDoc): Retraction[] =>
  reminders.flatMap((reminder) => {
    const remindedFor = event[reminder.mark];
    const isCurrent = !event.cancelledAt && !event.removedAt && remindedFor?.getTime() === event.startsAt.getTime();
    if (!remindedFor || isCurrent) return [];
    return [{ record: { _id: reminderId(event._id, remindedFor, reminder), actor: null }, audience: () => reminderAudience(event._id) }];
  });
