import { afterAll, beforeAll } from 'vitest';
import { drain } from '#models/bus/publish';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { addDays, localOf } from '#models/db/local-time';
import type { Id } from '#models/db/model';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { testSettings } from '#models/testing/settings';
import { dispatch } from '#workers/activity/dispatch';
import { setUpTestApp } from './test-app.js';

/** Time zone of the university under test. */
export const zone = testSettings.timeZone;

/** The local date some days from now. */
export const dayAhead = (days: number): string => addDays(localOf(new Date(), zone).date, days);

async function dispatchEach(records: readonly Pick<ActivityDoc, '_id'>[]): Promise<void> {
  for (const { _id } of records) await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}

/** Dispatches the outbox records of an object, oldest first, also those that were dispatched before. */
export async function dispatchAll(filter: { object: Id; verb?: ActivityDoc['verb'] }): Promise<void> {
  await dispatchEach(await Activities.find(filter).sort({ at: 1 }).lean());
}

/** Dispatches the due outbox records of a society, oldest first. */
export async function dispatchDue(society: Id): Promise<void> {
  await drain();
  await dispatchEach(
    await Activities.find({ society, due: { $lte: new Date() } })
      .sort({ at: 1 })
      .lean(),
  );
}

/** Registers the app and the log of live messages of a test file about events. */
export function setUpEventTests() {
  const test = setUpTestApp();
  let opened: LiveLog;
  beforeAll(() => {
    opened = openLiveLog(test.redisUrl);
  });
  afterAll(() => opened.close());
  return {
    test,
    log: { published: () => opened.published() },
    /** Token of the person who made a society, an event or a series. */
    adminOf: ({ creator }: { creator: Id }) => test.tokenFor({ _id: creator }),
  };
}
