import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notificationRead } from '#models/contract/notifications';
import { type Id, newId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import type { UserDoc } from '#models/db/users';
import { buildBlock, buildLike, buildPost, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { overlap, type WriteOrder } from '#models/testing/overlap';
import { type Delivery, writeDeliveries } from './deliver.js';
import { dispatch } from './dispatch.js';
import { retract, retractBlocked } from './retract.js';

const bus = setUpTestBus();

let post: Awaited<ReturnType<typeof buildPost>>;
let [lina, omar, sara] = [] as unknown as [UserDoc, UserDoc, UserDoc];
let first: NotificationDoc | null;
const likes = new Map<UserDoc, Id>();

async function like(user: UserDoc): Promise<void> {
  const { _id } = await buildLike({ post, user: user._id });
  likes.set(user, _id);
  await dispatch({ kind: 'like', id: String(_id), version: 1 });
}
const unlike = (user: UserDoc): Promise<void> => retract(String(likes.get(user)), user._id, [post.author]);
async function block(user: UserDoc): Promise<void> {
  await buildBlock({ from: post.author, to: user._id });
  await retractBlocked(post.author, user._id);
}
async function deliver(actor: Id): Promise<void> {
  const spec = { ...first, audience: async function* () {} } as unknown as Delivery['spec'];
  await writeDeliveries({ id: String(newId()), actor, at: new Date(), spec }, [post.author]);
}

beforeEach(async () => {
  post = await buildPost();
  [lina, omar, sara] = [await buildUser(), await buildUser(), await buildUser()];
  for (const user of [lina, omar, sara]) await like(user);
  first = await Notifications.findOne({ user: post.author }).lean();
  expect(first).toMatchObject({ count: 3 });
});

/** Grouped people of the author's notifications; null if there is none. */
async function grouped() {
  const docs = await Notifications.find({ user: post.author }).lean();
  expect(docs.length).toBeLessThan(2);
  const [doc] = docs;
  return doc ? { actors: doc.actors.map(String), count: doc.count, tellings: doc.tellings.length } : null;
}
const people = (...users: { _id: Id }[]): string[] => users.map(({ _id }) => String(_id));

const describeOrder = (order: WriteOrder): void => {
  it('two retractions', async () => {
    await overlap(
      () => unlike(lina),
      () => unlike(omar),
      order,
    );
    expect(await grouped()).toEqual({ actors: people(sara), count: 1, tellings: 1 });
  });

  it('a retraction and a block', async () => {
    await overlap(
      () => unlike(lina),
      () => block(omar),
      order,
    );
    expect(await grouped()).toEqual({ actors: people(sara), count: 1, tellings: 2 });
  });

  it('two blocks', async () => {
    await overlap(
      () => block(lina),
      () => block(omar),
      order,
    );
    expect(await grouped()).toEqual({ actors: people(sara), count: 1, tellings: 3 });
  });

  it('a retraction of the last like and a block of the last actor', async () => {
    await unlike(sara);
    await overlap(
      () => unlike(lina),
      () => block(omar),
      order,
    );
    expect(await grouped()).toBeNull();
  });
};

const races = 'overlapping changes of one grouped notification each have their effect, the %s written first';
describe.each(['first'] as const)(races, describeOrder);
describe.each(['second'] as const)(races, { tags: ['long'] }, describeOrder);

describe('a delivery between the read and the write of', () => {
  it.each([
    ['a retraction', () => unlike(lina), 3],
    ['a block', () => block(lina), 4],
  ])('%s is in the notification afterwards', async (_what, change, tellings) => {
    const other = await buildUser();
    // A delivery has no barrier: it writes while the other call waits at its own.
    await overlap(change, () => deliver(other._id), 'second');
    expect(await grouped()).toEqual({ actors: people(other, sara, omar), count: 3, tellings });
  });

  it.each([
    ['a retraction', () => unlike(lina), 1],
    ['a block', () => block(lina), 2],
  ])('%s that would leave nobody keeps the notification', async (_what, change, tellings) => {
    await unlike(omar);
    await unlike(sara);
    const other = await buildUser();
    await overlap(change, () => deliver(other._id), 'second');
    expect(await grouped()).toEqual({ actors: people(other), count: 1, tellings });
  });
});

it('a notification that is deleted before a block publishes it is removed from screens last', async () => {
  await bus.sent();
  const write = Notifications.collection.findOneAndUpdate.bind(Notifications.collection) as (...args: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(Notifications.collection, 'findOneAndUpdate').mockImplementationOnce((async (...args: unknown[]) => {
    const left = await write(...args);
    await unlike(lina);
    await unlike(sara);
    return left;
  }) as never);
  await block(omar);
  spy.mockRestore();
  expect(await grouped()).toBeNull();
  expect((await bus.sent()).at(-1)?.message).toBe(notificationRead.name);
});
