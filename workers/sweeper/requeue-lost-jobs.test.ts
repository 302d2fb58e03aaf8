import { expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { mailJobId, recordMail } from '#models/bus/mails';
import { pushJobId } from '#models/bus/web-push-jobs';
import { type MailKind, Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';
import { buildNotification, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { requeueLostJobs } from './requeue-lost-jobs.js';
import { sweepDefaults } from './sweeper.js';

setUpTestBus();

const minuteAgo = (count: number) => new Date(Date.now() - count * 60_000);

/** A mail that has been due for so many minutes, and whose job was lost. */
async function lostMail(kind: MailKind, minutes: number): Promise<Id> {
  const { _id } = await recordMail({ kind, user: (await buildUser())._id });
  await Mails.updateOne({ _id }, { $set: { due: minuteAgo(minutes) } });
  return _id;
}
const isAsked = async (id: Id): Promise<boolean> => (await queue('mail').getJob(mailJobId(id))) !== undefined;

it('urgent mails are requeued before news, of which a sweep takes only a few', async () => {
  const old = [await lostMail('notifications', 9), await lostMail('digest', 8)];
  const next = await lostMail('notifications', 7);
  const urgent = await lostMail('reset_password', 1);
  const few = { ...sweepDefaults, records: 2, news: 2 };
  await requeueLostJobs(few);
  expect(await Promise.all([...old, next, urgent].map(isAsked))).toEqual([true, true, false, true]);
  await Mails.updateMany({ _id: { $in: old } }, { $unset: { due: 1 } });
  await requeueLostJobs(few);
  expect(await isAsked(next)).toBe(true);
});

it('a sweep requeues only a few pushes, oldest first', async () => {
  const docs = await Promise.all([9, 8, 7].map((count) => buildNotification({ pushDue: minuteAgo(count) })));
  await requeueLostJobs({ ...sweepDefaults, news: 2 });
  const jobs = await Promise.all(docs.map(({ _id }) => queue('push').getJob(pushJobId(_id))));
  expect(jobs.map((job) => job !== undefined)).toEqual([true, true, false]);
});
