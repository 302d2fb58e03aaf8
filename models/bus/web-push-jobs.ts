import type { Id } from '#models/db/model';
import { addJob } from './jobs.js';

/** The id of the job that pushes a notification. */
export const pushJobId = (notification: Id): string => `push-${notification}`;

/** Asks for a notification to be pushed, once its `pushDue` is written. Rejects while Redis is away: the sweeper asks again. */
export const enqueuePush = (notification: Id): Promise<void> =>
  addJob('push.send', { notification: String(notification) }, { jobId: pushJobId(notification) });
