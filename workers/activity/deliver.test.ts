import { afterEach, expect, it, vi } from 'vitest';
import { type Id, newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { setUpTestBus } from '#models/testing/bus';
import { type Delivery, writeDeliveries } from './deliver.js';

setUpTestBus();
afterEach(() => {
  vi.restoreAllMocks();
});

const deliveryTo = (key: string): Delivery => ({
  id: String(newId()),
  actor: newId(),
  at: new Date(),
  spec: { key, type: 'post_liked', params: {}, link: '/', why: 'author', society: null, audience: async function* () {} },
});

/** Lets the first two reads of delivered notifications go on together. */
function joinReadsOfDelivered(): void {
  const find = Notifications.find.bind(Notifications) as (...args: unknown[]) => { lean(): Promise<unknown> };
  let release = (): void => {};
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reads = 0;
  vi.spyOn(Notifications, 'find').mockImplementation(((filter: { tellings?: unknown }, ...rest: unknown[]) => {
    if (!filter.tellings) return find(filter, ...rest);
    const found = (async () => {
      const docs = await find(filter, ...rest).lean();
      reads += 1;
      if (reads === 2) release();
      await both;
      return docs;
    })();
    return { lean: () => found };
  }) as never);
}

it('a large batch that grows open notifications shares no command with a small one', async () => {
  const people = Array.from({ length: 22 }, () => newId());
  const [few, many]: [Id[], Id[]] = [people.slice(0, 1), people.slice(1)];
  for (const users of [few, many]) await writeDeliveries(deliveryTo('like:1'), users);
  joinReadsOfDelivered();
  const sizes: number[] = [];
  const write = Notifications.collection.bulkWrite.bind(Notifications.collection);
  vi.spyOn(Notifications.collection, 'bulkWrite').mockImplementation((operations, options) => {
    sizes.push(operations.length);
    return write(operations, options);
  });
  await Promise.all([few, many].map((users) => writeDeliveries(deliveryTo('like:1'), users)));
  expect(sizes).toEqual([2, 2]);
  expect(await Notifications.countDocuments({ count: 2 })).toBe(22);
});
