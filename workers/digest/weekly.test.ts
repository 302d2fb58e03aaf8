import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queue } from '#models/bus/jobs';
import { mailJobId } from '#models/bus/mails';
import { Events } from '#models/db/events';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import { buildBlock, buildEvent, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { type MailBox, openMailBox } from '../mail/mailbox-for-tests.js';
import { enqueueDigests, writeDigests } from './weekly.js';

const zone = 'Asia/Amman';
const hour = 3_600_000;
const minute = 60_000;
const today = localOf(new Date(), zone).date;
/** The coming Sunday. */
const sunday = addDays(today, 7 - new Date(`${today}T00:00:00Z`).getUTCDay());
const eight = instantOf(sunday, '08:00', zone);
const hoursBefore = (hours: number): Date => new Date(eight.getTime() - hours * hour);
const hoursAfter = (hours: number): Date => new Date(eight.getTime() + hours * hour);
/** Runs the job of this hour and those that it enqueues. */
async function sendAt(time: Date): Promise<void> {
  await enqueueDigests(zone, time);
  for (const { name, data } of await queue('digest').getJobs(['waiting']))
    if (name === 'digest.society') await writeDigests(data, zone, time);
  await queue('digest').drain();
}

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
beforeEach(async () => {
  await Promise.all([Societies, Posts, Events, Memberships, Users, Mails].map((model) => model.collection.deleteMany({})));
  await bus.redis.flushdb();
});

const sending = (name: string, over: object = {}): Promise<SocietyDoc> =>
  buildSociety({ name, createdAt: hoursBefore(1000), notifications: { weeklyDigest: true }, ...over });
/** A long-time member who last opened the society three days ago. */
async function reader(society: SocietyDoc, over: Partial<UserDoc> = {}): Promise<UserDoc> {
  const user = await buildMember(society, 'member', over);
  await seen(society, user, hoursBefore(72));
  return user;
}
const seen = (society: SocietyDoc, user: { _id: Id }, seenAt: Date) =>
  Memberships.updateOne({ society: society._id, user: user._id }, { $set: { seenAt, joinedAt: hoursBefore(1000) } });
const posted = (society: SocietyDoc, content: string, hours: number, over = {}) =>
  buildPost({ society, content, createdAt: hoursBefore(hours), ...over });
const planned = (society: SocietyDoc, title: string, hours: number, over = {}) => {
  const { date, time } = localOf(hoursAfter(hours), zone);
  return buildEvent({ society, title, date, time, startsAt: hoursAfter(hours), ...over });
};

describe('weekly digest', () => {
  it('a digest has unseen posts and the events of the next seven days', async () => {
    const society = await sending('Chess Club');
    const user = await reader(society);
    const author = await buildMember(society, 'member', { name: 'Lina' });
    await posted(society, 'Read already.', 73);
    await posted(society, 'Not read yet.', 71, { author });
    await posted(society, 'Removed.', 60, { removedAt: hoursBefore(50) });
    await posted(society, 'Mine.', 50, { author: user });
    await planned(society, 'Tournament', 30, { location: 'Hall B' });
    await planned(society, 'Called off', 31, { cancelledAt: hoursBefore(1) });
    await planned(society, 'In two weeks', 14 * 24);
    await sendAt(eight);
    const [mail, ...more] = await box.mailsTo(user);
    expect(more).toEqual([]);
    expect(mail!.eml).toContain('Subject: Your week on Nadi');
    expect(mail!.body).toContain('New in Chess Club:\n\n* Lina\nNot read yet.');
    expect(mail!.body).toMatch(/Coming up in Chess Club:\n\n\* Tournament\nMonday, \w+ \d+ · 2:00\sPM · Hall B/);
    expect(mail!.body).toContain(`Mute Chess Club: https://nadi.example/societies/${society._id}?mute=1`);
    expect(mail!.body).not.toMatch(/Read already|Removed|Mine|Called off|In two weeks/);
    expect(await Mails.find({ about: author._id }).lean()).toHaveLength(1);
  });

  it('a digest covers all societies of a person, in their language, with five posts each', async () => {
    const [chess, robots] = [await sending('Chess Club'), await sending('نادي الروبوتات')];
    const user = await reader(chess, { name: 'لينا', preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    await buildMember(robots);
    await Memberships.create({ society: robots._id, user: user._id, role: 'member', joinedAt: hoursBefore(1000), seenAt: null });
    for (let i = 0; i < 9; i++) await posted(chess, `post ${i}`, 40 - i);
    await posted(robots, 'من يصنع الذراع؟', 20);
    await sendAt(eight);
    const [mail, ...more] = await box.mailsTo(user);
    expect(more).toEqual([]);
    expect(mail!.html).toContain('dir="rtl"');
    expect(mail!.html.match(/post \d/g)).toEqual(['post 8', 'post 7', 'post 6', 'post 5', 'post 4']);
    expect(mail!.html).toContain('و4 منشورات أخرى.');
    expect(mail!.html).toContain('الجديد في \u2068Chess Club\u2069');
    expect(mail!.html).toContain('الجديد في نادي الروبوتات');
  });

  it('a digest leaves out posts older than a week, even for inactive readers', async () => {
    const society = await sending('Chess Club');
    const user = await reader(society);
    await seen(society, user, hoursBefore(900));
    await posted(society, 'Long ago.', 200);
    await sendAt(eight);
    expect(await box.mailsTo(user)).toEqual([]);
    await posted(society, 'Of late.', 100);
    await Societies.updateMany({}, { $unset: { digestedOn: 1 } });
    await sendAt(eight);
    expect((await box.mailsTo(user))[0]!.body).not.toContain('Long ago.');
  });

  it('a digest is written once on any number of workers, and again a week later', async () => {
    const society = await sending('Chess Club');
    const users = await Promise.all([1, 2, 3].map(() => reader(society)));
    await planned(society, 'Tournament', 30);
    await Promise.all([sendAt(eight), sendAt(eight), sendAt(eight)]);
    await Societies.updateMany({}, { $unset: { digestedOn: 1 } });
    await sendAt(hoursAfter(1));
    for (const user of users) expect(await Mails.countDocuments({ user: user._id })).toBe(1);
    await planned(society, 'Return match', 8 * 24);
    await sendAt(hoursAfter(7 * 24));
    for (const user of users) expect(await Mails.countDocuments({ user: user._id })).toBe(2);
  });

  it('a finished digest run does not query again on the same day', async () => {
    const society = await sending('Chess Club');
    const user = await reader(society);
    await sendAt(eight);
    await posted(society, 'Later that morning.', -1);
    await sendAt(hoursAfter(2));
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
  });

  it('a digest written late leaves out events that have begun', async () => {
    const society = await sending('Chess Club');
    const user = await reader(society);
    await planned(society, 'Tournament', 3);
    await planned(society, 'Return match', 60);
    await sendAt(eight);
    vi.useFakeTimers({ toFake: ['Date'], now: hoursAfter(4) });
    const [mail] = await box.mailsTo(user);
    vi.useRealTimers();
    expect(mail!.body).toContain('Return match');
    expect(mail!.body).not.toContain('Tournament');
  });

  it('a digest waits for the end of quiet hours', async () => {
    const society = await sending('Chess Club');
    const quietHours = { start: '23:00', end: '10:00' };
    const user = await reader(society, { preferences: { locale: null, mutedSocieties: [], offTypes: [], quietHours } });
    await planned(society, 'Tournament', 30);
    await sendAt(eight);
    const [mail] = await Mails.find({ user: user._id }).lean();
    expect(mail?.due).toEqual(instantOf(sunday, '10:00', zone));
    const job = await queue('mail').getJob(mailJobId(mail!._id));
    expect(Math.abs(Date.now() + job!.delay - hoursAfter(2).getTime())).toBeLessThan(minute);
  });
});

describe('people and societies without a digest', () => {
  const off = { emailNotifications: false, pushNotifications: true, societyUpdates: true, eventReminders: true };
  it.each<[string, Partial<UserDoc>]>([
    ['somebody with mail off', { notifications: off }],
    ['an unverified address', { verifiedAt: null }],
    ['a suspended account', { suspendedAt: new Date() }],
    ['a deleted account', { deletedAt: new Date() }],
  ])('no digest goes to %s', async (_who, over) => {
    const society = await sending('Chess Club');
    const user = await reader(society, over);
    await planned(society, 'Tournament', 30);
    await sendAt(eight);
    expect(await box.mailsTo(user)).toEqual([]);
  });

  it.each<[string, object]>([
    ['does not send one', { notifications: { weeklyDigest: false } }],
    ['sends no mail', { notifications: { weeklyDigest: true, emailNotifications: false } }],
    ['is removed', { removedAt: new Date() }],
  ])('no digest covers a society that %s', async (_what, over) => {
    const society = await sending('Chess Club', over);
    const user = await reader(society);
    await planned(society, 'Tournament', 30);
    await sendAt(eight);
    expect(await box.mailsTo(user)).toEqual([]);
  });

  it('a digest leaves out muted societies, blocked authors and societies without news or membership', async () => {
    const [chess, robots] = [await sending('Chess Club'), await sending('Robots')];
    const muting = await reader(chess);
    await Users.updateOne({ _id: muting._id }, { $set: { 'preferences.mutedSocieties': [chess._id] } });
    const outsider = await buildUser();
    const blocking = await reader(robots);
    const author = await buildMember(robots);
    await buildBlock({ from: blocking, to: author });
    await posted(robots, 'Hidden.', 20, { author });
    await planned(chess, 'Tournament', 30);
    await sendAt(eight);
    for (const user of [muting, outsider, blocking]) expect(await box.mailsTo(user)).toEqual([]);
  });
});
