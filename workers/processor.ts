import type { Job, Worker } from 'bullmq';
import type { JobName, Traced } from '#models/bus/jobs';
import { runForRequest } from '#models/bus/trace';
import type { Handlers, JobSettings } from './handlers.js';
import type { Log } from './log.js';
import { jobSeconds } from './metrics.js';

/** The request that a job follows from; what comes by itself says so. */
const requestOf = (job: Job<Traced<object>>): string | undefined => job.data.request ?? (job.repeatJobKey ? 'scheduler' : undefined);

/** Does a job by its handler, on behalf of the request that it follows from; throws what the handler throws, also where there is none. */
export function makeProcessor(handlers: Handlers, log: Log, settings: JobSettings): (job: Job<Traced<object>>) => Promise<void> {
  return async (job) => {
    const handler = handlers[job.name as JobName] as Handlers[JobName] | undefined;
    if (!handler) throw new Error(`No handler for job ${job.name}`);
    const { request, ...data } = job.data;
    await runForRequest(requestOf(job), () => handler(data as never, log, settings));
  };
}

const msOf = ({ processedOn, finishedOn }: Job): number => (processedOn === undefined ? 0 : (finishedOn ?? Date.now()) - processedOn);

/** A line of the log and a figure for each job that a worker has done, or that has failed; `done` counts them. */
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
  // Redis being away is said once, by its connection.
  worker.on('error', () => {});
}
