import { type Reminder, reminderId, reminderNotification, reminders } from '#models/bus/reminders';
import { type EventDoc, Events } from '#models/db/events';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

type UpcomingEvent = Pick<EventDoc, '_id' | 'society' | 'title' | 'date' | 'time' | 'startsAt' | 'remindedFor24' | 'remindedFor1'>;
const fields = { society: 1, title: 1, date: 1, time: 1, startsAt: 1, remindedFor24: 1, remindedFor1: 1 };

const takesPlace = { cancelledAt: null, removedAt: null } as const;

/**
 * Reminds of every event that begins within a day or an hour of `now` and was not told of yet. Found by a scan, so that a lost
 * job loses nothing; told once a person, start and reminder, however often and from how many workers it runs. An event that
 * fails does not keep the others, and the last fault is thrown in the end.
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

/** Marked after the last one was told. Where it was moved or called off meanwhile, that is taken back. */
async function remindOf(event: UpcomingEvent, reminder: Reminder, options: DispatchOptions): Promise<void> {
  const { _id, startsAt } = event;
  const [id, spec] = [reminderId(_id, startsAt, reminder), reminderNotification(event, reminder)];
  await notifyAudience({ id, actor: null, at: new Date(), spec }, options);
  const { matchedCount } = await Events.updateOne({ _id, startsAt, ...takesPlace }, { $set: { [reminder.mark]: startsAt } });
  if (matchedCount === 0) await retractFrom(spec.audience, id, null, options);
}
