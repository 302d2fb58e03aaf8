import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { EventFeedbacks } from '#models/db/event-feedback';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import { idOfTime } from '#models/db/model';
import { PushSubscriptions, saveSubscription } from '#models/db/push-subscriptions';
import { Sessions } from '#models/db/sessions';
import {
  buildAttendance,
  buildBookmark,
  buildEvent,
  buildFeedback,
  buildJoinRequest,
  buildMembership,
  buildSession,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { testSettings } from '#models/testing/settings';
import { silent } from '../log.js';
import { makeMailer } from '../mail/mailer.js';
import { applyRetention } from './retention.js';

setUpTestBus();

const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000);

it('deletes attendances, bookmarks and feedback a year after the event, and keeps the counters', async () => {
  const old = await buildEvent({ startsAt: daysAgo(367) });
  const long = await buildEvent({ startsAt: daysAgo(367), endDate: daysAgo(300).toISOString().slice(0, 10) });
  const hidden = await buildEvent({ society: await buildSociety({ privacy: { visibility: 'private' } }), startsAt: daysAgo(367) });
  const young = await buildEvent({ startsAt: daysAgo(364) });
  for (const event of [old, long, hidden, young]) {
    await buildAttendance({ event });
    await buildBookmark({ event });
    await buildFeedback({ event });
  }
  await applyRetention(silent, testSettings.mailer);
  const left = async (model: { countDocuments(filter: object): unknown }) =>
    Promise.all([old, long, hidden, young].map(({ _id }) => model.countDocuments({ event: _id })));
  expect(await left(Attendances)).toEqual([0, 1, 0, 1]);
  expect(await left(Bookmarks)).toEqual([0, 1, 0, 1]);
  expect(await left(EventFeedbacks)).toEqual([0, 1, 0, 1]);
  expect(await Events.findById(old._id).lean()).toMatchObject({ attendees: 1, interested: 1 });
});

it('deletes a join request a year after its decision, unless the membership exists', async () => {
  const decided = (days: number) => ({
    _id: idOfTime(daysAgo(days + 1).getTime()),
    status: 'rejected' as const,
    createdAt: daysAgo(days + 1),
    decidedAt: daysAgo(days),
  });
  const [old, young] = [await buildJoinRequest(decided(366)), await buildJoinRequest(decided(364))];
  const [society, user] = [await buildSociety(), await buildUser()];
  await buildMembership({ society, user });
  const member = await buildJoinRequest({ ...decided(400), status: 'approved', society, user });
  const pending = await buildJoinRequest({ _id: idOfTime(daysAgo(500).getTime()), createdAt: daysAgo(500) });
  await applyRetention(silent, testSettings.mailer);
  const left = await JoinRequests.distinct('_id', {});
  expect(left.map(String).toSorted()).toEqual([young, member, pending].map(({ _id }) => String(_id)).toSorted());
  expect(left.map(String)).not.toContain(String(old._id));
});

it('deletes mail files after 30 days', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'nadi-retention-'));
  await mkdir(path.join(dataDir, 'mail'));
  for (const [name, days] of [
    ['old.eml', 31],
    ['young.eml', 29],
  ] as const) {
    const file = path.join(dataDir, 'mail', name);
    await writeFile(file, '');
    await utimes(file, daysAgo(days), daysAgo(days));
  }
  await applyRetention(silent, makeMailer({ from: 'x@uni.example', dataDir, publicUrl: '' }));
  expect(await readdir(path.join(dataDir, 'mail'))).toEqual(['young.eml']);
  await rm(dataDir, { recursive: true });
});

it('deletes push subscriptions whose session has ended', async () => {
  const user = await buildUser();
  await buildSession(user);
  const session = (await Sessions.findOne({ user: user._id }).lean())!._id;
  for (const [name, under] of [
    ['living', session],
    ['ended', 'no session'],
  ] as const)
    await saveSubscription({ user: user._id, session: under, endpoint: `https://push.example/${name}`, keys: { p256dh: '', auth: '' } });
  await applyRetention(silent, testSettings.mailer);
  expect((await PushSubscriptions.find({ user: user._id }).lean()).map(({ endpoint }) => endpoint)).toEqual([
    'https://push.example/living',
  ]);
});
