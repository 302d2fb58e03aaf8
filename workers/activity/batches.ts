import type { NotificationSpec } from '#models/bus/verb';
import type { Id } from '#models/db/model';
import type { RecipientFilter } from './recipients.js';

/** A batch of at most so many users shares its store commands with those of other deliveries; a larger one has its own. */
export const smallBatch = 20;

/** An audience in batches of at most this size. */
export async function* batches(audience: NotificationSpec['audience'], { batch }: { batch: number }): AsyncGenerator<Id[]> {
  for await (const users of audience()) {
    for (let i = 0; i < users.length; i += batch) yield users.slice(i, i + batch);
  }
}

/** Recipients of each batch. */
export async function* filterBatches(source: AsyncIterable<Id[]>, filter: RecipientFilter): AsyncGenerator<Id[]> {
  for await (const users of source) yield await filter(users);
}

/** Fetches the next item while the current one is processed. Ends the source when the work is abandoned. */
export async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    let upcoming = source.next();
    for (;;) {
      const { value, done } = await upcoming;
      if (done) return;
      upcoming = source.next();
      // If the work fails, nobody awaits this one.
      upcoming.catch(() => {});
      yield value;
    }
  } finally {
    await source.return(undefined);
  }
}
