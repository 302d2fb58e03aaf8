import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getUnreadCount, notificationNew } from '#models/contract/notifications';
import { reportCreated, reportPost, reportResolved, resolveReport } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import { createTicket } from '#models/contract/support';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { saveSubscription } from '#models/db/push-subscriptions';
import { buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { type MailBox, openMailBox } from '#workers/mail/mailbox-for-tests';
import { sendUnread, sendUnreadDefaults } from '#workers/mail/send-unread';
import { startWorkers, type Workers } from '#workers/start';

const answerSeconds = 6;
const test = setUpTestApp({ answerSeconds });
let workers: Workers;
let box: MailBox;
beforeAll(async () => {
  workers = await startWorkers({
    ...testSettings,
    redisUrl: test.redisUrl,
    log: silent,
    answerSeconds,
    handlers: { 'mail.send': async () => {}, 'push.send': async () => {} },
  });
  box = await openMailBox();
});
afterAll(async () => {
  await workers.close();
  await box.remove();
});
const patience = { timeout: 20_000, interval: 50 };
const unread = async (token: string) => (await test.call(getUnreadCount, {}, token)).data;
/** No quiet hours, so that tonight's do not matter. */
const preferences = { locale: null, mutedSocieties: [], offTypes: [], quietHours: { start: '00:00', end: '00:00' } };

/** Gives a person a browser that receives pushes. */
const subscribe = ({ _id }: { _id: Id }) =>
  saveSubscription({ user: _id, session: 's', endpoint: `https://push.example/${_id}`, keys: { p256dh: '', auth: '' } });
/** Types of the person's notifications that are to be pushed. */
const pushed = async ({ _id }: { _id: Id }) =>
  (await Notifications.find({ user: _id, pushDue: { $exists: true } }).lean()).map(({ type }) => type);
const later = { ...sendUnreadDefaults, now: () => new Date(Date.now() + 6 * 60_000) };

/** A society with a moderator and a post by another one, which an outsider reports. */
async function scenario() {
  const society = await buildSociety();
  const moderator = await buildMember(society, 'moderator', { preferences });
  const author = await buildMember(society, 'moderator');
  const post = await buildPost({ society, author });
  const reporter = await test.tokenFor(await buildUser());
  const tokens = { moderator: await test.tokenFor(moderator), author: await test.tokenFor(author) };
  const report = async () => (await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, reporter)).data.ID;
  return { society, moderator, author, tokens, report };
}

describe('a new report', () => {
  it('is one more unread notification of a moderator with no page open within a second', async () => {
    const times: number[] = [];
    // The first ones warm up the workers, and other tests may keep the machine busy.
    for (let tries = 0; tries < 4; tries++) {
      const { tokens, report } = await scenario();
      expect(await unread(tokens.moderator)).toBe(0);
      await report();
      const reported = performance.now();
      await expect.poll(() => unread(tokens.moderator), { ...patience, interval: 20 }).toBe(1);
      times.push(performance.now() - reported);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
  });

  it('gives the reported person nothing, also once it is dismissed: no notification, message or mail', async () => {
    const { society, author, tokens, report } = await scenario();
    const page = await openSocket(test.url, { token: tokens.author });
    await page.join(roomOf('societyModerators', String(society._id)));
    const report_id = await report();
    await expect.poll(() => unread(tokens.moderator), patience).toBeGreaterThan(0);
    await test.call(resolveReport, { report_id, action: 'dismiss' }, tokens.moderator);
    await expect.poll(() => unread(tokens.moderator), patience).toBe(0);
    await sendUnread('Asia/Amman', later);
    expect([reportCreated, reportResolved, notificationNew].map((message) => page.count(message))).toEqual([0, 0, 0]);
    page.close();
    expect(await Notifications.countDocuments({ user: author._id })).toBe(0);
    expect(await box.mailsTo(author)).toEqual([]);
    expect(await unread(tokens.author)).toBe(0);
  });

  it('reaches a moderator with no page open in the app, and after its delay by mail and push', async () => {
    const { society, moderator, tokens, report } = await scenario();
    await subscribe(moderator);
    await report();
    await expect.poll(() => unread(tokens.moderator), patience).toBeGreaterThan(0);
    const [notified] = await Notifications.find({ user: moderator._id }).sort({ _id: 1 }).lean();
    expect(notified).toMatchObject({ type: 'report_opened', actors: [], link: `/societies/${society._id}/reports`, society: society._id });
    await sendUnread('Asia/Amman');
    expect([await box.mailsTo(moderator), await pushed(moderator)]).toEqual([[], []]);
    await sendUnread('Asia/Amman', later);
    expect(await pushed(moderator)).toContain('report_opened');
    const mails = await box.mailsTo(moderator);
    expect(mails.some(({ body }) => body.includes(`Something was reported in ${society.name}`))).toBe(true);
  });

  it('is escalated once when its shortened clock ends, and no longer waits once decided', async () => {
    const staff = await buildUser({ role: 'admin' });
    const { moderator, tokens, report } = await scenario();
    const report_id = await report();
    // The reports of other tests have clocks, too.
    const escalations = () => Notifications.countDocuments({ user: staff._id, key: `escalated:${report_id}` });
    await expect.poll(escalations, patience).toBe(1);
    const notified = await Notifications.find({ user: moderator._id }).sort({ _id: 1 }).lean();
    expect(notified.map(({ type }) => type)).toEqual(['report_opened', 'answer_waiting']);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await escalations()).toBe(1);
    await test.call(resolveReport, { report_id, action: 'dismiss' }, tokens.moderator);
    await expect.poll(() => unread(tokens.moderator), patience).toBe(0);
    await expect.poll(escalations, patience).toBe(0);
  });
});

it('a new ticket reaches every platform admin in the app, and after its delay by mail and push', async () => {
  const staff = [await buildUser({ role: 'admin', preferences }), await buildUser({ role: 'admin', preferences })];
  for (const each of staff) await subscribe(each);
  const asker = await buildUser();
  const ticket = { category: 'general', subject: 'The lab', content: 'It is shut.' } as const;
  await test.call(createTicket, ticket, await test.tokenFor(asker));
  for (const each of staff)
    await expect
      .poll(async () => (await Notifications.find({ user: each._id }).lean())[0], patience)
      .toMatchObject({
        type: 'ticket_opened',
        params: { subject: 'The lab' },
        link: '/admin/support',
      });
  expect(await Notifications.countDocuments({ user: asker._id })).toBe(0);
  await sendUnread('Asia/Amman', later);
  for (const each of staff) {
    expect(await pushed(each)).toContain('ticket_opened');
    expect((await box.mailsTo(each)).some(({ body }) => body.includes('The lab'))).toBe(true);
  }
});
