import { setTimeout as sleep } from 'node:timers/promises';

const delaysMs = [100, 400, 1500];

/** Tries again a few times: the database may be away for a moment. Rejects with the last failure. */
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
