import { randomUUID } from 'node:crypto';
import { forRequest } from '#models/bus/trace';
import { freeLock, takeLock } from '#models/db/locks';
import type { Log } from '../log.js';
import { putSchedules, type ScheduleOptions } from '../schedules.js';
import { askAgain } from './asked.js';
import { type DueOptions, deliverOverdue } from './due.js';
import { type RecountOptions, recountMarked } from './recount.js';

export interface SweepOptions extends DueOptions, RecountOptions {
  everyMs: number;
  /** Renewed while a sweep goes on, so that a killed worker's lock is soon free. */
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
  atOnce: 500,
  replaceFirstMs: 60_000,
  replaceMostMs: 3600_000,
  records: 5000,
  news: 200,
};

const lockName = 'sweeper';

/** Settles what was left: overdue records, counters in doubt, lost schedulers. A part that fails does not keep the others. */
export async function sweep(options: SweepOptions, schedules: ScheduleOptions, log: Log): Promise<void> {
  const parts: Record<string, () => Promise<void>> = {
    overdue: () => deliverOverdue(options, log),
    asked: () => askAgain(options),
    recount: () => recountMarked(options),
    schedules: () => putSchedules(schedules),
  };
  for (const [part, work] of Object.entries(parts)) {
    try {
      await forRequest('sweeper', work);
    } catch (error) {
      log.warn({ err: error, part }, 'sweeper.part failed');
    }
  }
}

/** Sweeps if no other worker does; false where another holds the lock. */
export async function sweepAlone(holder: string, options: SweepOptions, schedules: ScheduleOptions, log: Log): Promise<boolean> {
  if (!(await takeLock(lockName, holder, options.lockMs))) return false;
  const renewal = setInterval(() => void takeLock(lockName, holder, options.lockMs).catch(() => {}), options.lockMs / 3);
  try {
    await sweep(options, schedules, log);
  } finally {
    clearInterval(renewal);
  }
  return true;
}

export interface Sweeper {
  /** Ends after the sweep under way, and lets another worker sweep at once. */
  stop(): Promise<void>;
}

/** A timer, not a job: it works with an empty Redis, too. */
export function startSweeper(options: SweepOptions, schedules: ScheduleOptions, log: Log): Sweeper {
  const holder = randomUUID();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    try {
      await sweepAlone(holder, options, schedules, log);
    } catch (error) {
      log.warn({ err: error }, 'sweeper.run failed');
    }
    if (!stopped) timer = setTimeout(begin, options.everyMs);
  };
  const begin = (): void => {
    underWay = turn();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
      await freeLock(lockName, holder).catch(() => {});
    },
  };
}
