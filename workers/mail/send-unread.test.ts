import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { mailJobId } from '#models/bus/mails';
import type { NotificationType } from '#models/contract/notifications';
import type { EventDoc } from '#models/db/events';
import { Likes } from '#models/db/likes';
import { instantOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { markNotificationRead, markNotificationsRead } from '#models/db/notifications.loaders';
import type { PostDoc } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBlock,
  buildBookmark,
  buildEvent,
  buildLike,
  buildMember,
  buildMembership,
  buildNotification,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { testSettings } from '#models/testing/settings';
import { dispatch } from '../activity/dispatch.js';
import { retractBlocked } from '../activity/retract.js';
import { silent } from '../log.js';
import { startWorkers } from '../start.js';
import { sweep, sweepDefaults } from '../sweeper/sweeper.js';
import { type MailBox, openMailBox } from './mailbox-for-tests.js';
import { sendUnread, sendUnreadDefaults } from './send-unread.js';

const zone = 'Asia/Amman';
const minute = 60_000;
const noon = instantOf('2026-11-25', '12:00', zone);

let bus: TestBus;
let box: MailBox;
beforeAll(async () => {
  bus = await startTestBus();
  box = await openMailBox();
});
afterAll(async () => {
  await box.remove();
  await bus.close();
});

const reachAt = (time: Date, sizes: { batchSize?: number; maxBatches?: number } = {}) =>
  sendUnread(zone, { ...sendUnreadDefaults, ...sizes, now: () => time });
/** Delivered at noon, and due now. */
const buildPending = (user: { _id: Id }, over: Partial<NotificationDoc> = {}) =>
  buildNotification({ user, at: noon, due: noon, params: { excerpt: 'The bus leaves at eight.' }, actors: [newId()], ...over });
const dueOf = async (doc: { _id: Id }) => (await Notifications.findById(doc._id).lean())?.due;

describe('mail about a like', () => {
  /** The author has no quiet hours, so that tonight's do not matter. */
  async function likedPost(): Promise<{ author: UserDoc; post: PostDoc; like(name: string): Promise<{ undo(): Promise<void> }> }> {
    const society = await buildSociety();
    const preferences = { locale: null, mutedSocieties: [], offTypes: [], quietHours: { start: '00:00', end: '00:00' } };
    const author = await buildMember(society, 'member', { preferences });
    const post = await buildPost({ society, author, content: 'The bus leaves at eight.' });
    const like = async (name: string) => {
      const doc = await buildLike({ post, user: await buildUser({ name }) });
      await dispatch({ kind: 'like', id: String(doc._id), version: doc.version });
      return {
        undo: async () => {
          await Likes.updateOne({ _id: doc._id }, { $set: { on: false }, $inc: { version: 1 } });
          await dispatch({ kind: 'like', id: String(doc._id), version: doc.version + 1 });
        },
      };
    };
    return { author, post, like };
  }
  const inMinutes = (count: number): Date => new Date(Date.now() + count * minute);

  it('a like unread after five minutes is mailed once, with a reason and one mute link', async () => {
    const { author, post, like } = await likedPost();
    await like('Lina');
    await reachAt(inMinutes(4.9));
    expect(await box.mailsTo(author)).toEqual([]);
    await reachAt(inMinutes(5.1));
    await reachAt(inMinutes(6));
    const [mail, ...more] = await box.mailsTo(author);
    expect(more).toEqual([]);
    expect(mail!.eml).toContain('Subject: New like');
    expect(mail!.body).toContain('Lina liked your post: “The bus leaves at eight.”');
    expect(mail!.body).toContain(`https://nadi.example/posts/${post._id}`);
    expect(mail!.body).toContain('Why you got this: You wrote it.');
    const mute = 'https://nadi.example/?mute=post_liked';
    expect(mail!.body).toContain(mute);
    expect(mail!.eml.replace(/\r\n /g, ' ')).toContain(`List-Unsubscribe: <${mute}>`);
  });

  it('an unliked post is not mailed; a mailed notification stays unchanged', async () => {
    const { author, like } = await likedPost();
    const first = await like('Lina');
    await first.undo();
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toEqual([]);
    const second = await like('Omar');
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toHaveLength(1);
    await second.undo();
    expect(await Notifications.find({ user: author._id }).lean()).toMatchObject([{ count: 1, claimed: true }]);
  });

  it('a second like restarts the wait and both share a mail; a third is only shown', async () => {
    const { author, like } = await likedPost();
    await like('Lina');
    await Notifications.updateMany({ user: author._id }, { $set: { due: inMinutes(-1) } });
    await like('Omar');
    await reachAt(inMinutes(4.9));
    expect(await box.mailsTo(author)).toEqual([]);
    await reachAt(inMinutes(5.1));
    await box.mailsTo(author);
    await like('Sara');
    await reachAt(inMinutes(20));
    const mails = await box.mailsTo(author);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body).toContain('and 1 other liked your post');
    expect(await Notifications.find({ user: author._id }).lean()).toMatchObject([{ count: 3, unread: true, claimed: true }]);
    expect(await Notifications.countDocuments({ user: author._id, due: { $exists: true } })).toBe(0);
  });

  it('a read notification is not mailed', async () => {
    const { author, like } = await likedPost();
    await like('Lina');
    await markNotificationsRead(author._id);
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toEqual([]);
  });

  it('a notification seen on a screen is not mailed; one after the screen closed is', async () => {
    const { author, like } = await likedPost();
    await like('Lina');
    await Notifications.updateMany({ user: author._id }, { $set: { seenVersion: 1 } });
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toEqual([]);
    expect(await Notifications.find({ user: author._id }).lean()).toMatchObject([{ claimed: false, version: 1 }]);
    await like('Omar');
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toHaveLength(1);
  });
});

describe('quiet hours of mail', () => {
  const on = (time: string, date = '2026-11-25') => instantOf(date, time, zone);
  const cases: [time: string, hours: { start: string; end: string } | null, until: Date | null][] = [
    ['21:59', null, null],
    ['22:00', null, on('07:00', '2026-11-26')],
    ['06:59', null, on('07:00')],
    ['07:00', null, null],
    ['13:30', { start: '13:00', end: '14:00' }, on('14:00')],
    ['23:30', { start: '13:00', end: '14:00' }, null],
    ['02:00', { start: '00:00', end: '00:00' }, null],
  ];
  it.each(cases)('at %s with quiet hours %j: mailed at once, or at their end', async (time, quietHours, until) => {
    const user = await buildUser({ preferences: { locale: null, mutedSocieties: [], offTypes: [], quietHours } });
    const doc = await buildPending(user, { at: new Date(on(time).getTime() - 5 * minute), due: on(time) });
    await reachAt(on(time));
    expect(await box.mailsTo(user)).toHaveLength(until ? 0 : 1);
    if (!until) return;
    expect(await dueOf(doc)).toEqual(until);
    await reachAt(new Date(until.getTime() - 1));
    expect(await box.mailsTo(user)).toEqual([]);
    await reachAt(until);
    expect(await box.mailsTo(user)).toHaveLength(1);
  });

  it('during quiet hours notifications can still be retracted or read', async () => {
    const user = await buildUser();
    await buildPending(user, { due: on('23:00') });
    await reachAt(on('23:00'));
    expect(await Notifications.findOne({ user: user._id }).lean()).toMatchObject({ claimed: false });
    await markNotificationsRead(user._id);
    await reachAt(on('07:00', '2026-11-26'));
    expect(await box.mailsTo(user)).toEqual([]);
  });
});

describe('recipients of mail', () => {
  const off = { emailNotifications: false, pushNotifications: true, societyUpdates: true, eventReminders: true };
  const chosen = (over: Partial<UserDoc['preferences']>) => ({ preferences: { locale: null, mutedSocieties: [], offTypes: [], ...over } });
  const people: [who: string, over: Partial<UserDoc>, isMailed: boolean][] = [
    ['default settings', {}, true],
    ['mail off', { notifications: off }, false],
    ['this type off in mail', chosen({ offMail: ['post_liked'] }), false],
    ['another type off in mail', chosen({ offMail: ['followed'] }), true],
    ['this type off in push', chosen({ offPush: ['post_liked'] }), true],
    ['unverified address', { verifiedAt: null }, false],
    ['suspended', { suspendedAt: noon }, false],
    ['deleted account', { deletedAt: noon }, false],
  ];
  it.each(people)('mail about a like, by account: %s', async (_who, over, isMailed) => {
    const user = await buildUser(over);
    const doc = await buildPending(user);
    await reachAt(noon);
    expect(await box.mailsTo(user)).toHaveLength(isMailed ? 1 : 0);
    expect(await dueOf(doc)).toBeUndefined();
    expect((await Notifications.findById(doc._id).lean())?.claimed).toBe(isMailed);
  });

  const societies: [what: string, type: NotificationType, change: object, isMuted: boolean, isMailed: boolean][] = [
    ['news', 'post_created', {}, false, true],
    ['news of a society that sends no mail', 'post_created', { 'notifications.emailNotifications': false }, false, false],
    ['news of a society muted since', 'post_created', {}, true, false],
    ['a personal notification of a muted society', 'event_cancelled', {}, true, true],
    ['a like in a muted society', 'post_liked', {}, true, true],
    ['a removed society', 'event_cancelled', { removedAt: noon }, false, false],
  ];
  it.each(societies)('mail about a society: %s', async (_what, type, change, isMuted, isMailed) => {
    const society = await buildSociety();
    await Societies.updateOne({ _id: society._id }, { $set: change });
    const user = await buildMember(society);
    if (isMuted) await Users.updateOne({ _id: user._id }, { $set: { 'preferences.mutedSocieties': [society._id] } });
    await buildPending(user, { type, society: society._id, params: { title: 'Picnic', excerpt: 'x', society: society.name } });
    await reachAt(noon);
    const mails = await box.mailsTo(user);
    expect(mails).toHaveLength(isMailed ? 1 : 0);
    if (isMailed) expect(mails[0]!.body).toContain(type === 'post_created' ? `/societies/${society._id}?mute=1` : `/?mute=${type}`);
  });
});

describe('the reason for a notification must still apply', () => {
  const ofSociety: [who: string, type: NotificationType, role: 'admin' | 'member' | null, isMailed: boolean][] = [
    ['a post, to a member', 'post_created', 'member', true],
    ['a post, to a former member', 'post_created', null, false],
    ['an event, to a former member', 'event_created', null, false],
    ['a join request, to an admin', 'join_requested', 'admin', true],
    ['a join request, to a former admin', 'join_requested', 'member', false],
    ['a removal, to the removed member', 'member_removed', null, true],
  ];
  it.each(ofSociety)('mail while its reason applies: %s', async (_who, type, role, isMailed) => {
    const [society, user, other] = [await buildSociety(), await buildUser(), await buildSociety()];
    if (role) await buildMembership({ society, user, role });
    await buildMembership({ society: other, user, role: 'admin' });
    const doc = await buildPending(user, { type, society: society._id, params: { title: 'Picnic', excerpt: 'x', society: society.name } });
    await reachAt(noon);
    expect([(await box.mailsTo(user)).length, await dueOf(doc)]).toEqual([isMailed ? 1 : 0, undefined]);
  });

  const ofEvent: [who: string, make: (link: { event: EventDoc; user: UserDoc }) => Promise<unknown>, isMailed: boolean][] = [
    ['attendee', (link) => buildAttendance(link), true],
    ['waiting for a seat', (link) => buildAttendance({ ...link, state: 'waiting' }), true],
    ['bookmarked', (link) => buildBookmark(link), true],
    ['former attendee', (link) => buildAttendance({ ...link, state: 'none' }), false],
    ['former bookmark', (link) => buildBookmark({ ...link, on: false }), false],
    ['attendee of another event', ({ user }) => buildAttendance({ user }), false],
  ];
  it.each(ofEvent)('mail about an event: %s', async (_who, make, isMailed) => {
    const [event, user] = [await buildEvent(), await buildUser()];
    await make({ event, user });
    const about = { society: event.society, why: 'attending', params: { title: 'Picnic', date: '2026-12-01', time: '10:00' } };
    await buildPending(user, { ...about, type: 'event_changed', key: `event_changed:${event._id}` });
    await buildPending(user, { ...about, type: 'event_reminder', key: `event_reminder:${event._id}:24h` });
    await reachAt(noon);
    expect(await Notifications.countDocuments({ user: user._id, claimed: true })).toBe(isMailed ? 2 : 0);
  });
});

describe('mail of notifications', () => {
  it('a mail lists all due notifications newest first, and the number beyond twenty', async () => {
    const user = await buildUser();
    for (let i = 0; i < 23; i++)
      await buildPending(user, { at: new Date(noon.getTime() + i), params: { excerpt: `number ${String(i).padStart(2, '0')}` } });
    await reachAt(noon);
    const [mail, ...more] = await box.mailsTo(user);
    expect(more).toEqual([]);
    expect(mail!.eml).toContain('Subject: 23 notifications from Nadi');
    expect(mail!.html.match(/number \d\d/g)).toEqual(Array.from({ length: 20 }, (_, i) => `number ${String(22 - i).padStart(2, '0')}`));
    expect(mail!.body).toContain('And 3 more on Nadi.');
    expect(await Notifications.countDocuments({ user: user._id, claimed: true })).toBe(23);
  });

  it('a mail offers to unsubscribe from its only mutable source, or else links to the settings', async () => {
    const [alike, mixed] = [await buildUser(), await buildUser()];
    for (const user of [alike, alike, mixed]) await buildPending(user);
    await buildPending(mixed, { type: 'followed', params: {} });
    await reachAt(noon);
    const offered = async (user: UserDoc) =>
      /List-Unsubscribe: <(.*?)>/.exec((await box.mailsTo(user))[0]!.eml.replace(/\r\n /g, ' '))?.[1];
    expect([await offered(alike), await offered(mixed)]).toEqual(['https://nadi.example/?mute=post_liked', 'https://nadi.example/account']);
  });

  it("a mail uses the reader's language, isolates names and escapes HTML", async () => {
    const user = await buildUser({ name: 'لينا', preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    const actor = await buildUser({ name: '<i>Omar</i>' });
    const evil = '<script>alert(1)</script> "quoted" & more';
    await buildPending(user, { actors: [actor._id], params: { excerpt: evil } });
    await reachAt(noon);
    const [mail] = await box.mailsTo(user);
    expect(mail!.html).toContain('<div lang="ar" dir="rtl"');
    expect(mail!.body).toContain('مرحبًا لينا،');
    expect(mail!.html).toContain('\u2068&lt;i&gt;Omar&lt;/i&gt;\u2069');
    expect(mail!.html).toContain('سبب هذا الإشعار: لأنك كتبته.');
    expect(mail!.html).not.toMatch(/<script|<i>/);
  });

  it('two concurrent workers write one mail; a lost job is enqueued again', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => buildUser()));
    await Promise.all(users.map((user) => buildPending(user)));
    await Promise.all([reachAt(noon), reachAt(noon), reachAt(noon)]);
    for (const user of users) expect(await Mails.countDocuments({ user: user._id })).toBe(1);
    const [mail] = await Mails.find({ user: users[0]!._id }).lean();
    expect((await queue('mail').getJob(mailJobId(mail!._id)))?.opts.priority).toBe(10);
    await bus.redis.flushdb();
    await sweep({ ...sweepDefaults, dueAfterMs: -minute }, { timeZone: zone, trendingEveryMs: 3_600_000 }, silent);
    expect((await queue('mail').getJob(mailJobId(mail!._id)))?.opts.priority).toBe(10);
    expect(await box.mailsTo(users[0]!)).toHaveLength(1);
  });

  it('a notification claimed by a killed worker is not mailed again', async () => {
    const user = await buildUser();
    await buildPending(user);
    await reachAt(noon);
    await Mails.updateMany({ user: user._id }, { $set: { claimedAt: new Date(Date.now() - 2 * minute) } });
    expect(await box.mailsTo(user)).toEqual([]);
    await reachAt(new Date(noon.getTime() + 60 * minute));
    expect(await Mails.find({ user: user._id }).lean()).toMatchObject([{ sentAt: null }]);
  });

  it('a mail leaves out notifications deleted before it was sent', async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    await buildPending(user, { actors: [other._id] });
    await reachAt(noon);
    await buildBlock({ from: user, to: other });
    await retractBlocked(user._id, other._id);
    expect(await box.mailsTo(user)).toEqual([]);
  });

  const sinceThen: [what: string, change: (doc: NotificationDoc, user: UserDoc) => Promise<unknown>][] = [
    ['was read', ({ _id, user }) => markNotificationRead(user, String(_id))],
    ['was seen', ({ _id }) => Notifications.updateOne({ _id }, { $set: { seenVersion: 1 } })],
    ['is turned off', (_doc, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.offMail': ['post_created'] } })],
    ['was muted', ({ society }, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.mutedSocieties': [society] } })],
    ['is of a society that was left', ({ society, user }) => Memberships.deleteOne({ society, user })],
  ];
  it.each(sinceThen)('a mail delayed by the mail server leaves out what %s since', async (_what, change) => {
    const society = await buildSociety();
    const user = await buildMember(society);
    const params = { society: society.name, excerpt: 'x' };
    const doc = await buildPending(user, { type: 'post_created', society: society._id, params, at: new Date(Date.now() - minute) });
    await buildPending(user, { at: new Date(Date.now() - minute) });
    await reachAt(noon);
    await change(doc, user);
    const mails = await box.mailsTo(user);
    expect(mails.map(({ body }) => [body.includes('The bus leaves'), body.includes(society.name)])).toEqual([[true, false]]);
  });

  it('a mail is deleted with the account of a person it names', async () => {
    const [user, actor] = [await buildUser(), await buildUser({ name: 'Lina' })];
    await buildPending(user, { actors: [actor._id] });
    await reachAt(noon);
    await box.mailsTo(user);
    expect(await Mails.find({ about: actor._id }).lean()).toMatchObject([{ user: user._id, sentAt: expect.any(Date) }]);
  });
});

it('a run continues while batches are full, and leaves the rest to the next run', async () => {
  const users = await Promise.all([1, 2, 3].map(() => buildUser()));
  for (const user of users) await buildPending(user);
  const mailed = () => Mails.countDocuments({ user: { $in: users.map(({ _id }) => _id) } });
  await reachAt(noon, { batchSize: 1, maxBatches: 2 });
  expect(await mailed()).toBe(2);
  await reachAt(noon, { batchSize: 1, maxBatches: 2 });
  expect(await mailed()).toBe(3);
});

it('a failing user does not block others, and is retried a minute later', async () => {
  const [broken, next, last] = [await buildUser(), await buildUser(), await buildUser()];
  await Users.collection.updateOne({ _id: broken._id }, { $unset: { preferences: 1 } });
  const doc = await buildPending(broken, { due: new Date(noon.getTime() - 2) });
  await buildPending(next, { due: new Date(noon.getTime() - 1) });
  await buildPending(last);
  await expect(reachAt(noon, { batchSize: 2 })).rejects.toThrow(TypeError);
  expect(await Mails.countDocuments({ user: next._id })).toBe(1);
  expect(await Mails.countDocuments({ user: last._id })).toBe(1);
  expect(await dueOf(doc)).toEqual(new Date(noon.getTime() + minute));
  await Notifications.deleteOne({ _id: doc._id });
});

it('running workers send unread notifications by schedule', async () => {
  const quietHours = { start: '00:00', end: '00:00' };
  const user = await buildUser({ preferences: { locale: null, mutedSocieties: [], offTypes: [], quietHours } });
  const doc = await buildPending(user, { at: new Date(), due: new Date() });
  const workers = await startWorkers({
    redisUrl: bus.redisUrl,
    ...testSettings,
    mailer: box.mailer,
    log: silent,
    sweep: { everyMs: 60_000 },
  });
  await expect.poll(() => Mails.findOne({ user: user._id }).lean(), { timeout: 20_000 }).toMatchObject({ sentAt: expect.any(Date) });
  await workers.close();
  expect((await box.mailsTo(user))[0]!.body).toContain('The bus leaves at eight.');
  expect(await dueOf(doc)).toBeUndefined();
}, 40_000);
