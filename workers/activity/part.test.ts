import { afterAll, beforeAll, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { notificationRead } from '#models/contract/notifications';
import { Blocks } from '#models/db/blocks';
import { Notifications } from '#models/db/notifications';
import { buildBlock, buildNotification, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';
import { partNotifications } from './part.js';

let bus: TestBus;
beforeAll(async () => {
  bus = await startTestBus();
});
afterAll(() => bus.close());

it('takes each out of what the other was told, and leaves what is the reader’s own matter', async () => {
  const [a, b, third] = [await buildUser(), await buildUser(), await buildUser()];
  const alone = await buildNotification({ user: a, actors: [b._id] });
  const together = await buildNotification({ user: a, actors: [b._id, third._id, b._id], count: 2 });
  const decided = await buildNotification({ user: a, type: 'request_rejected', actors: [b._id] });
  const back = await buildNotification({ user: b, actors: [a._id] });
  const others = await buildNotification({ user: a, actors: [third._id] });
  await bus.sent();
  for (let twice = 0; twice < 2; twice++) await partNotifications(a._id, b._id);
  const left = await Notifications.find({ user: { $in: [a._id, b._id] } }).lean();
  expect(left.map(({ _id }) => String(_id)).sort()).toEqual([together, decided, others].map(({ _id }) => String(_id)).sort());
  expect(left.find(({ _id }) => _id.equals(together._id))).toMatchObject({ actors: [third._id], count: 1 });
  const gone = (await bus.sentOf(notificationRead)).flatMap(({ payload }) => payload.notification_ids);
  expect(gone.toSorted()).toEqual([alone, back].map(({ _id }) => String(_id)).sort());
});

it('is asked for by a block that is set, not by one that is taken back', async () => {
  const block = await buildBlock({ due: new Date() });
  await dispatch({ kind: 'block', id: String(block._id), version: 1 });
  expect((await queue('activity').getJob(`part-${block._id}-1`))?.data).toEqual({ from: String(block.from), to: String(block.to) });
  expect((await Blocks.findById(block._id).lean())?.due).toBeUndefined();
  await Blocks.updateOne({ _id: block._id }, { $set: { on: false, version: 2, due: new Date() } });
  await dispatch({ kind: 'block', id: String(block._id), version: 2 });
  expect(await queue('activity').getJob(`part-${block._id}-2`)).toBeUndefined();
});
