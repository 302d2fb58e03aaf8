import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import { audienceFrom, type NotificationSpec, type Retraction } from './verb.js';

const hourMs = 3600_000;

/** The two reminders of an event: told while its start is further away than `fromMs` and no further than `toMs`. */
export const reminders = [
  { name: '1h', mark: 'remindedFor1', fromMs: 0, toMs: hourMs },
  { name: '24h', mark: 'remindedFor24', fromMs: hourMs, toMs: 24 * hourMs },
] as const;
export type Reminder = (typeof reminders)[number];

/** What a person's notifications hold as told: an event that was moved is another matter. */
export const reminderId = (event: Id, startsAt: Date, { name }: Reminder): string => `remind-${event}-${startsAt.getTime()}-${name}`;

/** Who goes to an event or bookmarked it; somebody may be in it twice, and is told once. */
async function* reminderAudience(event: Id): AsyncIterable<Id[]> {
  yield* audienceFrom(Attendances.find({ event, state: 'going' }, { user: 1 }).lean());
  yield* audienceFrom(Bookmarks.find({ event, on: true }, { user: 1 }).lean());
}

/** What a reminder says; with `startsAt`, so that it is not sent when that is past. Each of the two, and each of a moved event, is a notification of its own: the later one is mailed though the earlier one is still unread. */
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

/** The reminders that were told and no longer hold: all of an event that will not take place, those of its old start where it was moved. */
export const reminderRetractions = (event: EventDoc): Retraction[] =>
  reminders.flatMap((reminder) => {
    const remindedFor = event[reminder.mark];
    const isCurrent = !event.cancelledAt && !event.removedAt && remindedFor?.getTime() === event.startsAt.getTime();
    if (!remindedFor || isCurrent) return [];
    return [{ record: { _id: reminderId(event._id, remindedFor, reminder), actor: null }, audience: () => reminderAudience(event._id) }];
  });
