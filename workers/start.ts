import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { type QueueName, queueNames, queuePrefix } from '#models/bus/jobs';
import { openRedisOrCluster } from '#models/bus/redis';
import { type Handlers, handlers, type JobSettings } from './handlers.js';
import type { Log } from './log.js';
import { startPublishingMetrics } from './metrics.js';
import { makeProcessor, observeWorker } from './processor.js';
import { putSchedules, type ScheduleOptions } from './schedules.js';
import { type SweepOptions, startSweeper, sweepDefaults } from './sweeper/sweeper.js';

export interface WorkersOptions extends JobSettings {
  /** Redis of the queues. */
  redisUrl: string;
  log: Log;
  trendingEveryMs?: number;
  /** Replaces the clocks of reports and support requests by this many seconds. */
  answerSeconds?: number | undefined;
  sweep?: Partial<SweepOptions>;
  metricsEveryMs?: number;
  /** Replacements for tests. */
  handlers?: Partial<Handlers>;
  /** Time that running jobs get after a stop was requested, before they are given back. */
  graceMs?: number;
}

export interface Workers {
  /** Finishes running jobs or gives them back; leaves the bus and the database open. */
  close(): Promise<void>;
}

const concurrency: Record<QueueName, number> = { accounts: 1, activity: 24, cards: 2, digest: 1, events: 1, mail: 3, push: 4, upkeep: 1 };
const lockDuration = 5000;
const stalledInterval = 2500;
/** A job whose worker was killed goes to the next one, and is never given up for that. */
const maxStalledCount = 1000;
const healthEveryMs = 60_000;
/** Number of checks within a shortened clock's time. */
const looksPerClock = 8;

const shortClocks = (answerSeconds: number | undefined): Pick<ScheduleOptions, 'clocksEveryMs'> =>
  answerSeconds === undefined ? {} : { clocksEveryMs: Math.min(60_000, Math.max(500, (answerSeconds * 1000) / looksPerClock)) };

/** Starts a worker for every queue, the schedulers and the sweeper. The database and the bus must be open. */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { redisUrl, timeZone, mailer, pusher, log, graceMs = 8000 } = options;
  const connection = openRedisOrCluster(redisUrl, 'patient', (event, facts) => log.warn(facts, event));
  const done = { jobs: 0, failed: 0 };
  const run = makeProcessor({ ...handlers, ...options.handlers }, log, { timeZone, mailer, pusher });
  const workers = queueNames.map((name) => {
    const options = {
      connection,
      prefix: queuePrefix(name),
      concurrency: concurrency[name],
      lockDuration,
      stalledInterval,
      maxStalledCount,
    };
    const worker = new Worker(name, run, options);
    observeWorker(worker, log, done);
    return worker;
  });
  const schedules: ScheduleOptions = {
    timeZone,
    trendingEveryMs: options.trendingEveryMs ?? 60_000,
    ...shortClocks(options.answerSeconds),
  };
  await putSchedules(schedules).catch((error: unknown) => log.warn({ err: error }, 'job.schedules write failed'));
  const sweeper = startSweeper({ ...sweepDefaults, ...options.sweep }, schedules, log);
  const stopPublishing = startPublishingMetrics(options.metricsEveryMs ?? 5000);
  const health = setInterval(
    () => log.info({ ...done, memoryMb: Math.round(process.memoryUsage().rss / 1e6) }, 'workers.process heartbeat'),
    healthEveryMs,
  );
  return {
    close: async () => {
      clearInterval(health);
      stopPublishing();
      const finished = Promise.all([sweeper.stop(), ...workers.map((worker) => worker.close())]);
      const late = await Promise.race([finished.then(() => false), sleep(graceMs, true, { ref: false })]);
      if (late) await Promise.race([Promise.all(workers.map((worker) => worker.close(true))), sleep(1000, undefined, { ref: false })]);
      connection.disconnect();
    },
  };
}
