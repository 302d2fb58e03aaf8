import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { pushJobId } from '#models/bus/web-push-jobs';
import { instantOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { saveSubscription } from '#models/db/push-subscriptions';
import { type UserDoc, Users } from '#models/db/users';
import { buildMembership, buildNotification, buildSociety, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { sendUnread, sendUnreadDefaults } from '../mail/send-unread.js';

let bus: TestBus;
beforeAll(async () => {
  bus = await startTestBus();
});
beforeEach(() => bus.redis.flushdb());
afterAll(() => bus.close());

const zone = 'Asia/Amman';
const noon = instantOf('2026-11-25', '12:00', zone);
const night = instantOf('2026-11-25', '23:00', zone);
const morning = instantOf('2026-11-26', '07:00', zone);

/** A person who reads no mail, by default with a browser. */
async function reader(over: Partial<UserDoc> = {}, hasBrowser = true): Promise<UserDoc> {
  const notifications = { emailNotifications: false, pushNotifications: true, societyUpdates: true, eventReminders: true };
  const user = await buildUser({ notifications, ...over });
  const endpoint = `https://push.example/${randomBytes(8).toString('hex')}`;
  if (hasBrowser) await saveSubscription({ user: user._id, session: 's', endpoint, keys: { p256dh: '', auth: '' } });
  return user;
}
const buildPending = (user: UserDoc, at = noon, over: Partial<NotificationDoc> = {}) => buildNotification({ user, at, due: at, ...over });
const reminderOf = (time: string) =>
  ({ type: 'event_reminder', params: { startsAt: instantOf('2026-11-26', time, zone).toISOString() } }) as const;
const reachAt = (now: Date) => sendUnread(zone, { ...sendUnreadDefaults, now: () => now });
/** Outcome: whether the notification was claimed, is to be pushed, and has its job. */
async function cameOf({ _id }: NotificationDoc) {
  const { claimed, pushDue, due } = (await Notifications.findById(_id).lean())!;
  return {
    claimed,
    push: pushDue !== undefined,
    job: (await queue('push').getJob(pushJobId(_id))) !== undefined,
    waits: due !== undefined,
  };
}
const pushed = { claimed: true, push: true, job: true, waits: false };
const dropped = { claimed: false, push: false, job: false, waits: false };

describe('push of unread notifications', () => {
  it('notifications are pushed one by one, without a mail to people who want none', async () => {
    const user = await reader();
    const docs = [await buildPending(user), await buildPending(user)];
    await Promise.all([reachAt(noon), reachAt(noon)]);
    for (const doc of docs) expect(await cameOf(doc)).toEqual(pushed);
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
  });

  it('notifications are mailed and pushed to people who want both', async () => {
    const user = await reader({
      verifiedAt: new Date(),
      notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: true, eventReminders: true },
    });
    const doc = await buildPending(user);
    await reachAt(noon);
    expect([await cameOf(doc), await Mails.countDocuments({ user: user._id })]).toEqual([pushed, 1]);
  });

  const silent = { locale: null, mutedSocieties: [], offTypes: [] };
  it.each([
    ['has no browser', () => reader({}, false)],
    [
      'has pushNotifications off',
      () => reader({ notifications: { emailNotifications: false, pushNotifications: false, societyUpdates: true, eventReminders: true } }),
    ],
    ['has the type off for push', () => reader({ preferences: { ...silent, offPush: ['post_liked'] } })],
  ])('a notification is not claimed for somebody who %s', async (_name, someone) => {
    const doc = await buildPending(await someone());
    await reachAt(noon);
    expect(await cameOf(doc)).toEqual(dropped);
  });

  it('no push of seen notifications, or of a muted society', async () => {
    const society = await buildSociety();
    const user = await reader();
    await buildMembership({ society, user });
    const seen = await buildPending(user, noon, { version: 2, seenVersion: 2 });
    await Users.updateOne({ _id: user._id }, { $set: { 'preferences.mutedSocieties': [society._id] } });
    const muted = await buildPending(user, noon, { type: 'post_created', society: society._id });
    await reachAt(noon);
    expect([await cameOf(seen), await cameOf(muted)]).toEqual([dropped, dropped]);
  });

  it('pushes wait for the end of quiet hours; a reminder is dropped if its event has begun', async () => {
    const user = await reader();
    const docs = [await buildPending(user, night), await buildPending(user, night, reminderOf('09:00'))];
    const late = await buildPending(user, night, reminderOf('06:00'));
    await reachAt(night);
    for (const doc of [...docs, late]) expect(await cameOf(doc)).toEqual({ ...dropped, waits: true });
    await reachAt(morning);
    for (const doc of docs) expect(await cameOf(doc)).toEqual(pushed);
    expect(await cameOf(late)).toEqual(dropped);
  });
});
