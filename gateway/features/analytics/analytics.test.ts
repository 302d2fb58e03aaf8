import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { markDeleted } from '#models/commands/delete-account';
import { cardsRecommendations, getActivityFeed, getRecommendations, getTrendingPosts, notInterested } from '#models/contract/analytics';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { activityCards, putOnCard } from '#models/db/activities.loaders';
import { type CardItem, Cards } from '#models/db/cards';
import { models, newId } from '#models/db/model';
import { exportPerson } from '#models/db/person-data.loaders';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import {
  buildAttendance,
  buildBan,
  buildBlock,
  buildEvent,
  buildJoinRequest,
  buildMember,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const name of ['cards', 'posts', 'activities', 'events', 'societies']) await models.get(name)?.deleteMany({});
});

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);

describe('recent activity', () => {
  /** A post with its activity, on the trending and recommendations cards. */
  async function posted(society: SocietyDoc, at: Date, over: Partial<PostDoc> = {}): Promise<PostDoc> {
    const post = await buildPost({ society, createdAt: at, ...over });
    const open = society.privacy.visibility === 'public';
    const activity: ActivityDoc = {
      _id: newId(),
      actor: post.author,
      verb: 'post.created',
      object: post._id,
      society: society._id,
      open,
      at,
    };
    await Activities.create(activity);
    for (const card of activityCards(activity)) await putOnCard(card, activity);
    return post;
  }

  it('merges open activity and that of own societies, newest first, without removed or blocked content', async () => {
    const [open, own, other] = [
      await buildSociety({ name: 'Open' }),
      await buildSociety({ name: 'Own', privacy: { visibility: 'private' } }),
      await buildSociety({ name: 'Other', privacy: { visibility: 'private' } }),
    ];
    const me = await buildMember(own);
    await posted(open, minutesAgo(5));
    await posted(own, minutesAgo(4));
    await posted(other, minutesAgo(3));
    await posted(open, minutesAgo(2), { removedAt: new Date() });
    const blocked = await posted(open, minutesAgo(1));
    await buildBlock({ from: me, to: blocked.author });
    const { data } = await test.call(getActivityFeed, {}, await test.tokenFor(me));
    expect(data.map((item) => `${item.action} ${item.target}`)).toEqual(['posted in Own', 'posted in Open']);
    expect(data[0]).toMatchObject({
      type: 'post',
      verb: 'post.created',
      user: expect.any(String),
      link: expect.stringMatching(/^\/posts\//),
    });
  });

  it('is filled up with the newest posts, each once', async () => {
    const society = await buildSociety();
    await buildPost({ society, createdAt: minutesAgo(5) });
    await posted(society, minutesAgo(1));
    const { data } = await test.call(getActivityFeed, { limit: 3 }, await test.tokenFor(await buildUser()));
    expect(data).toHaveLength(2);
    expect(new Set(data.map((item) => item.link)).size).toBe(2);
  });

  it('folds repeated activity of one person in a society into one line, and still fills the page', async () => {
    const [busy, calm] = [await buildSociety({ name: 'Busy' }), await buildSociety({ name: 'Calm' })];
    const author = (await buildMember(busy))._id;
    const earlier = [];
    for (let at = 0; at < 6; at++) earlier.push(await posted(calm, minutesAgo(60 + at)));
    const posts: PostDoc[] = [];
    for (let at = 0; at < 25; at++) posts.unshift(await posted(busy, minutesAgo(30 - at), { author }));
    const { data } = await test.call(getActivityFeed, {}, await test.tokenFor(await buildUser()));
    expect(data.map((item) => `${item.action} ${item.target}`)).toEqual(['posted 25 times in Busy', ...Array(5).fill('posted in Calm')]);
    const links = [data[0]!.link, ...data[0]!.others.map(({ link }) => link)];
    expect(links).toEqual(posts.map(({ _id }) => `/posts/${_id}`));
    expect([data[0]!.count, data[1]!.count, data[1]!.others]).toEqual([25, 1, []]);
  });

  it('drops a post of the card when its society became private', async () => {
    const society = await buildSociety();
    await posted(society, minutesAgo(1));
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'private' } });
    expect((await test.call(getActivityFeed, {}, await test.tokenFor(await buildUser()))).data).toEqual([]);
  });

  it('needs a session', async () => {
    expect((await test.call(getActivityFeed, {})).status).toBe(401);
    const me = await buildUser();
    const token = await test.tokenFor(me);
    expect((await test.call(getActivityFeed, { user_id: String(me._id) }, token)).status).toBe(200);
    expect((await test.call(getActivityFeed, { user_id: String(newId()) }, token)).status).toBe(403);
  });
});

describe('trending posts', () => {
  const card = (posts: PostDoc[]) =>
    Cards.create({
      _id: 'trending',
      computedAt: new Date(),
      items: posts.map((post, i): CardItem => ({ id: post._id, kind: 'post', score: 10 - i, at: post.createdAt })),
    });

  it('are the card’s posts in its order, as this viewer sees them', async () => {
    const long = 'x'.repeat(60);
    const [first, second, third] = [await buildPost({ content: long }), await buildPost(), await buildPost()];
    await card([second, first, third]);
    const { data } = await test.call(getTrendingPosts, { limit: 2 });
    expect(data.map((post) => post.ID)).toEqual([String(second._id), String(first._id)]);
    expect(data[1]).toMatchObject({ title: `${'x'.repeat(50)}...`, score: 9, Is_Liked: false });
  });

  it('leave out posts that are removed, no longer open, or blocked', async () => {
    const posts = await Promise.all([buildPost(), buildPost(), buildPost(), buildPost()]);
    await card(posts);
    await Posts.updateOne({ _id: posts[0]._id }, { $set: { removedAt: new Date() } });
    await Societies.updateOne({ _id: posts[1].society }, { $set: { 'privacy.visibility': 'private' } });
    const me = await buildUser();
    await buildBlock({ from: posts[2].author, to: me });
    const { data } = await test.call(getTrendingPosts, {}, await test.tokenFor(me));
    expect(data.map((post) => post.ID)).toEqual([String(posts[3]._id)]);
  });

  it('are the most liked of the newest open posts where there is no card', async () => {
    await buildPost({ likes: 1 });
    const most = await buildPost({ likes: 9 });
    await buildPost({ likes: 99, society: await buildSociety({ privacy: { visibility: 'private' } }) });
    const { data } = await test.call(getTrendingPosts, { limit: 1 });
    expect(data.map((post) => post.ID)).toEqual([String(most._id)]);
  });
});

describe('recommendations', () => {
  it('are the card’s societies and events with a reason, without those that no longer apply', async () => {
    const [joined, asked, banned, hidden, good] = await Promise.all([
      buildSociety(),
      buildSociety(),
      buildSociety(),
      buildSociety({ privacy: { visibility: 'invite-only' } }),
      buildSociety({ name: 'Chess' }),
    ]);
    const me = await buildMember(joined);
    await buildJoinRequest({ society: asked, user: me });
    await buildBan({ society: banned, user: me });
    const [past, going, coming] = [
      await buildEvent({ society: good, startsAt: minutesAgo(60) }),
      await buildEvent({ society: good }),
      await buildEvent({ society: good, title: 'Open day' }),
    ];
    await buildAttendance({ event: going, user: me });
    const at = new Date();
    const societies = [joined, asked, banned, hidden, good].map(
      ({ _id }): CardItem => ({ id: _id, kind: 'society', score: 1, at, reason: 'follows_members', params: { count: '3' } }),
    );
    const events = [past, going, coming].map(({ _id }): CardItem => ({ id: _id, kind: 'event', score: 1, at, reason: 'soon' }));
    await Cards.create({ _id: `recommendations:${me._id}`, items: [...societies, ...events], computedAt: at });
    const { data } = await test.call(getRecommendations, { limit: 10 }, await test.tokenFor(me));
    expect(data).toMatchObject([
      {
        type: 'society',
        title: 'Chess',
        reason: '3 people you follow are members',
        reason_code: 'follows_members',
        params: { count: '3' },
      },
      { type: 'event', title: 'Open day', reason: 'Coming up soon', members: null, date: expect.any(String) },
    ]);
  });

  it('give no reason that the viewer may not see any more', async () => {
    const me = await buildUser();
    const society = await buildSociety({ privacy: { memberListVisible: true } });
    const item: CardItem = {
      id: society._id,
      kind: 'society',
      score: 1,
      at: new Date(),
      reason: 'follows_members',
      params: { count: '3' },
    };
    await Cards.create({ _id: `recommendations:${me._id}`, items: [item], computedAt: new Date() });
    const token = await test.tokenFor(me);
    const reason = async () => (await test.call(getRecommendations, {}, token)).data[0];
    expect(await reason()).toMatchObject({ reason_code: 'follows_members', params: { count: '3' } });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.memberListVisible': false } });
    expect(await reason()).toMatchObject({ reason_code: 'popular', params: {} });
  });

  it('are societies without the caller and the next event where there is no card, and request one', async () => {
    const me = await buildMember(await buildSociety());
    const other = await buildSociety({ members: 50 });
    await buildSociety({ privacy: { visibility: 'invite-only' }, members: 99 });
    const event = await buildEvent({ society: other });
    const { data } = await test.call(getRecommendations, { user_id: String(me._id) }, await test.tokenFor(me));
    expect(data.map((item) => item.id)).toEqual([String(other._id), String(event._id)]);
    expect(await queue('cards').getJob(`recommendations-${me._id}-first`)).toBeDefined();
  });

  it('leave out a hidden item at once, publish it to the own screens, and show it again after an undo', async () => {
    const [society, other] = [await buildSociety({ members: 9 }), await buildSociety({ members: 5 })];
    const event = await buildEvent({ society });
    const me = await buildUser();
    const token = await test.tokenFor(me);
    const socket = await openSocket(test.url, { token });
    const ids = async () => (await test.call(getRecommendations, { limit: 10 }, token)).data.map(({ id }) => id);
    expect(await ids()).toEqual([String(society._id), String(other._id), String(event._id)]);
    const refused = { type: 'society', id: String(society._id) } as const;
    for (const input of [refused, refused, { type: 'event', id: String(event._id) } as const]) {
      expect((await test.call(notInterested, input, token)).data).toEqual({ not_interested: true });
      await socket.next(cardsRecommendations);
    }
    expect(await ids()).toEqual([String(other._id)]);
    expect((await Users.findById(me._id).lean())?.notInterested?.map(String)).toEqual([String(event._id), String(society._id)]);
    expect((await test.call(notInterested, { ...refused, undo: true }, token)).data).toEqual({ not_interested: false });
    expect(await ids()).toEqual([String(society._id), String(other._id)]);
    socket.close();
  });

  it('store the newest 500 hidden items, in the export too, and none of a deleted account', async () => {
    const me = await buildUser();
    const earlier = Array.from({ length: 500 }, newId);
    await Users.updateOne({ _id: me._id }, { $set: { notInterested: earlier } });
    const society = await buildSociety();
    const token = await test.tokenFor(me);
    await test.call(notInterested, { type: 'society', id: String(society._id) }, token);
    const expectedIds = [society._id, ...earlier.slice(0, 499)].map(String);
    expect((await Users.findById(me._id).lean())?.notInterested?.map(String)).toEqual(expectedIds);
    expect((await exportPerson(me._id)).users).toMatchObject([{ notInterested: expectedIds }]);
    await transaction((session) => markDeleted(session, me._id, false));
    expect((await Users.findById(me._id).lean())?.notInterested).toEqual([]);
  });

  it('of removed objects cannot be hidden, but an earlier hiding can be undone', async () => {
    const token = await test.tokenFor(await buildUser());
    const gone = { type: 'event', id: String(newId()) } as const;
    expect((await test.call(notInterested, gone, token)).status).toBe(404);
    expect((await test.call(notInterested, { ...gone, undo: true }, token)).data).toEqual({ not_interested: false });
  });

  it('of another person are refused', async () => {
    const { status } = await test.call(getRecommendations, { user_id: String(newId()) }, await test.tokenFor(await buildUser()));
    expect(status).toBe(403);
  });
});
