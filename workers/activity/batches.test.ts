import { expect, it } from 'vitest';
import { inBatches } from '#models/bus/verb';
import { Bookmarks } from '#models/db/bookmarks';
import { newId } from '#models/db/model';
import { setUpTestBus } from '#models/testing/bus';
import { prefetch } from './batches.js';

setUpTestBus();

it('work that is abandoned ends the source of what is fetched ahead', async () => {
  let isEnded = false;
  async function* source() {
    try {
      yield* [1, 2, 3];
    } finally {
      isEnded = true;
    }
  }
  for await (const each of prefetch(source())) if (each === 1) break;
  expect(isEnded).toBe(true);
});

it('batches that are abandoned close their cursor', async () => {
  const event = newId();
  const docs = Array.from({ length: 1001 }, () => ({ _id: newId(), event, user: newId(), on: true, at: new Date(), version: 1 }));
  await Bookmarks.collection.insertMany(docs);
  const cursor = Bookmarks.find({ event }).lean().cursor({ batchSize: 1000 });
  for await (const batch of inBatches({ cursor: () => cursor })) {
    expect(batch).toHaveLength(1000);
    break;
  }
  expect((cursor as unknown as { cursor: { closed: boolean } }).cursor.closed).toBe(true);
});
