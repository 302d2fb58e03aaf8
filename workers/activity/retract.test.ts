import { describe, expect, it } from 'vitest';
import { recordActivity, refOf } from '#models/bus/records';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import type { Verb } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { Invitations } from '#models/db/invitations';
import { JoinRequests } from '#models/db/join-requests';
import { Likes } from '#models/db/likes';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { type PostDoc, Posts } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import {
  buildBlock,
  buildComment,
  buildInvitation,
  buildJoinRequest,
  buildLike,
  buildMember,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';

const bus = setUpTestBus();

const of = (user: Id): Promise<NotificationDoc[]> => Notifications.find({ user }).sort({ at: 1 }).lean();

async function happened(verb: Verb, object: Id, actor: Id, society: Id, params = {}): Promise<void> {
  const record = await transaction((session) => recordActivity(session, { actor, verb, object, society, open: true, params }));
  await dispatch(refOf(record));
}

const commented = ({ _id, society }: PostDoc, comment: { _id: Id; author: Id }) =>
  happened('comment.created', comment._id, comment.author, society, { post: String(_id) });

async function removed({ _id, society }: PostDoc, comment: { _id: Id; author: Id }): Promise<void> {
  await Comments.updateOne({ _id: comment._id }, { $set: { removedAt: new Date() } });
  await happened('comment.removed', comment._id, comment.author, society, { post: String(_id) });
}

describe('retraction of an invitation', () => {
  async function invited(change: object) {
    const invitation = await buildInvitation();
    const guest = invitation.user as Id;
    await happened('invitation.created', invitation._id, invitation.by, invitation.society);
    const [doc] = await of(guest);
    await Notifications.updateOne({ _id: doc?._id }, change);
    await bus.sent();
    const closes = async (status: 'ended' | 'declined') => {
      await Invitations.updateOne({ _id: invitation._id }, { $set: { status }, $unset: { open: 1 } });
      await happened('invitation.closed', invitation._id, guest, invitation.society);
    };
    return { guest, doc: doc as NotificationDoc, closes };
  }

  it.each([
    ['unread', {}],
    ['read', { $unset: { unread: 1 } }],
    ['mailed', { $set: { claimed: true } }],
  ])('an invitation ended by a ban is deleted from notifications, one that was %s', async (_how, change) => {
    const { guest, doc, closes } = await invited(change);
    await closes('ended');
    expect(await of(guest)).toEqual([]);
    expect((await bus.sentOf(notificationRead)).map(({ payload }) => payload.notification_ids)).toEqual([[String(doc._id)]]);
  });

  it('a declined invitation stays in its notification', async () => {
    const { guest, doc, closes } = await invited({});
    await closes('declined');
    expect((await of(guest)).map(({ _id }) => _id)).toEqual([doc._id]);
  });
});

describe('retraction of a removed comment', () => {
  it('a shared notification no longer quotes a removed comment', async () => {
    const post = await buildPost();
    const [kind, rude] = [await buildComment({ post, content: 'How kind.' }), await buildComment({ post, content: 'How rude.' })];
    await commented(post, kind);
    await commented(post, rude);
    expect(await of(post.author)).toMatchObject([{ count: 2, params: { excerpt: 'How rude.' } }]);
    await bus.sent();
    await removed(post, rude);
    expect(await of(post.author)).toMatchObject([{ count: 1, params: { excerpt: 'How kind.' } }]);
    expect((await bus.sentOf(notificationNew)).map(({ payload }) => payload.notification.params)).toContainEqual({ excerpt: 'How kind.' });
  });

  it.each([
    ['who had seen all of it', 0],
    ['who had not seen the last', 1],
  ])('a removed comment is no news to somebody %s', async (_who, missed) => {
    const post = await buildPost();
    const [kind, rude] = [await buildComment({ post }), await buildComment({ post })];
    await commented(post, kind);
    await commented(post, rude);
    const [before] = await of(post.author);
    await Notifications.updateOne({ _id: before!._id }, { $set: { seenVersion: before!.version - missed } });
    await removed(post, rude);
    const [after] = await of(post.author);
    expect([after!.version - before!.version, after!.version - after!.seenVersion]).toEqual([1, missed]);
  });

  it.each([
    ['was mailed or pushed', { $set: { claimed: true } }],
    ['was read', { $unset: { unread: 1, open: 1 } }],
  ])('a removed comment is not quoted by what %s, whose counts stay', async (_what, change) => {
    const post = await buildPost();
    const [kind, rude] = [await buildComment({ post, content: 'How kind.' }), await buildComment({ post, content: 'How rude.' })];
    await commented(post, kind);
    await commented(post, rude);
    await Notifications.updateMany({ user: post.author }, change);
    await removed(post, kind);
    const [before] = await of(post.author);
    expect(before).toMatchObject({ count: 2, params: { excerpt: 'How rude.' } });
    await bus.sent();
    for (let twice = 0; twice < 2; twice++) await removed(post, rude);
    const { version, seenVersion } = before!;
    const after = { ...before, version: version + 1, seenVersion: seenVersion + 1, params: { excerpt: '…' } };
    expect(await of(post.author)).toEqual([after]);
    const [sent, ...more] = (await bus.sentOf(notificationNew)).map(({ payload }) => payload.notification);
    expect(sent).toMatchObject({ ID: String(before!._id), version: version + 1, read: !before!.unread, params: { excerpt: '…' } });
    expect(more).toEqual([]);
  });

  it('a removed comment is retracted from commenters whose own comments are gone', async () => {
    const post = await buildPost();
    const first = await buildComment({ post });
    await commented(post, first);
    const second = await buildComment({ post, content: 'An answer.' });
    await commented(post, second);
    expect(await of(first.author)).toHaveLength(1);
    await removed(post, first);
    await removed(post, second);
    expect(await of(first.author)).toEqual([]);
  });

  it('a comment whose job runs after its removal notifies nobody', async () => {
    const post = await buildPost();
    const comment = await buildComment({ post });
    await removed(post, comment);
    await commented(post, comment);
    expect(await of(post.author)).toEqual([]);
  });
});

it('read notifications no longer quote a removed post, but still quote an unliked one', async () => {
  const society = await buildSociety();
  const [author, member] = [await buildMember(society), await buildMember(society)];
  const post = await buildPost({ society, author, content: 'How rude.' });
  const like = await buildLike({ post });
  await dispatch({ kind: 'like', id: String(like._id), version: 1 });
  await happened('post.created', post._id, author._id, society._id);
  await Notifications.updateMany({}, { $unset: { unread: 1, open: 1 } });
  await Likes.updateOne({ _id: like._id }, { $set: { on: false, version: 2 } });
  await dispatch({ kind: 'like', id: String(like._id), version: 2 });
  expect(await of(author._id)).toMatchObject([{ count: 1, params: { excerpt: 'How rude.' } }]);
  expect(await of(member._id)).toMatchObject([{ params: { excerpt: 'How rude.' } }]);
  await Posts.updateOne({ _id: post._id }, { $set: { removedAt: new Date() } });
  await happened('post.removed', post._id, author._id, society._id);
  expect(await of(member._id)).toMatchObject([{ count: 1, params: { society: society.name, excerpt: '…' } }]);
});

it('an excerpt never ends in half a character', async () => {
  const post = await buildPost({ content: `a${'🙂'.repeat(100)}` });
  const like = await buildLike({ post });
  await dispatch({ kind: 'like', id: String(like._id), version: 1 });
  const excerpt = (await of(post.author))[0]?.params.excerpt ?? '';
  expect(excerpt).not.toContain('\ufffd');
  expect(excerpt.startsWith('a🙂')).toBe(true);
});

it.each(['approved', 'rejected'] as const)('the requester is notified of being %s, even across a block with the admin', async (status) => {
  const society = await buildSociety();
  const [admin, user] = [await buildMember(society, 'admin'), await buildUser()];
  await buildBlock({ from: user, to: admin });
  const request = await buildJoinRequest({ society, user, status, decidedBy: admin._id });
  expect(await JoinRequests.countDocuments({ user: user._id })).toBe(1);
  await happened('request.decided', request._id, admin._id, society._id);
  expect(await of(user._id)).toMatchObject([{ type: `request_${status}` }]);
});
