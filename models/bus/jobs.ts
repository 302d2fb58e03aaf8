import { type JobsOptions, Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { bus } from './connections.js';
import type { RecordRef } from './records.js';
import { currentRequestId } from './trace.js';

/** Data of each job: ids, never documents. */
export interface JobData {
  'accounts.forget': { user: string };
  /** Hides what a deleted account has until its grace ends. */
  'accounts.withdraw': { user: string };
  /** Brings back what a restored account had. */
  'accounts.restore': { user: string };
  'activity.dispatch': RecordRef;
  /** Gives up the seats of a person who left the university, and withdraws their join requests. */
  'activity.leave': { user: string };
  /** Writes mails about one new post or event to the followers who want each. */
  'activity.follow': { kind: 'post' | 'event'; id: string };
  /** Copies a society's visibility to its posts and events. */
  'activity.open': { society: string };
  /** Publishes a scheduled post. */
  'activity.publish': { planned: string };
  'activity.rename': { user: string };
  'activity.part': { from: string; to: string };
  /** Revokes access to the inside of societies that somebody saw by a scope that is gone. */
  'activity.recheck': { user: string };
  /** Revokes access to the inside of a society: for one person, or for everybody to whom it closed (null). */
  'activity.shut': { society: string; user: string | null };
  'cards.trending': Record<string, never>;
  'cards.societies': Record<string, never>;
  /** `staleSince`: since when somebody has waited for a change that the card lacks, for the metrics. */
  'cards.recommendations': { user: string; staleSince?: number };
  /** Publishes each waiting person's position on an event's waiting list. */
  'events.places': { event: string };
  /** Ends offers of seats whose time is over. */
  'events.offers': Record<string, never>;
  /** Reminds of events that begin within a day and within an hour. */
  'events.remind': Record<string, never>;
  'digest.weekly': Record<string, never>;
  /** Writes one society's digest of the week that begins on this Sunday. */
  'digest.society': { society: string; sunday: string };
  /** Enqueues the mails of followers by the cadences of this day. */
  'digest.followed': Record<string, never>;
  /** Writes one society's mails to its followers, of the period that ends on this day. */
  'digest.followers': { society: string; cadence: 'daily' | 'weekly'; day: string };
  'mail.reach': Record<string, never>;
  'mail.send': { mail: string };
  /** Pushes one notification to each of its owner's browsers. */
  'push.send': { notification: string };
  /** Reminds admins of join requests that have waited for days, and closes requests for a demotion whose time is over. */
  'upkeep.nudge': Record<string, never>;
  /** Reminds of reports and support requests at half of their time, and tells others when it is over. */
  'upkeep.clocks': Record<string, never>;
  /** Warns of roles that are about to end, and ends those whose time is over. */
  'upkeep.terms': Record<string, never>;
  /** Appends new entries of the audit trail to its chain. */
  'upkeep.seal': Record<string, never>;
  /** Enqueues the nightly tasks. */
  'upkeep.tidy': Record<string, never>;
  'upkeep.task': { task: string };
}
export type JobName = keyof JobData;
export const jobNames: readonly JobName[] = [
  'accounts.forget',
  'accounts.withdraw',
  'accounts.restore',
  'activity.dispatch',
  'activity.follow',
  'activity.leave',
  'activity.open',
  'activity.publish',
  'activity.rename',
  'activity.part',
  'activity.recheck',
  'activity.shut',
  'cards.trending',
  'cards.societies',
  'cards.recommendations',
  'events.places',
  'events.offers',
  'events.remind',
  'digest.weekly',
  'digest.society',
  'digest.followed',
  'digest.followers',
  'mail.reach',
  'mail.send',
  'push.send',
  'upkeep.nudge',
  'upkeep.clocks',
  'upkeep.terms',
  'upkeep.seal',
  'upkeep.tidy',
  'upkeep.task',
];

export type QueueName = 'accounts' | 'activity' | 'cards' | 'digest' | 'events' | 'mail' | 'push' | 'upkeep';
export const queueNames: readonly QueueName[] = ['accounts', 'activity', 'cards', 'digest', 'events', 'mail', 'push', 'upkeep'];
export const queueOf = (job: JobName): QueueName => job.slice(0, job.indexOf('.')) as QueueName;

const defaults: JobsOptions = { attempts: 5, backoff: { type: 'exponential', delay: 1000, jitter: 0.5 }, removeOnComplete: true };
/** Failed jobs of records, mails and pushes stay until they succeed; other work is scheduled again anyway. */
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

/** Key prefix of a queue. The braces are a hash tag: a Redis cluster has all keys of one queue on one node, as scripts require. */
export const queuePrefix = (name: QueueName): string => `{bull:${name}}`;

/** Creates the queues over a fail-fast connection. */
export function createQueues(connection: Redis | Cluster): Map<QueueName, Queue> {
  const queues = new Map(
    queueNames.map((name) => {
      const defaultJobOptions = { ...defaults, ...failedJobRetention[name] };
      return [name, new Queue(name, { connection, prefix: queuePrefix(name), defaultJobOptions })];
    }),
  );
  for (const queue of queues.values()) queue.on('error', () => {});
  return queues;
}

/** One queue, for adding, scheduling and inspecting jobs. Throws before `openBus`. */
export const queue = (name: QueueName): Queue => bus().queues.get(name) as Queue;

/** Job data plus the id of the request that caused the job. */
export type Traced<Data> = Data & { request?: string };

/** Adds a job; a no-op if a job with the same id waits, runs or has failed. Rejects while Redis is away. */
export async function addJob<N extends JobName>(name: N, data: JobData[N], options: JobsOptions = {}): Promise<void> {
  const request = currentRequestId();
  const traced: Traced<JobData[N]> = request === undefined ? data : { ...data, request };
  await queue(queueOf(name)).add(name, traced, options);
}

/**
 * Adds the job that computes a person's recommendations; a no-op while one waits or runs, so that there is never more than one
 * per person. A change that a running job has not read makes the card stale, and whoever shows it asks again.
 */
export const askForRecommendations = (user: string, staleSince?: Date, options: JobsOptions = {}): Promise<void> =>
  addJob(
    'cards.recommendations',
    { user, ...(staleSince && { staleSince: staleSince.getTime() }) },
    { ...options, deduplication: { id: `recommendations-${user}` } },
  );
