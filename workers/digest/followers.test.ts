import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { Events } from '#models/db/events';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { SocietyFollows } from '#models/db/society-follows';
import { type UserDoc, Users } from '#models/db/users';
import { buildBlock, buildEvent, buildMember, buildPost, buildSociety, buildSocietyFollow, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { mailFollowers } from '../activity/mail-followers.js';
import { type MailBox, openMailBox } from '../mail/mailbox-for-tests.js';
import { enqueueFollowerDigests, writeFollowerDigests } from './followers.js';

const zone = 'Asia/Amman';
const hourMs = 3_600_000;
const today = localOf(new Date(), zone).date;
/** The last Sunday before today, so that every post below is in the past. */
const sunday = addDays(today, -(new Date(`${today}T00:00:00Z`).getUTCDay() || 7));
const fiveOn = (day: string): Date => instantOf(day, '17:00', zone);
const five = fiveOn(sunday);
const hoursBefore = (hours: number): Date => new Date(five.getTime() - hours * hourMs);

/** Runs the job of this time and those that it enqueues. */
async function runAt(time: Date): Promise<void> {
  await enqueueFollowerDigests(zone, time);
  for (const { name, data } of await queue('digest').getJobs(['waiting']))
    if (name === 'digest.followers') await writeFollowerDigests(data, zone, time);
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
  await Promise.all([Societies, Posts, Events, Memberships, Users, Mails, SocietyFollows].map((model) => model.collection.deleteMany({})));
  await bus.redis.flushdb();
});

async function follower(society: SocietyDoc, over: object = {}, person: Partial<UserDoc> = {}): Promise<UserDoc> {
  const user = await buildUser(person);
  await buildSocietyFollow({ society, user, at: hoursBefore(1000), ...over });
  return user;
}
const posted = (society: SocietyDoc, content: string, hours: number, over = {}) =>
  buildPost({ society, content, createdAt: hoursBefore(hours), ...over });

describe('a follower who gets mail daily', () => {
  it('gets one mail about twelve posts, however often and on however many workers the job runs', async () => {
    const society = await buildSociety({ name: 'Chess Club' });
    const user = await follower(society);
    for (let i = 0; i < 12; i++) await posted(society, `post ${i}`, 13 - i);
    await Promise.all([runAt(five), runAt(five), runAt(five)]);
    const [mail, ...more] = await box.mailsTo(user);
    expect(more).toEqual([]);
    expect(mail!.eml).toContain('Subject: New in societies you follow');
    expect(mail!.body).toContain('New in Chess Club');
    expect(mail!.body).toContain('And 7 more posts.');
    expect(mail!.body).toContain(`Stop following Chess Club: https://nadi.example/societies/${society._id}?unfollow=1`);
    expect(mail!.eml).toMatch(/List-Unsubscribe:\s+<https:\/\/nadi\.example\/societies\/\w+\?unfollow=1>/);
    await runAt(new Date(five.getTime() + hourMs));
    expect(await Mails.countDocuments({ user: user._id })).toBe(1);
  });

  it('gets none if all of them were read, before the mail was written or before it was sent', async () => {
    const society = await buildSociety();
    const [early, late] = [await follower(society, { seenAt: hoursBefore(0) }), await follower(society)];
    for (let i = 0; i < 12; i++) await posted(society, `post ${i}`, 13 - i);
    await runAt(five);
    expect(await Mails.countDocuments({ user: early._id })).toBe(0);
    await SocietyFollows.updateOne({ user: late._id }, { $set: { seenAt: hoursBefore(0) } });
    expect(await box.mailsTo(late)).toEqual([]);
  });

  it('gets what is new since the last mail and since the follow, of all followed societies, in one mail', async () => {
    const [chess, robots] = [await buildSociety({ name: 'Chess Club' }), await buildSociety({ name: 'Robots' })];
    const user = await follower(chess, { at: hoursBefore(10) });
    await buildSocietyFollow({ society: robots, user, at: hoursBefore(1000) });
    await posted(chess, 'Before the follow.', 11);
    await posted(chess, 'After the follow.', 9);
    await posted(robots, 'Of the day before.', 25);
    await posted(robots, 'Of the day.', 23);
    await posted(robots, 'Of the next day.', -1);
    await runAt(five);
    const [mail, ...more] = await box.mailsTo(user);
    expect(more).toEqual([]);
    expect(mail!.body).toMatch(/After the follow[\s\S]*Of the day\./);
    expect(mail!.body).not.toMatch(/Before the follow|day before|next day/);
  });

  it('learns of new events that are still to come, unless only members see them', async () => {
    const [open, hidden] = [await buildSociety(), await buildSociety({ privacy: { eventsVisible: false } })];
    const user = await follower(open);
    await buildSocietyFollow({ society: hidden, user, at: hoursBefore(1000) });
    const soon = { startsAt: new Date(Date.now() + 40 * hourMs), createdAt: hoursBefore(3) };
    await buildEvent({ ...soon, society: open, title: 'Tournament' });
    await buildEvent({ ...soon, society: open, title: 'Called off', cancelledAt: hoursBefore(1) });
    await buildEvent({ ...soon, society: hidden, title: 'For members' });
    await runAt(five);
    const [mail] = await box.mailsTo(user);
    expect(mail!.body).toContain('Tournament');
    expect(mail!.body).not.toMatch(/Called off|For members/);
  });

  it('gets nothing by people in a block with them, of a membership, or of a society that closed meanwhile', async () => {
    const society = await buildSociety();
    const [blocking, joined, late] = [await follower(society), await buildMember(society), await follower(society)];
    await buildSocietyFollow({ society, user: joined, at: hoursBefore(1000) });
    const author = await buildMember(society);
    await buildBlock({ from: blocking, to: author });
    await posted(society, 'Hello', 5, { author });
    await runAt(five);
    for (const user of [blocking, joined]) expect(await box.mailsTo(user)).toEqual([]);
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'private' } });
    expect(await box.mailsTo(late)).toEqual([]);
  });
});

describe('other cadences', () => {
  it('weekly is one mail on Sunday about seven days', async () => {
    const society = await buildSociety();
    const user = await follower(society, {}, { followCadence: 'weekly' });
    await posted(society, 'On Monday.', 6 * 24);
    await posted(society, 'Last week.', 8 * 24);
    for (let day = 6; day > 0; day--) await runAt(fiveOn(addDays(sunday, -day)));
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
    await runAt(five);
    const [mail] = await box.mailsTo(user);
    expect(mail!.body).toContain('On Monday.');
    expect(mail!.body).not.toContain('Last week.');
  });

  it('the choice for one society outweighs that for all', async () => {
    const [loud, quiet] = [await buildSociety(), await buildSociety()];
    const user = await follower(loud, { cadence: 'daily' }, { followCadence: 'never' });
    await buildSocietyFollow({ society: quiet, user, at: hoursBefore(1000) });
    await posted(loud, 'Loud.', 5);
    await posted(quiet, 'Quiet.', 5);
    await runAt(five);
    const [mail] = await box.mailsTo(user);
    expect(mail!.body).toContain('Loud.');
    expect(mail!.body).not.toContain('Quiet.');
  });

  it('each is one mail for every post, some minutes later, unless it was read meanwhile', async () => {
    const society = await buildSociety();
    const [user, daily] = [await follower(society, { cadence: 'each' }), await follower(society)];
    const [one, two] = [await posted(society, 'First.', 5), await posted(society, 'Second.', 4)];
    for (const { _id } of [one, two, one, two]) await mailFollowers('post', _id);
    expect(await Mails.countDocuments({ user: user._id })).toBe(2);
    expect(await Mails.countDocuments({ user: daily._id })).toBe(0);
    await SocietyFollows.updateOne({ user: user._id }, { $set: { seenAt: hoursBefore(4.5) } });
    const mails = await box.mailsTo(user);
    expect(mails.map(({ body }) => /First|Second/.exec(body)?.[0])).toEqual(['Second']);
    const late = await buildPost({ society });
    await mailFollowers('post', late._id);
    const waiting = await Mails.findOne({ 'params.post': String(late._id) }).lean();
    expect(waiting!.due!.getTime() - Date.now()).toBeGreaterThan(4 * 60_000);
  });

  it.each<[string, Partial<UserDoc>]>([
    ['never', { followCadence: 'never' }],
    [
      'mail turned off',
      { notifications: { emailNotifications: false, pushNotifications: true, societyUpdates: true, eventReminders: true } },
    ],
    ['an unverified address', { verifiedAt: null }],
    ['a suspended account', { suspendedAt: new Date() }],
  ])('a follower with %s gets no mail', async (_what, person) => {
    const society = await buildSociety();
    const user = await follower(society, {}, person);
    await posted(society, 'Hello', 5);
    await runAt(five);
    expect(await Mails.countDocuments({ user: user._id })).toBe(0);
  });
});

it('mails to followers wait for five o’clock of the university', async () => {
  await buildSociety();
  await enqueueFollowerDigests(zone, hoursBefore(1));
  expect(await queue('digest').getJobs(['waiting'])).toEqual([]);
});
