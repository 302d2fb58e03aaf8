import type { Id } from '#models/db/model';
import { aside } from './activity.js';
import { addJob } from './jobs.js';

/** The natural id of one round of the job that forgets a person. */
export const forgetJobId = (user: Id, round: number): string => `forget-${user}-${round}`;

/** Asks the workers to go through all that a deleted account left. What is lost here, the sweeper asks for again. */
export const askToForget = (user: Id, round = 0, delay = 0): void =>
  aside(addJob('accounts.forget', { user: String(user) }, { jobId: forgetJobId(user, round), delay }));
