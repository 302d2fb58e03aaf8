import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bus as openedBus } from '#models/bus/connections';
import type { Message } from '#models/contract/define';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { societyVisibility } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { Notifications } from '#models/db/notifications';
import { Societies } from '#models/db/societies';
import { buildLike, buildNotification, buildPost, buildSociety, buildSocietyFollow, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';
import { endFollows } from './end-follows.js';
import { revokeAccess } from './on-access-revoked.js';
import { syncOpenFlags } from './on-visibility-changed.js';
import { retract } from './retract.js';

const bus = setUpTestBus();
beforeEach(() => bus.sent());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a job's task whose first message Redis refuses, again if it fails, and waits for one of these messages. */
async function messageDespiteRefusal<M extends Message>(message: M, task: () => Promise<void>) {
  await bus.sent();
  vi.spyOn(openedBus().redis, 'xadd').mockRejectedValueOnce(new Error('Command timed out'));
  await task().catch(task);
  return vi.waitFor(
    async () => {
      const [sent] = await bus.sentOf(message);
      expect(sent).toBeDefined();
      return sent!;
    },
    { timeout: 20_000, interval: 50 },
  );
}

it('a notification that is deleted by a retraction leaves the screen although Redis refused its message once', async () => {
  const post = await buildPost();
  const like = await buildLike({ post });
  await dispatch({ kind: 'like', id: String(like._id), version: 1 });
  const doc = await Notifications.findOne({ user: post.author }).lean();
  const sent = await messageDespiteRefusal(notificationRead, () => retract(String(like._id), like.user, [post.author]));
  expect(sent.payload.notification_ids).toEqual([String(doc?._id)]);
});

it('a notification without a retracted delivery reaches the screen although Redis refused its message once', async () => {
  const post = await buildPost();
  const [first, second] = [await buildLike({ post }), await buildLike({ post })];
  for (const { _id } of [first, second]) await dispatch({ kind: 'like', id: String(_id), version: 1 });
  const sent = await messageDespiteRefusal(notificationNew, () => retract(String(first._id), first.user, [post.author]));
  expect(sent.payload.notification).toMatchObject({ version: 3 });
});

it('a notification of a society that has closed leaves the screen although Redis refused its message once', async () => {
  const society = await buildSociety();
  const user = await buildUser();
  const { _id } = await buildNotification({ user, society: society._id, type: 'post_created' });
  await Societies.updateOne({ _id: society._id }, { 'privacy.visibility': 'private' });
  const sent = await messageDespiteRefusal(notificationRead, () => revokeAccess(society._id, user._id));
  expect(sent.payload.notification_ids).toEqual([String(_id)]);
});

it('the end of a follow reaches the screen although Redis refused its message once', async () => {
  const { society, user } = await buildSocietyFollow();
  const sent = await messageDespiteRefusal(ownChanged, () => endFollows(society));
  expect(sent).toMatchObject({ rooms: [`user:${user}`], payload: { kind: 'followSociety', id: String(society), on: false } });
});

it('posts of a society that has opened are announced although Redis refused the message once', async () => {
  const society = await buildSociety();
  await buildPost({ society: society._id, open: false });
  const sent = await messageDespiteRefusal(societyVisibility, async () => void (await syncOpenFlags(society._id)));
  expect(sent.payload).toMatchObject({ society_id: String(society._id) });
});
