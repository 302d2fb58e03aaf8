import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getActivityFeed } from '#models/contract/activity';
import { Activities, type ActivityDoc } from '#models/db/activities';
import { activityCards, putOnCard } from '#models/db/activities.loaders';
import { models, newId } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { buildBlock, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
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
