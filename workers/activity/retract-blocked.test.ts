import { describe, expect, it, vi } from 'vitest';
import { queue } from '#models/bus/jobs';
import { recordActivity, refOf } from '#models/bus/records';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { Blocks } from '#models/db/blocks';
import { Comments } from '#models/db/comments';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import type { PostDoc } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { buildBlock, buildComment, buildNotification, buildPost, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';
import { retractBlocked } from './retract.js';

const bus = setUpTestBus();

it("a block removes each person from the other's notifications, except personal ones", async () => {
  const [a, b, third] = [await buildUser(), await buildUser(), await buildUser()];
  const alone = await buildNotification({ user: a, actors: [b._id] });
  const together = await buildNotification({ user: a, actors: [b._id, third._id, b._id], count: 2 });
  const decided = await buildNotification({ user: a, type: 'request_rejected', actors: [b._id] });
  const back = await buildNotification({ user: b, actors: [a._id] });
  const others = await buildNotification({ user: a, actors: [third._id] });
  await bus.sent();
  await buildBlock({ from: a, to: b });
  for (let twice = 0; twice < 2; twice++) await retractBlocked(a._id, b._id);
  const left = await Notifications.find({ user: { $in: [a._id, b._id] } }).lean();
  expect(left.map(({ _id }) => String(_id)).sort()).toEqual([together, decided, others].map(({ _id }) => String(_id)).sort());
  expect(left.find(({ _id }) => _id.equals(together._id))).toMatchObject({ actors: [third._id], count: 1 });
  const gone = (await bus.sentOf(notificationRead)).flatMap(({ payload }) => payload.notification_ids);
  expect(gone.toSorted()).toEqual([alone, back].map(({ _id }) => String(_id)).sort());
});

describe('after a block, notifications quote a remaining actor', () => {
  async function says(post: PostDoc, author: UserDoc, content: string): Promise<{ remove(): Promise<void> }> {
    const comment = await buildComment({ post, author, content });
    const happened = async (verb: 'comment.created' | 'comment.removed') => {
      const params = { post: String(post._id) };
      const what = { actor: author._id, verb, object: comment._id, society: post.society, open: true, params };
      await dispatch(refOf(await transaction((session) => recordActivity(session, what))));
    };
    await happened('comment.created');
    return {
      remove: async () => {
        await Comments.updateOne({ _id: comment._id }, { $set: { removedAt: new Date() } });
        await happened('comment.removed');
      },
    };
  }
  async function block(from: Id, to: UserDoc): Promise<void> {
    await buildBlock({ from, to: to._id });
    await retractBlocked(from, to._id);
  }
  const notificationOf = async (user: Id): Promise<NotificationDoc> =>
    (await Notifications.findOne({ user, actors: { $ne: user } }).lean())!;

  it('a remaining actor is quoted to the post author and to earlier commenters', async () => {
    const post = await buildPost();
    const [reader, lina, omar] = [await buildUser(), await buildUser({ name: 'Lina' }), await buildUser({ name: 'Omar' })];
    await says(post, reader, 'First.');
    await says(post, lina, 'How kind.');
    await says(post, omar, 'How rude.');
    expect((await notificationOf(reader._id)).type).toBe('comment_answered');
    await bus.sent();
    for (const user of [post.author, reader._id]) {
      expect(await notificationOf(user)).toMatchObject({ params: { excerpt: 'How rude.' } });
      await block(user, omar);
      expect((await notificationOf(user)).actors).not.toContainEqual(omar._id);
      expect(await notificationOf(user)).toMatchObject({ params: { excerpt: 'How kind.' } });
    }
    const messages = (await bus.sentOf(notificationNew)).map(({ payload }) => payload.notification.message);
    expect(messages.filter((message) => message.includes('Lina') && message.includes('How kind.'))).toHaveLength(2);
    expect(messages.join()).not.toContain('How rude.');
  });

  it('a person blocked earlier is not quoted', async () => {
    const post = await buildPost();
    const [first, second, third] = [await buildUser(), await buildUser(), await buildUser()];
    await says(post, first, 'One.');
    await says(post, second, 'Two.');
    const last = await says(post, third, 'Three.');
    await block(post.author, second);
    expect(await notificationOf(post.author)).toMatchObject({ count: 2, params: { excerpt: 'Three.' } });
    await last.remove();
    expect(await notificationOf(post.author)).toMatchObject({ count: 1, params: { excerpt: 'One.' } });
  });

  it('nobody is quoted if the remaining comments are gone', async () => {
    const [user, lina, omar] = [await buildUser(), await buildUser(), await buildUser()];
    const { _id } = await buildNotification({ user, actors: [omar._id, lina._id], count: 2, params: { excerpt: 'How rude.' } });
    await block(user._id, omar);
    expect(await Notifications.findById(_id).lean()).toMatchObject({ actors: [lina._id], params: { excerpt: '…' } });
  });

  it('a notification without other actors is deleted by a retraction', async () => {
    const post = await buildPost();
    const [lina, omar] = [await buildUser(), await buildUser()];
    await says(post, omar, 'How rude.');
    const kind = await says(post, lina, 'How kind.');
    await block(post.author, omar);
    await kind.remove();
    expect(await Notifications.find({ user: post.author }).lean()).toEqual([]);
  });
});

it('setting a block enqueues the follow-up and a repeat; ending it enqueues none', async () => {
  const block = await buildBlock({ due: new Date() });
  await bus.redis.flushdb();
  const before = await buildNotification({ user: block.from, actors: [block.to] });
  await dispatch({ kind: 'block', id: String(block._id), version: 1 });
  expect(await Notifications.findById(before._id).lean()).toBeNull();
  const again = await queue('activity').getJob(`part-${block._id}-1`);
  expect([again?.data, again?.opts.delay]).toEqual([{ from: String(block.from), to: String(block.to) }, 15_000]);
  expect((await Blocks.findById(block._id).lean())?.due).toBeUndefined();
  await Blocks.updateOne({ _id: block._id }, { $set: { on: false, version: 2, due: new Date() } });
  const after = await buildNotification({ user: block.from, actors: [block.to] });
  await dispatch({ kind: 'block', id: String(block._id), version: 2 });
  await retractBlocked(block.from, block.to);
  expect(await Notifications.findById(after._id).lean()).not.toBeNull();
  expect(await queue('activity').getJob(`part-${block._id}-2`)).toBeUndefined();
});

it('a record whose follow-up failed stays due, so that an emptied queue loses nothing', async () => {
  const block = await buildBlock({ due: new Date() });
  const { _id } = await buildNotification({ user: block.from, actors: [block.to] });
  const spy = vi.spyOn(Notifications.collection, 'deleteOne').mockRejectedValueOnce(new Error('The store is away.'));
  const ref = { kind: 'block', id: String(block._id), version: 1 } as const;
  await expect(dispatch(ref)).rejects.toThrow('The store is away.');
  spy.mockRestore();
  expect((await Blocks.findById(block._id).lean())?.due).toBeDefined();
  await bus.redis.flushdb();
  await dispatch(ref);
  expect([await Notifications.findById(_id).lean(), (await Blocks.findById(block._id).lean())?.due]).toEqual([null, undefined]);
});
