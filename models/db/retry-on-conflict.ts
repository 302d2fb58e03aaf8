import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '#models/contract/failure';
import { isDuplicate } from './locks.js';

/** Result of an attempt whose write found that something had changed since its read. */
export const conflict = Symbol('conflict');

const maxAttempts = 20;
const maxDelayMs = 64;

/**
 * Runs an optimistic write until it meets no conflict, and returns its result. `attempt` reads, computes, and writes under the
 * condition that what it read is unchanged; each attempt must read again. It reports a conflict by returning `conflict` or by
 * the duplicate key error of a unique index. Any other error is thrown at once.
 *
 * Waits between attempts with full jitter, at most 1 ms at first and twice as long each time, so that callers who collided
 * do not collide again. Fails with `unavailable` after twenty attempts.
 */
export async function retryOnConflict<T>(attempt: () => PromiseLike<T | typeof conflict>): Promise<T> {
  for (let made = 1; ; made++) {
    const result = await catchDuplicate(attempt);
    if (result !== conflict) return result;
    if (made === maxAttempts) return fail('unavailable');
    await sleep(Math.random() * Math.min(2 ** (made - 1), maxDelayMs));
  }
}

async function catchDuplicate<T>(attempt: () => PromiseLike<T | typeof conflict>): Promise<T | typeof conflict> {
  try {
    return await attempt();
  } catch (error) {
    if (isDuplicate(error)) return conflict;
    throw error;
  }
}
