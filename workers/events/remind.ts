import { type Reminder, reminderId, reminderNotification, reminders } from '#models/bus/reminders';
import { type EventDoc, Events } from '#models/db/events';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

type UpcomingEvent = Pick<EventDoc, '_id' | 'society' | 'title' | 'date' | 'time' | 'startsAt' | 'remindedFor24' | 'remindedFor1'>;
const fields = { society: 1, title: 1, date: 1, time: 1, startsAt: 1, remindedFor24: 1, remindedFor1: 1 };

const takesPlace = { cancelledAt: null, removedAt: null } as const;

/**
 * Delivers the reminders of events that begin within a day or an hour of `now`. Found by a query, so that a lost job loses
 * nothing; delivered once for each person, start and reminder, however often and on however many workers it runs. Continues
 * after a failing event, and throws the last error at the end.
 */
export async function remind(now: number = Date.now(), options: DispatchOptions = dispatchDefaults): Promise<void> {
  await oneByOne(reminders, async (reminder) =>
    oneByOne(await findDueEvents(reminder, now), (event) => remindOf(event, reminder, options)),
  );
}

async function findDueEvents({ mark, fromMs, toMs }: Reminder, now: number): Promise<UpcomingEvent[]> {
  const startsAt = { $gt: new Date(now + fromMs), $lte: new Date(now + toMs) };
  const coming = await Events.find({ open: { $in: [true, false] }, startsAt, ...takesPlace }, fields).lean<UpcomingEvent[]>();
  return coming.filter((event) => event[mark]?.getTime() !== event.startsAt.getTime());
}

/** Marks the event after the last delivery. Retracts the reminder if the event was moved or cancelled meanwhile. */
async function remindOf(event: UpcomingEvent, reminder: Reminder, options: DispatchOptions): Promise<void> {
  const { _id, startsAt } = event;
  const [id, spec] = [reminderId(_id, startsAt, reminder), reminderNotification(event, reminder)];
  await notifyAudience({ id, actor: null, at: new Date(), spec }, options);
  const { matchedCount } = await Events.updateOne({ _id, startsAt, ...takesPlace }, { $set: { [reminder.mark]: startsAt } });
  if (matchedCount === 0) await retractFrom(spec.audience, id, null, options);
}
