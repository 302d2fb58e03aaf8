import type { RepeatOptions } from 'bullmq';
import { type JobName, queue, queueOf } from '#models/bus/jobs';

type Repeat = Omit<RepeatOptions, 'key'>;

export interface ScheduleOptions {
  trendingEveryMs: number;
  timeZone: string;
}

const remindEveryMs = 60_000;

/** Jobs that come by themselves, each with its scheduler in Redis. */
const schedules = ({ trendingEveryMs, timeZone }: ScheduleOptions): [JobName, Repeat][] => [
  ['cards.trending', { every: trendingEveryMs }],
  ['events.remind', { every: remindEveryMs }],
  ['upkeep.tidy', { pattern: '0 4 * * *', tz: timeZone }],
];

/** Puts back the schedulers that are missing, as after a Redis that was emptied, and those that say something else. */
export async function putSchedules(options: ScheduleOptions): Promise<void> {
  for (const [name, repeat] of schedules(options)) {
    const there = await queue(queueOf(name)).getJobScheduler(name);
    if (there && there.pattern === repeat.pattern && there.every === repeat.every && there.tz === repeat.tz) continue;
    await queue(queueOf(name)).upsertJobScheduler(name, repeat, { name, data: {} });
  }
}
