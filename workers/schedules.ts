import type { JobsOptions, RepeatOptions } from 'bullmq';
import { type JobName, queue, queueOf } from '#models/bus/jobs';

type Repeat = Omit<RepeatOptions, 'key'>;

export interface ScheduleOptions {
  trendingEveryMs: number;
  timeZone: string;
  /** Interval of the check for passed clocks; a minute by default. */
  clocksEveryMs?: number;
}

const societiesEveryMs = 300_000;
const offersEveryMs = 15_000;
const remindEveryMs = 60_000;
const reachEveryMs = 15_000;
const nudgeEveryMs = 3600_000;
const clocksEvery = 60_000;
const termsEveryMs = 60_000;
const sealEveryMs = 60_000;
/** Jobs scheduled again within seconds need no retries. */
const noRetry: JobsOptions = { attempts: 1, removeOnFail: { age: 86_400, count: 100 } };

/** Scheduled jobs, each with its scheduler in Redis. */
const schedules = ({ trendingEveryMs, timeZone, clocksEveryMs = clocksEvery }: ScheduleOptions): [JobName, Repeat, JobsOptions?][] => [
  ['cards.trending', { every: trendingEveryMs }],
  ['cards.societies', { every: societiesEveryMs }, noRetry],
  ['events.offers', { every: offersEveryMs }, noRetry],
  ['events.remind', { every: remindEveryMs }],
  ['mail.reach', { every: reachEveryMs }, noRetry],
  // At eight and at five, and once more each hour in case a job was lost; repeating it changes nothing.
  ['digest.weekly', { pattern: '0 8-23 * * 0', tz: timeZone }],
  ['digest.followed', { pattern: '0 17-23 * * *', tz: timeZone }],
  ['upkeep.nudge', { every: nudgeEveryMs }],
  ['upkeep.clocks', { every: clocksEveryMs }, noRetry],
  ['upkeep.terms', { every: termsEveryMs }, noRetry],
  ['upkeep.seal', { every: sealEveryMs }, noRetry],
  ['upkeep.tidy', { pattern: '0 4 * * *', tz: timeZone }],
];

/** Restores schedulers that are missing, as after Redis was emptied, or that differ. */
export async function putSchedules(options: ScheduleOptions): Promise<void> {
  for (const [name, repeat, opts = {}] of schedules(options)) {
    const existing = await queue(queueOf(name)).getJobScheduler(name);
    if (existing && existing.pattern === repeat.pattern && existing.every === repeat.every && existing.tz === repeat.tz) continue;
    await queue(queueOf(name)).upsertJobScheduler(name, repeat, { name, data: {}, opts });
  }
}
