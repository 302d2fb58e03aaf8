import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getTrendingPosts, getTrendingSocieties } from '#models/contract/trending';
import { type CardItem, Cards } from '#models/db/cards';
import { clearReadCache } from '#models/db/loader';
import { models } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { buildBlock, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
beforeEach(async () => {
  for (const name of ['cards', 'posts', 'activities', 'events', 'societies']) await models.get(name)?.deleteMany({});
  clearReadCache();
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

describe('trending societies', () => {
  const counts = { members: 10, joined: 2, posted: 3, planned: 1 };

  it('are the card’s societies that are public now, with the numbers of their scores', async () => {
    const [first, closed, removed] = [await buildSociety({ name: 'Chess' }), await buildSociety(), await buildSociety()];
    await Cards.create({
      _id: 'trending-societies',
      computedAt: new Date(),
      items: [closed, first, removed].map(({ _id: id }): CardItem => ({ id, kind: 'society', score: 1.5, at: new Date(), counts })),
    });
    await Societies.updateOne({ _id: closed._id }, { $set: { 'privacy.visibility': 'private' } });
    await Societies.updateOne({ _id: removed._id }, { $set: { removedAt: new Date() }, $unset: { active: true } });
    const { data, counts: made } = await test.call(getTrendingSocieties, {});
    expect(data).toEqual([
      {
        ID: String(first._id),
        Name: 'Chess',
        Image: '',
        Category: 'Technology',
        Member_Count: 10,
        New_Members: 2,
        New_Posts: 3,
        Coming_Events: 1,
        score: 1.5,
      },
    ]);
    expect(made.computed_at).toEqual(expect.any(String));
  });

  it('are none where there is no card', async () => {
    expect(await test.call(getTrendingSocieties, {})).toMatchObject({ status: 200, data: [], counts: { computed_at: null } });
  });
});
