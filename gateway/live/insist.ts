import { setTimeout as sleep } from 'node:timers/promises';

const pauses = [100, 400, 1500];

/** Tries again a few times: the database may be away for a moment. Rejects with the last failure. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch {
      await sleep(pause);
    }
  }
  return work();
}
