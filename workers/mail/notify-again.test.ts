import { expect, it } from 'vitest';
import { type RecordDoc, recordActivity, refOf } from '#models/bus/records';
import type { Verb } from '#models/db/activities';
import { type EventDoc, Events } from '#models/db/events';
import { Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { saveSubscription } from '#models/db/push-subscriptions';
import { transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { buildAttendance, buildEvent, buildLike, buildPost, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from '../activity/dispatch.js';
import { remind } from '../events/remind.js';
import { sendUnread, sendUnreadDefaults } from './send-unread.js';

setUpTestBus();

const hourMs = 3600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * hourMs);
/** Runs some minutes after the last delivery. */
const reachSoon = () => sendUnread('Asia/Amman', { ...sendUnreadDefaults, now: () => inHours(0.2) });

/** A person without quiet hours, with a browser. */
async function reader(): Promise<UserDoc> {
  const quietHours = { start: '00:00', end: '00:00' };
  const user = await buildUser({ preferences: { locale: null, mutedSocieties: [], offTypes: [], quietHours } });
  const endpoint = `https://push.example/${user._id}`;
  await saveSubscription({ user: user._id, session: 's', endpoint, keys: { p256dh: '', auth: '' } });
  return user;
}

async function happened(verb: Verb, object: Id, { creator: actor, society, open }: EventDoc, params = {}): Promise<void> {
  const record: RecordDoc = await transaction((session) => recordActivity(session, { actor, verb, object, society, open, params }));
  await dispatch(refOf(record));
}

async function move(event: EventDoc, startsAt: Date): Promise<void> {
  await Events.updateOne({ _id: event._id }, { $set: { startsAt } });
  await happened('event.updated', event._id, event, { changed: 'time' });
}

/** Number of mails to a person, and of pushes of this type that are sent or pending. */
const sentTo = async ({ _id }: UserDoc, type: string) => ({
  mails: await Mails.countDocuments({ user: _id }),
  pushes: await Notifications.countDocuments({ user: _id, type: type as never, pushDue: { $exists: true } }),
});

async function upcoming(hours: number) {
  const [event, guest] = [await buildEvent({ startsAt: inHours(hours) }), await reader()];
  const attendance = await buildAttendance({ event, user: guest, state: 'going' });
  return { event, guest, attendance };
}

it('an event moved again after a mail is mailed and pushed again, though the first is unread', async () => {
  const { event, guest } = await upcoming(50);
  await move(event, inHours(60));
  await reachSoon();
  expect(await sentTo(guest, 'event_changed')).toEqual({ mails: 1, pushes: 1 });
  await move(event, inHours(70));
  await move(event, inHours(80));
  await reachSoon();
  await reachSoon();
  expect(await sentTo(guest, 'event_changed')).toEqual({ mails: 2, pushes: 2 });
  const notifications = await Notifications.find({ user: guest._id }).sort({ _id: 1 }).lean();
  expect(notifications.map(({ tellings, unread }) => [tellings.length, unread])).toEqual([
    [1, true],
    [2, true],
  ]);
});

it('a second seat is mailed and pushed again', async () => {
  const { event, guest, attendance } = await upcoming(50);
  for (const times of [1, 2]) {
    await happened('seat.given', attendance._id, { ...event, creator: guest._id }, { event: String(event._id) });
    await reachSoon();
    expect(await sentTo(guest, 'seat_given')).toEqual({ mails: times, pushes: times });
  }
});

it('an event moved within the day is reminded of again after its first reminder was mailed', async () => {
  const { event, guest } = await upcoming(20);
  await remind();
  await reachSoon();
  expect(await sentTo(guest, 'event_reminder')).toEqual({ mails: 1, pushes: 1 });
  await Events.updateOne({ _id: event._id }, { $set: { startsAt: inHours(22) } });
  await remind();
  await reachSoon();
  expect(await sentTo(guest, 'event_reminder')).toEqual({ mails: 2, pushes: 2 });
});

it('one more like after a mail is not mailed again', async () => {
  const author = await reader();
  const post = await buildPost({ author });
  for (let i = 0; i < 2; i++) {
    const like = await buildLike({ post });
    await dispatch({ kind: 'like', id: String(like._id), version: like.version });
    await reachSoon();
  }
  expect(await sentTo(author, 'post_liked')).toEqual({ mails: 1, pushes: 1 });
});
