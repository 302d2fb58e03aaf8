import type { Job, Worker } from 'bullmq';
import type { JobName, Traced } from '#models/bus/jobs';
import { runForRequest } from '#models/bus/trace';
import type { Handlers, JobSettings } from './handlers.js';
import type { Log } from './log.js';
import { jobSeconds } from './metrics.js';

/** Id of the request that caused a job; 'scheduler' for scheduled ones. */
const requestOf = (job: Job<Traced<object>>): string | undefined => job.data.request ?? (job.repeatJobKey ? 'scheduler' : undefined);

/**
 * Processor for BullMQ: runs a job's handler under the id of the request that caused it. Throws what the handler throws, and if
 * there is none.
 */
export function makeProcessor(handlers: Handlers, log: Log, settings: JobSettings): (job: Job<Traced<object>>) => Promise<void> {
  return async (job) => {
    const handler = handlers[job.name as JobName] as Handlers[JobName] | undefined;
    if (!handler) throw new Error(`No handler for job ${job.name}`);
    const { request, ...data } = job.data;
    await runForRequest(requestOf(job), () => handler(data as never, log, settings));
  };
}

const msOf = ({ processedOn, finishedOn }: Job): number => (processedOn === undefined ? 0 : (finishedOn ?? Date.now()) - processedOn);

/** Logs and measures each completed or failed job; `done` counts them. */
export function observeWorker(worker: Worker, log: Log, done: { jobs: number; failed: number }): void {
  const factsOf = (job: Job) => ({ job: job.name, id: job.id, attempt: job.attemptsMade, ms: msOf(job), reqId: requestOf(job) });
  worker.on('completed', (job) => {
    done.jobs += 1;
    jobSeconds.observe({ job: job.name, outcome: 'done' }, msOf(job) / 1000);
    log.debug(factsOf(job), 'job.run completed');
  });
  worker.on('failed', (job, error) => {
    done.failed += 1;
    if (job) jobSeconds.observe({ job: job.name, outcome: 'failed' }, msOf(job) / 1000);
    log.warn({ err: error, ...(job ? factsOf(job) : {}) }, 'job.run failed');
  });
  // The connection logs an outage of Redis, once.
  worker.on('error', () => {});
}
