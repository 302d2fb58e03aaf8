import { randomUUID } from 'node:crypto';
import { runForRequest } from '#models/bus/trace';
import { acquireLock, releaseLock } from '#models/db/locks';
import { publishOverdue } from '../activity/publish-scheduled.js';
import type { Log } from '../log.js';
import { putSchedules, type ScheduleOptions } from '../schedules.js';
import { type RecountOptions, recomputeMarked } from './recompute-counters.js';
import { requeueLostJobs } from './requeue-lost-jobs.js';
import { type RequeueOptions, requeueOverdue } from './requeue-outbox.js';

export interface SweepOptions extends RequeueOptions, RecountOptions {
  everyMs: number;
  /** Lease of the lock, renewed during a sweep, so that a killed worker's lock is soon free. */
  lockMs: number;
}

export const sweepDefaults: SweepOptions = {
  everyMs: 2000,
  lockMs: 4000,
  // Not before `freshMs`: until then the counter's own write may come.
  dueAfterMs: 5000,
  freshMs: 5000,
  rounds: 20,
  roundMs: 250,
  maxDocuments: 500,
  retryFirstMs: 60_000,
  retryMaxMs: 3600_000,
  records: 5000,
  news: 200,
};

const lockName = 'sweeper';

/** Requeues overdue records and lost jobs, publishes scheduled posts that were missed, recomputes counters in doubt, restores schedulers. A failing part does not stop the others. */
export async function sweep(options: SweepOptions, schedules: ScheduleOptions, log: Log): Promise<void> {
  const parts: Record<string, () => Promise<void>> = {
    overdue: () => requeueOverdue(options, log),
    asked: () => requeueLostJobs(options),
    scheduled: () => publishOverdue(),
    recount: () => recomputeMarked(options),
    schedules: () => putSchedules(schedules),
  };
  for (const [part, work] of Object.entries(parts)) {
    try {
      await runForRequest('sweeper', work);
    } catch (error) {
      log.warn({ err: error, part }, 'sweeper.part failed');
    }
  }
}

/** Sweeps under the lock; false if another worker holds it. */
export async function sweepLocked(holder: string, options: SweepOptions, schedules: ScheduleOptions, log: Log): Promise<boolean> {
  if (!(await acquireLock(lockName, holder, options.lockMs))) return false;
  const renewal = setInterval(() => void acquireLock(lockName, holder, options.lockMs).catch(() => {}), options.lockMs / 3);
  try {
    await sweep(options, schedules, log);
  } finally {
    clearInterval(renewal);
  }
  return true;
}

export interface Sweeper {
  /** Stops after the current sweep, and frees the lock. */
  stop(): Promise<void>;
}

/** Starts the sweeper. A timer, not a job, so that it works with an empty Redis. */
export function startSweeper(options: SweepOptions, schedules: ScheduleOptions, log: Log): Sweeper {
  const holder = randomUUID();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const tick = async (): Promise<void> => {
    try {
      await sweepLocked(holder, options, schedules, log);
    } catch (error) {
      log.warn({ err: error }, 'sweeper.run failed');
    }
    if (!stopped) timer = setTimeout(begin, options.everyMs);
  };
  const begin = (): void => {
    running = tick();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
      await releaseLock(lockName, holder).catch(() => {});
    },
  };
}
