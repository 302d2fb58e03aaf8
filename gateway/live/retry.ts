import { setTimeout as sleep } from 'node:timers/promises';

const delaysMs = [100, 400, 1500];

/** Retries a few times, for short outages of the database. Rejects with the last failure. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch {
      await sleep(delayMs);
    }
  }
  return work();
}
