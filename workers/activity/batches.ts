import type { Telling } from '#models/bus/verb';
import type { Id } from '#models/db/model';
import type { Choose } from './audience.js';

/** An audience in batches of at most this size. */
export async function* batches(audience: Telling['audience'], { batch }: { batch: number }): AsyncGenerator<Id[]> {
  for await (const users of audience()) {
    for (let i = 0; i < users.length; i += batch) yield users.slice(i, i + batch);
  }
}

/** Those of each batch who are to be told. */
export async function* chosen(source: AsyncIterable<Id[]>, choose: Choose): AsyncGenerator<Id[]> {
  for await (const users of source) yield await choose(users);
}

/** The same, with the next one on its way while one is worked on. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let coming = source.next();
  for (;;) {
    const { value, done } = await coming;
    if (done) return;
    coming = source.next();
    // Where the work fails, nobody waits for this one.
    coming.catch(() => {});
    yield value;
  }
}
