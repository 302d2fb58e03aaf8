import type { Id } from '#models/db/model';
import { addJob } from './jobs.js';

/** Job id of the push of a notification. */
export const pushJobId = (notification: Id): string => `push-${notification}`;

/** Enqueues the push of a notification, once its `pushDue` is written. Rejects while Redis is away; the sweeper then enqueues it again. */
export const enqueuePush = (notification: Id): Promise<void> =>
  addJob('push.send', { notification: String(notification) }, { jobId: pushJobId(notification) });
