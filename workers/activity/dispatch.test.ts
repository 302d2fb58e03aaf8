import { beforeEach, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { type RecordDoc, recordActivity, refOf } from '#models/bus/records';
import { audienceOf } from '#models/bus/verb';
import { activityNew } from '#models/contract/activity';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { Activities, type Verb } from '#models/db/activities';
import { Cards } from '#models/db/cards';
import { Comments } from '#models/db/comments';
import { type LikeDoc, Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { type Id, idOfTime, newId } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import type { PostDoc } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildBlock, buildComment, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { sendDeliveries, writeDeliveries } from './deliver.js';
import { dispatch, dispatchDefaults } from './dispatch.js';
import { retract } from './retract.js';

const bus = setUpTestBus();
beforeEach(async () => {
  await Notifications.deleteMany({});
  await bus.sent();
});

const of = (user: { _id: Id }): Promise<NotificationDoc[]> => Notifications.find({ user: user._id }).sort({ at: 1 }).lean();
const likeRecord = (doc: LikeDoc): RecordDoc => ({ kind: 'like', doc });

async function record(verb: Verb, object: Id, actor: Id, society: Id | null, open = true, params = {}): Promise<RecordDoc> {
  return transaction((session) => recordActivity(session, { actor, verb, object, society, open, params }));
}

/** Sets a like as the action does. */
async function like(post: PostDoc, user: UserDoc, on = true): Promise<LikeDoc> {
  const now = new Date();
  const changed = await Likes.findOneAndUpdate(
    { post: post._id, user: user._id },
    { $set: { on, at: now, due: now }, $inc: { version: 1 } },
    { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false },
  ).lean();
  return changed!;
}

describe('dispatch of a like', () => {
  let society: SocietyDoc;
  let author: UserDoc;
  let post: PostDoc;
  beforeEach(async () => {
    society = await buildSociety();
    author = await buildMember(society);
    post = await buildPost({ society, author, content: 'The bus leaves at eight.' });
  });

  it('a like notifies the author once, publishes it and clears due', async () => {
    const liker = await buildUser({ name: 'Lina' });
    const doc = await like(post, liker);
    await dispatch(refOf(likeRecord(doc)));
    const [notification, ...more] = await of(author);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({ type: 'post_liked', count: 1, unread: true, open: true, tellings: [String(doc._id)] });
    const [sent] = await bus.sentOf(notificationNew);
    expect(sent?.rooms).toEqual([`user:${author._id}`]);
    expect(sent?.payload.notification).toMatchObject({
      ID: String(notification?._id),
      message: 'Lina liked your post: “The bus leaves at eight.”',
      link: `/posts/${post._id}`,
      read: false,
    });
    expect((await Likes.findById(doc._id).lean())?.due).toBeUndefined();
  });

  it('a like is delivered once however often and on however many workers it is dispatched', async () => {
    const doc = await like(post, await buildUser());
    await Promise.all(Array.from({ length: 10 }, () => dispatch(refOf(likeRecord(doc)))));
    expect(await of(author)).toMatchObject([{ count: 1, tellings: [String(doc._id)] }]);
  });

  it('concurrent likes of many people share one notification that counts each', async () => {
    const likers = await Promise.all(Array.from({ length: 30 }, (_, i) => buildUser({ name: `L${i}` })));
    const docs = await Promise.all(likers.map((user) => like(post, user)));
    await Promise.all(docs.map((doc) => dispatch(refOf(likeRecord(doc)))));
    const [notification, ...more] = await of(author);
    expect(more).toEqual([]);
    expect(notification?.count).toBe(30);
    expect(new Set(notification?.tellings)).toEqual(new Set(docs.map((doc) => String(doc._id))));
  });

  it('like, unlike, like is delivered once', async () => {
    const liker = await buildUser();
    for (const on of [true, false, true]) await dispatch(refOf(likeRecord(await like(post, liker, on))));
    expect(await of(author)).toMatchObject([{ count: 1 }]);
  });

  it('like, unlike, like after reading notifies nobody again', async () => {
    const liker = await buildUser();
    await dispatch(refOf(likeRecord(await like(post, liker))));
    await Notifications.updateMany({}, { $unset: { unread: 1, open: 1 } });
    for (const on of [false, true]) await dispatch(refOf(likeRecord(await like(post, liker, on))));
    expect(await of(author)).toHaveLength(1);
  });

  it('a repeated like after reading notifies nobody, and leaves newer notifications unchanged', async () => {
    const [first, second] = [await buildUser(), await buildUser()];
    await dispatch(refOf(likeRecord(await like(post, first))));
    await Notifications.updateMany({ user: author._id }, { $unset: { open: 1, unread: 1 } });
    await dispatch(refOf(likeRecord(await like(post, second))));
    await dispatch(refOf(likeRecord(await like(post, first, false))));
    const again = await like(post, first);
    await dispatch(refOf(likeRecord(again)));
    expect((await of(author)).map(({ actors }) => actors)).toEqual([[first._id], [second._id]]);
    expect((await Likes.findById(again._id).lean())?.due).toBeUndefined();
  });

  it('an unlike is retracted from unread notifications, and an empty one is deleted', async () => {
    const [first, second] = [await buildUser({ name: 'Lina' }), await buildUser({ name: 'Omar' })];
    for (const user of [first, second]) await dispatch(refOf(likeRecord(await like(post, user))));
    await bus.sent();
    await dispatch(refOf(likeRecord(await like(post, second, false))));
    const [notification] = await of(author);
    expect(notification).toMatchObject({ count: 1, actors: [first._id] });
    const [shrunk] = await bus.sentOf(notificationNew);
    expect(shrunk?.payload.notification.message).toMatch(/^Lina liked/);
    await dispatch(refOf(likeRecord(await like(post, first, false))));
    expect(await of(author)).toEqual([]);
    expect((await bus.sentOf(notificationRead))[0]?.payload.notification_ids).toEqual([String(notification?._id)]);
  });

  it('an unlike between write and send removes the notification from the screen', async () => {
    const liker = await buildUser();
    const { _id } = await like(post, liker);
    const spec = { key: `like:${post._id}`, type: 'post_liked', params: {}, link: '/', why: 'author', society: null } as const;
    const delivery = { id: String(_id), actor: liker._id, at: new Date(), spec: { ...spec, audience: () => audienceOf(author._id) } };
    const written = await writeDeliveries(delivery, [author._id]);
    await retract(String(_id), liker._id, [author._id]);
    await bus.sent();
    await sendDeliveries(written);
    const [id] = written.map((doc) => String(doc._id));
    expect((await bus.sentOf(notificationRead)).map(({ payload }) => payload.notification_ids)).toEqual([[id]]);
  });

  it('an unlike leaves notifications that mail or push has claimed', async () => {
    const liker = await buildUser();
    await dispatch(refOf(likeRecord(await like(post, liker))));
    await Notifications.updateMany({}, { $set: { claimed: true } });
    await dispatch(refOf(likeRecord(await like(post, liker, false))));
    expect(await of(author)).toHaveLength(1);
  });

  it('an outdated job delivers the current state', async () => {
    const liker = await buildUser();
    const first = refOf(likeRecord(await like(post, liker)));
    const second = await like(post, liker, false);
    await dispatch(first);
    expect(await of(author)).toEqual([]);
    expect((await Likes.findById(second._id).lean())?.due).toBeDefined();
  });

  it('a new notification starts after 24 hours, after 200 deliveries, and after reading', async () => {
    const old = idOfTime(Date.now() - 25 * 3600_000);
    const tellings = (n: number) => Array.from({ length: n }, () => String(newId()));
    const base = { user: author._id, key: `like:${post._id}`, type: 'post_liked' as const, why: 'author', open: true as const };
    await Notifications.create({ ...base, _id: old, tellings: tellings(1), at: new Date(), count: 1, actors: [], unread: true });
    await dispatch(refOf(likeRecord(await like(post, await buildUser()))));
    expect((await of(author)).map((doc) => doc.count)).toEqual([1, 1]);
    await Notifications.updateMany({ open: true }, { $set: { tellings: tellings(199) } });
    await dispatch(refOf(likeRecord(await like(post, await buildUser()))));
    expect(await Notifications.countDocuments({ open: true })).toBe(0);
    await dispatch(refOf(likeRecord(await like(post, await buildUser()))));
    expect(await of(author)).toHaveLength(3);
  });

  it('a like by oneself, across a block, or of a muted type notifies nobody', async () => {
    await dispatch(refOf(likeRecord(await like(post, author))));
    const blocked = await buildUser();
    await buildBlock({ from: author, to: blocked });
    await dispatch(refOf(likeRecord(await like(post, blocked))));
    await Users.updateOne({ _id: author._id }, { $set: { 'preferences.offTypes': ['post_liked'] } });
    await dispatch(refOf(likeRecord(await like(post, await buildUser()))));
    expect(await of(author)).toEqual([]);
  });

  it('likes of an open post enqueue the trending card once a slot', async () => {
    await queue('cards').obliterate({ force: true });
    // A day, so that no slot ends between the likes.
    const slot = { ...dispatchDefaults, trendingSlotMs: 24 * 3600_000 };
    for (let i = 0; i < 3; i++) await dispatch(refOf(likeRecord(await like(post, await buildUser()))), slot);
    expect(await queue('cards').getDelayedCount()).toBe(1);
    await queue('cards').obliterate({ force: true });
    const inside = await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) });
    await dispatch(refOf(likeRecord(await like(inside, await buildUser()))), slot);
    expect(await queue('cards').getDelayedCount()).toBe(0);
  });
});

describe('dispatch of a post', () => {
  it('a post notifies members by their settings and appears on the feed cards', async () => {
    const society = await buildSociety({ name: 'Chess' });
    const author = await buildMember(society, 'member', { name: 'Lina' });
    const wants = await buildMember(society);
    const off = await buildMember(society, 'member', {
      notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: false, eventReminders: true },
    });
    const mutes = await buildMember(society, 'member', { preferences: { locale: null, mutedSocieties: [society._id], offTypes: [] } });
    const suspended = await buildMember(society, 'member', { suspendedAt: new Date() });
    const post = await buildPost({ society, author });
    await dispatch(refOf(await record('post.created', post._id, author._id, society._id)));
    expect(await of(wants)).toMatchObject([{ type: 'post_created', params: { society: 'Chess' } }]);
    for (const user of [author, off, mutes, suspended]) expect(await of(user)).toEqual([]);
  });

  it('a feed card shows open posts newest first, at most 60, without duplicates', async () => {
    const society = await buildSociety({ name: 'Robotics' });
    const author = await buildMember(society, 'member', { name: 'Lina' });
    const records: RecordDoc[] = [];
    for (let i = 0; i < 62; i++) {
      const post = await buildPost({ society, author });
      records.push(await record('post.created', post._id, author._id, society._id));
    }
    await bus.sent();
    for (const each of records) await dispatch(refOf(each));
    await dispatch(refOf(records.at(-1)!));
    const sent = await bus.sentOf(activityNew);
    expect(sent.at(-1)).toMatchObject({
      rooms: ['feed', `society:${society._id}`],
      by: String(author._id),
      payload: { item: { user: 'Lina', action: 'posted in', target: 'Robotics', type: 'post', verb: 'post.created' } },
    });
    const newest = records
      .map(({ doc }) => String(doc._id))
      .reverse()
      .slice(0, 60);
    for (const _id of ['activity', `activity:${society._id}`]) {
      const card = await Cards.findById(_id).lean();
      expect(card?.items.map((item) => String(item.id))).toEqual(newest);
    }
    expect(await Activities.countDocuments({ due: { $exists: true } })).toBe(0);
  });

  it('a post removed before its job ran notifies nobody and stays off the feed', async () => {
    const society = await buildSociety();
    const reader = await buildMember(society);
    const post = await buildPost({ society, removedAt: new Date() });
    await dispatch(refOf(await record('post.created', post._id, post.author, society._id)));
    expect(await of(reader)).toEqual([]);
    expect(await bus.sentOf(activityNew)).toEqual([]);
  });

  const expectEachOnce = async (members: number): Promise<void> => {
    const society = await buildSociety();
    const users = await Users.find({}).lean();
    const template = users[0]!;
    const people = Array.from({ length: members }, () => {
      const _id = newId();
      return {
        ...template,
        _id,
        emailFolded: `${_id}@x`,
        studentId: String(_id),
        preferences: { locale: null, mutedSocieties: [], offTypes: [] },
      };
    });
    await Users.collection.insertMany(people as never);
    const now = new Date();
    await Memberships.collection.insertMany(
      people.map(({ _id }) => ({ society: society._id, user: _id, role: 'member', joinedAt: now, version: 1 })) as never,
    );
    const post = await buildPost({ society });
    const ref = refOf(await record('post.created', post._id, post.author, society._id));
    const begun = Date.now();
    await dispatch(ref);
    const once = Date.now() - begun;
    await Promise.all([dispatch(ref), dispatch(ref)]);
    expect(await Notifications.countDocuments({ key: `post:${society._id}` })).toBe(members + 1);
    expect(once).toBeLessThan(10_000);
  };
  it('a post in a society of 200 members reaches each once, even when dispatched twice at once', () => expectEachOnce(200));
  it(
    'a post in a society of 5,000 members reaches each once, even when dispatched twice at once',
    { tags: ['long'], timeout: 60_000 },
    () => expectEachOnce(5000),
  );
});

describe('dispatch of a comment', () => {
  it('a comment notifies the author and earlier commenters; its removal retracts both', async () => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const earlier = await buildMember(society);
    const commenter = await buildMember(society, 'member', { name: 'Lina' });
    const post = await buildPost({ society, author });
    const parted = await buildMember(society);
    await buildBlock({ from: parted, to: author });
    for (const each of [earlier, parted]) await buildComment({ post, author: each });
    const comment = await buildComment({ post, author: commenter, content: 'I come.' });
    const params = { post: String(post._id) };
    await dispatch(refOf(await record('comment.created', comment._id, commenter._id, society._id, true, params)));
    expect(await of(author)).toMatchObject([{ type: 'post_commented', params: { excerpt: 'I come.' } }]);
    expect(await of(earlier)).toMatchObject([{ type: 'comment_answered' }]);
    for (const nobody of [commenter, parted]) expect(await of(nobody)).toEqual([]);
    await Comments.updateOne({ _id: comment._id }, { $set: { removedAt: new Date() } });
    await dispatch(refOf(await record('comment.removed', comment._id, commenter._id, society._id, true, params)));
    expect(await of(author)).toEqual([]);
    expect(await of(earlier)).toEqual([]);
  });

  it('two comments by one person count one person until both are removed', async () => {
    const society = await buildSociety();
    const author = await buildMember(society);
    const commenter = await buildMember(society);
    const post = await buildPost({ society, author });
    const params = { post: String(post._id) };
    const comments = [await buildComment({ post, author: commenter }), await buildComment({ post, author: commenter })];
    for (const { _id } of comments) await dispatch(refOf(await record('comment.created', _id, commenter._id, society._id, true, params)));
    expect(await of(author)).toMatchObject([{ count: 1, tellings: { length: 2 } }]);
    await Comments.updateOne({ _id: comments[0]!._id }, { $set: { removedAt: new Date() } });
    await dispatch(refOf(await record('comment.removed', comments[0]!._id, commenter._id, society._id, true, params)));
    expect(await of(author)).toMatchObject([{ count: 1, tellings: { length: 1 } }]);
  });

  it('a comment in a private society does not notify former members', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const gone = await buildUser();
    const post = await buildPost({ society });
    await buildComment({ post, author: gone });
    const comment = await buildComment({ post });
    await dispatch(refOf(await record('comment.created', comment._id, comment.author, society._id, false, { post: String(post._id) })));
    expect(await of(gone)).toEqual([]);
    expect(await Notifications.countDocuments({ user: post.author })).toBe(1);
  });
});
