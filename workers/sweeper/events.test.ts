import { expect, it } from 'vitest';
import { drain } from '#models/bus/publish';
import { attendanceChanged, eventStats } from '#models/contract/attendance';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { buildAttendance, buildBookmark, buildEvent, buildShare } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { silent } from '../log.js';
import { recomputeMarked } from './recompute-counters.js';
import { requeueOverdue } from './requeue-outbox.js';
import { sweepDefaults } from './sweeper.js';

const bus = setUpTestBus();

const options = { ...sweepDefaults, freshMs: 0, rounds: 3, roundMs: 10 };

it("an event's counters are recomputed from their source and published", async () => {
  const event = await buildEvent({ seats: 3 });
  await buildAttendance({ event });
  await buildAttendance({ event, state: 'waiting' });
  await buildAttendance({ event, state: 'none' });
  await buildBookmark({ event });
  await buildBookmark({ event, on: false });
  await buildShare({ event });
  await Events.updateOne({ _id: event._id }, { $set: { attendees: 9, interested: 9, shares: 9, seatsLeft: 0, recount: true } });
  await recomputeMarked(options);
  const settled = await Events.findById(event._id).lean();
  expect(settled).toMatchObject({ attendees: 1, interested: 1, shares: 1, seatsLeft: 2 });
  expect((await bus.sentOf(eventStats)).map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ event_id: String(event._id), attendees: 1, interested: 1, seats_left: 2, rev: settled?.rev }),
  ]);
});

it('an attendance whose counter and message were lost is published and counted', async () => {
  const event = await buildEvent();
  const due = new Date(Date.now() - 60_000);
  const lost = await buildAttendance({ event, state: 'none' });
  await Attendances.updateOne({ _id: lost._id }, { $set: { state: 'going', due }, $inc: { version: 1 } });
  await requeueOverdue(options, silent);
  await recomputeMarked(options);
  await drain();
  const sent = await bus.sent();
  expect(sent.find(({ message }) => message === attendanceChanged.name)?.payload).toMatchObject({ attendance: 'attending', version: 2 });
  expect(sent.findLast(({ message }) => message === eventStats.name)?.payload).toMatchObject({ attendees: 1 });
});
