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
import { removeBlockedFromNotifications } from '../activity/on-block.js';
import { silent } from '../log.js';
import { startWorkers } from '../start.js';
import { sweep, sweepDefaults } from '../sweeper/sweeper.js';
import { type MailBox, openMailBox } from './mailbox-for-tests.js';
import { openMailer } from './mailer.js';
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
/** As told at noon, and due now. */
const buildPending = (user: { _id: Id }, over: Partial<NotificationDoc> = {}) =>
  buildNotification({ user, at: noon, due: noon, params: { excerpt: 'The bus leaves at eight.' }, actors: [newId()], ...over });
const dueOf = async (doc: { _id: Id }) => (await Notifications.findById(doc._id).lean())?.due;

describe('a like', () => {
  /** Tonight's quiet hours are not today's matter: the author has none. */
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

  it('that nobody has read after five minutes is mailed, once, with why and one link to mute', async () => {
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
    expect(mail!.body).toContain('Why you are told: You wrote it.');
    const mute = 'https://nadi.example/?mute=post_liked';
    expect(mail!.body).toContain(mute);
    expect(mail!.eml.replace(/\r\n /g, ' ')).toContain(`List-Unsubscribe: <${mute}>`);
  });

  it('that is taken back before is not mailed; one that was mailed stays what it was', async () => {
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

  it('with another in between waits anew, and both are one mail; a third one afterwards is only shown', async () => {
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

  it('is not mailed to who has read it', async () => {
    const { author, like } = await likedPost();
    await like('Lina');
    await markNotificationsRead(author._id);
    await reachAt(inMinutes(6));
    expect(await box.mailsTo(author)).toEqual([]);
  });

  it('is not mailed to who saw it come; what comes when they are gone is', async () => {
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

describe('quiet hours', () => {
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
  it.each(cases)('at %s with %j: mailed at once, or when they are over', async (time, quietHours, until) => {
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

  it('are waited out by what may still be taken back or read', async () => {
    const user = await buildUser();
    await buildPending(user, { due: on('23:00') });
    await reachAt(on('23:00'));
    expect(await Notifications.findOne({ user: user._id }).lean()).toMatchObject({ claimed: false });
    await markNotificationsRead(user._id);
    await reachAt(on('07:00', '2026-11-26'));
    expect(await box.mailsTo(user)).toEqual([]);
  });
});

describe('who is mailed', () => {
  const off = { emailNotifications: false, pushNotifications: true, societyUpdates: true, eventReminders: true };
  const chosen = (over: Partial<UserDoc['preferences']>) => ({ preferences: { locale: null, mutedSocieties: [], offTypes: [], ...over } });
  const people: [who: string, over: Partial<UserDoc>, isMailed: boolean][] = [
    ['who has chosen nothing', {}, true],
    ['who has mail off', { notifications: off }, false],
    ['who has this type off in mail', chosen({ offMail: ['post_liked'] }), false],
    ['who has another type off in mail', chosen({ offMail: ['followed'] }), true],
    ['who has this type off in push', chosen({ offPush: ['post_liked'] }), true],
    ['whose address is not verified', { verifiedAt: null }, false],
    ['who is suspended', { suspendedAt: noon }, false],
    ['who has left', { deletedAt: noon }, false],
  ];
  it.each(people)('%s', async (_who, over, isMailed) => {
    const user = await buildUser(over);
    const doc = await buildPending(user);
    await reachAt(noon);
    expect(await box.mailsTo(user)).toHaveLength(isMailed ? 1 : 0);
    expect(await dueOf(doc)).toBeUndefined();
    expect((await Notifications.findById(doc._id).lean())?.claimed).toBe(isMailed);
  });

  const societies: [what: string, type: NotificationType, change: object, isMuted: boolean, isMailed: boolean][] = [
    ['a society’s matter', 'post_created', {}, false, true],
    ['one of a society that sends no mail', 'post_created', { 'notifications.emailNotifications': false }, false, false],
    ['one of a society that was muted since', 'post_created', {}, true, false],
    ['a person’s own matter in a muted society', 'event_cancelled', {}, true, true],
    ['a like in a muted society', 'post_liked', {}, true, true],
    ['one of a society that is gone', 'event_cancelled', { removedAt: noon }, false, false],
  ];
  it.each(societies)('of %s', async (_what, type, change, isMuted, isMailed) => {
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

describe('why somebody was told must still hold:', () => {
  const ofSociety: [who: string, type: NotificationType, role: 'admin' | 'member' | null, isMailed: boolean][] = [
    ['a post, a member', 'post_created', 'member', true],
    ['a post, who has left', 'post_created', null, false],
    ['an event, who has left', 'event_created', null, false],
    ['a request to join, an admin', 'join_requested', 'admin', true],
    ['a request to join, who is an admin no more', 'join_requested', 'member', false],
    ['having been removed', 'member_removed', null, true],
  ];
  it.each(ofSociety)('%s', async (_who, type, role, isMailed) => {
    const [society, user, other] = [await buildSociety(), await buildUser(), await buildSociety()];
    if (role) await buildMembership({ society, user, role });
    await buildMembership({ society: other, user, role: 'admin' });
    const doc = await buildPending(user, { type, society: society._id, params: { title: 'Picnic', excerpt: 'x', society: society.name } });
    await reachAt(noon);
    expect([(await box.mailsTo(user)).length, await dueOf(doc)]).toEqual([isMailed ? 1 : 0, undefined]);
  });

  const ofEvent: [who: string, make: (link: { event: EventDoc; user: UserDoc }) => Promise<unknown>, isMailed: boolean][] = [
    ['who goes to it', (link) => buildAttendance(link), true],
    ['who waits for a seat', (link) => buildAttendance({ ...link, state: 'waiting' }), true],
    ['who bookmarked it', (link) => buildBookmark(link), true],
    ['who goes no more', (link) => buildAttendance({ ...link, state: 'none' }), false],
    ['who took the bookmark off', (link) => buildBookmark({ ...link, on: false }), false],
    ['who goes to another', ({ user }) => buildAttendance({ user }), false],
  ];
  it.each(ofEvent)('an event, %s', async (_who, make, isMailed) => {
    const [event, user] = [await buildEvent(), await buildUser()];
    await make({ event, user });
    const about = { society: event.society, why: 'attending', params: { title: 'Picnic', date: '2026-12-01', time: '10:00' } };
    await buildPending(user, { ...about, type: 'event_changed', key: `event_changed:${event._id}` });
    await buildPending(user, { ...about, type: 'event_reminder', key: `event_reminder:${event._id}:24h` });
    await reachAt(noon);
    expect(await Notifications.countDocuments({ user: user._id, claimed: true })).toBe(isMailed ? 2 : 0);
  });
});

describe('a mail of notifications', () => {
  it('tells of all that is due then, the newest first, and of more than twenty how many more', async () => {
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

  it('offers a mail program what stops all of it, or else where everything is chosen', async () => {
    const [alike, mixed] = [await buildUser(), await buildUser()];
    for (const user of [alike, alike, mixed]) await buildPending(user);
    await buildPending(mixed, { type: 'followed', params: {} });
    await reachAt(noon);
    const offered = async (user: UserDoc) =>
      /List-Unsubscribe: <(.*?)>/.exec((await box.mailsTo(user))[0]!.eml.replace(/\r\n /g, ' '))?.[1];
    expect([await offered(alike), await offered(mixed)]).toEqual(['https://nadi.example/?mute=post_liked', 'https://nadi.example/account']);
  });

  it('speaks the reader’s language, with names and texts that keep their direction and mean nothing to a browser', async () => {
    const user = await buildUser({ name: 'لينا', preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    const actor = await buildUser({ name: '<i>Omar</i>' });
    const evil = '<script>alert(1)</script> "quoted" & more';
    await buildPending(user, { actors: [actor._id], params: { excerpt: evil } });
    await reachAt(noon);
    const [mail] = await box.mailsTo(user);
    expect(mail!.html).toContain('<div lang="ar" dir="rtl"');
    expect(mail!.body).toContain('مرحبًا لينا،');
    expect(mail!.html).toContain('\u2068&lt;i&gt;Omar&lt;/i&gt;\u2069');
    expect(mail!.html).toContain('سبب هذا الإشعار: لأنه من كتابتك.');
    expect(mail!.html).not.toMatch(/<script|<i>/);
  });

  it('is written once by two workers at once, and asked for again where its job was lost', async () => {
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

  it('is not sent again by who finds it claimed by a worker that was killed', async () => {
    const user = await buildUser();
    await buildPending(user);
    await reachAt(noon);
    await Mails.updateMany({ user: user._id }, { $set: { claimedAt: new Date(Date.now() - 2 * minute) } });
    expect(await box.mailsTo(user)).toEqual([]);
    await reachAt(new Date(noon.getTime() + 60 * minute));
    expect(await Mails.find({ user: user._id }).lean()).toMatchObject([{ sentAt: null }]);
  });

  it('does not tell of what was taken from its reader before it went out', async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    await buildPending(user, { actors: [other._id] });
    await reachAt(noon);
    await buildBlock({ from: user, to: other });
    await removeBlockedFromNotifications(user._id, other._id);
    expect(await box.mailsTo(user)).toEqual([]);
  });

  const sinceThen: [what: string, change: (doc: NotificationDoc, user: UserDoc) => Promise<unknown>][] = [
    ['was read', ({ _id, user }) => markNotificationRead(user, String(_id))],
    ['was seen', ({ _id }) => Notifications.updateOne({ _id }, { $set: { seenVersion: 1 } })],
    ['is turned off', (_doc, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.offMail': ['post_created'] } })],
    ['was muted', ({ society }, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.mutedSocieties': [society] } })],
    ['is of a society that was left', ({ society, user }) => Memberships.deleteOne({ society, user })],
  ];
  it.each(sinceThen)('that a mail server kept waiting does not tell of what %s since', async (_what, change) => {
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

  it('goes with the account of whom it names', async () => {
    const [user, actor] = [await buildUser(), await buildUser({ name: 'Lina' })];
    await buildPending(user, { actors: [actor._id] });
    await reachAt(noon);
    await box.mailsTo(user);
    expect(await Mails.find({ about: actor._id }).lean()).toMatchObject([{ user: user._id, sentAt: expect.any(Date) }]);
  });
});

it('a run goes on while there is more than it looks at together; what is more than a run does is done by the next', async () => {
  const users = await Promise.all([1, 2, 3].map(() => buildUser()));
  for (const user of users) await buildPending(user);
  const mailed = () => Mails.countDocuments({ user: { $in: users.map(({ _id }) => _id) } });
  await reachAt(noon, { batchSize: 1, maxBatches: 2 });
  expect(await mailed()).toBe(2);
  await reachAt(noon, { batchSize: 1, maxBatches: 2 });
  expect(await mailed()).toBe(3);
});

it('whoever cannot be reached keeps nobody behind them waiting, and is looked at again a minute later', async () => {
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

it('with workers at work comes by itself', async () => {
  openMailer({ from: 'Nadi <nadi@uni.example>', publicUrl: 'https://nadi.example', dataDir: box.dataDir });
  const quietHours = { start: '00:00', end: '00:00' };
  const user = await buildUser({ preferences: { locale: null, mutedSocieties: [], offTypes: [], quietHours } });
  const doc = await buildPending(user, { at: new Date(), due: new Date() });
  const workers = await startWorkers({ redisUrl: bus.redisUrl, ...testSettings, log: silent, sweep: { everyMs: 60_000 } });
  await expect.poll(() => Mails.findOne({ user: user._id }).lean(), { timeout: 20_000 }).toMatchObject({ sentAt: expect.any(Date) });
  await workers.close();
  expect((await box.mailsTo(user))[0]!.body).toContain('The bus leaves at eight.');
  expect(await dueOf(doc)).toBeUndefined();
}, 40_000);
