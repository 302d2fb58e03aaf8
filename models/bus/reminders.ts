import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import { foundBy, type TakenBack, type Telling } from './verb.js';

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
async function* remindedOf(event: Id): AsyncIterable<Id[]> {
  yield* foundBy(Attendances.find({ event, state: 'going' }, { user: 1 }).lean());
  yield* foundBy(Bookmarks.find({ event, on: true }, { user: 1 }).lean());
}

/** What a reminder says; with `startsAt`, so that it is not sent when that is past. Each of the two, and each of a moved event, is a notification of its own: the later one is mailed though the earlier one is still unread. */
export const reminderOf = (
  { _id, society, title, date, time, startsAt }: Pick<EventDoc, '_id' | 'society' | 'title' | 'date' | 'time' | 'startsAt'>,
  { name }: Reminder,
): Telling => ({
  key: `event_reminder:${_id}:${startsAt.getTime()}:${name}`,
  type: 'event_reminder',
  params: { title, date, time, startsAt: startsAt.toISOString() },
  link: `/events/${_id}`,
  why: 'attending',
  audience: () => remindedOf(_id),
  society,
});

/** The reminders that were told and no longer hold: all of an event that will not take place, those of its old start where it was moved. */
export const outdatedReminders = (event: EventDoc): TakenBack[] =>
  reminders.flatMap((reminder) => {
    const told = event[reminder.mark];
    const holds = !event.cancelledAt && !event.removedAt && told?.getTime() === event.startsAt.getTime();
    if (!told || holds) return [];
    return [{ record: { _id: reminderId(event._id, told, reminder), actor: null }, audience: () => remindedOf(event._id) }];
  });
