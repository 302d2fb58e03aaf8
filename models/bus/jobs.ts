import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RecordRef } from './records.js';
import { currentRequestId } from './trace.js';

/** What each job is given: ids, never documents. */
export interface JobData {
  'accounts.forget': { user: string };
  'activity.dispatch': RecordRef;
  /** What lies in a society follows whether that is open. */
  'activity.open': { society: string };
  'activity.rename': { user: string };
  'activity.part': { from: string; to: string };
  /** Who can no longer see inside a society: one person, or null for all to whom it has closed. */
  'activity.shut': { society: string; user: string | null };
  'cards.trending': Record<string, never>;
  'cards.recommendations': { user: string };
  /** Tells each person on an event's waiting list their place. */
  'events.places': { event: string };
  /** Tells of what begins within a day and within an hour. */
  'events.remind': Record<string, never>;
  'digest.weekly': Record<string, never>;
  'mail.reach': Record<string, never>;
  'mail.send': { mail: string };
  /** One notification, to each of its owner's browsers. */
  'push.send': { notification: string };
  /** Tells admins of requests that wait for days. */
  'upkeep.nudge': Record<string, never>;
  'upkeep.tidy': Record<string, never>;
}
export type JobName = keyof JobData;
export const jobNames: readonly JobName[] = [
  'accounts.forget',
  'activity.dispatch',
  'activity.open',
  'activity.rename',
  'activity.part',
  'activity.shut',
  'cards.trending',
  'cards.recommendations',
  'events.places',
  'events.remind',
  'digest.weekly',
  'mail.reach',
  'mail.send',
  'push.send',
  'upkeep.nudge',
  'upkeep.tidy',
];

export type QueueName = 'accounts' | 'activity' | 'cards' | 'digest' | 'events' | 'mail' | 'push' | 'upkeep';
export const queueNames: readonly QueueName[] = ['accounts', 'activity', 'cards', 'digest', 'events', 'mail', 'push', 'upkeep'];
export const queueOf = (job: JobName): QueueName => job.slice(0, job.indexOf('.')) as QueueName;

const defaults: JobsOptions = { attempts: 5, backoff: { type: 'exponential', delay: 1000, jitter: 0.5 }, removeOnComplete: true };
/** A record's, a mail's or a push's failed job stays until it is done; other work comes again by itself. */
const failedJobRetention: Record<QueueName, JobsOptions> = {
  accounts: { removeOnFail: false },
  activity: { removeOnFail: false },
  cards: { removeOnFail: { age: 86_400, count: 1000 } },
  events: { removeOnFail: { age: 86_400, count: 1000 } },
  digest: { removeOnFail: { age: 30 * 86_400 } },
  mail: { removeOnFail: false },
  push: { removeOnFail: false },
  upkeep: { removeOnFail: { age: 30 * 86_400 } },
};

let queues: Map<QueueName, Queue> | undefined;

/** Opens the queues over a connection that fails quickly. */
export function openQueues(connection: Redis): void {
  queues = new Map(
    queueNames.map((name) => [name, new Queue(name, { connection, defaultJobOptions: { ...defaults, ...failedJobRetention[name] } })]),
  );
  for (const queue of queues.values()) queue.on('error', () => {});
}

/** One queue, for adding, for schedulers and for looking in. Throws before openQueues. */
export function queue(name: QueueName): Queue {
  const found = queues?.get(name);
  if (!found) throw new Error('The queues are not open.');
  return found;
}

/** What a job carries beside its own data: the request that it follows from. */
export type Traced<Data> = Data & { request?: string };

/** Adds a job; one with the same id that still waits, runs or has failed makes this nothing. Rejects while Redis is away. */
export async function addJob<N extends JobName>(name: N, data: JobData[N], options: JobsOptions = {}): Promise<void> {
  const request = currentRequestId();
  const traced: Traced<JobData[N]> = request === undefined ? data : { ...data, request };
  await queue(queueOf(name)).add(name, traced, options);
}

export async function closeQueues(): Promise<void> {
  const open = [...(queues?.values() ?? [])];
  queues = undefined;
  await Promise.all(open.map((each) => each.close()));
}
