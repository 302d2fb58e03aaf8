import { beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { pinPost, unpinPost } from '#models/contract/pins';
import { createPost, getAllPosts, getPost, getPostsBySociety } from '#models/contract/posts';
import { Activities } from '#models/db/activities';
import { Notifications } from '#models/db/notifications';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

let society: SocietyDoc;
let moderator: string;
beforeEach(async () => {
  society = await buildSociety();
  moderator = await test.tokenFor(await buildMember(society, 'moderator'));
});

describe('pinned posts', () => {
  /** Posts of the society, oldest first. */
  const buildPosts = (count: number): Promise<PostDoc[]> =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        buildPost({ society, content: `post ${i}`, createdAt: new Date(Date.now() - (count - i) * 60_000) }),
      ),
    );
  const pin = (post: PostDoc, until = inDays(7)) => test.call(pinPost, { post_id: String(post._id), pinned_until: until }, moderator);
  const timeline = async (input: { limit?: number; cursor?: string } = {}) =>
    test.call(getPostsBySociety, { society_id: String(society._id), ...input }, moderator);

  it('come first on the timeline, newest first, and once over all pages', async () => {
    const [oldest, second] = await buildPosts(6);
    await pin(oldest!);
    await pin(second!);
    const first = await timeline({ limit: 2 });
    expect(first.data.map(({ Content }) => Content)).toEqual(['post 1', 'post 0', 'post 5', 'post 4']);
    const next = await timeline({ limit: 20, cursor: first.next! });
    expect(next.data.map(({ Content }) => Content)).toEqual(['post 3', 'post 2']);
  });

  it('leave the feed in its order', async () => {
    await Posts.deleteMany({});
    const [oldest] = await buildPosts(3);
    await pin(oldest!);
    expect((await test.call(getAllPosts, {}, moderator)).data.map(({ Content }) => Content)).toEqual(['post 2', 'post 1', 'post 0']);
  });

  it('are three at most: a fourth is refused with words', async () => {
    const [a, b, c, d] = await buildPosts(4);
    for (const post of [a, b, c]) expect((await pin(post!)).status).toBe(200);
    const { status, error } = await pin(d!);
    expect([status, error.code, error.error_message]).toEqual([
      409,
      'pins_full',
      'This society has three pinned posts already. Please unpin one of them first.',
    ]);
    expect((await pin(a!, inDays(3))).status).toBe(200);
    const unpinned = await test.call(unpinPost, { post_id: String(b!._id) }, moderator);
    expect(unpinned.data.Pinned_Until).toBe(unpinned.data.CreatedAt);
    expect((await pin(d!)).status).toBe(200);
  });

  it('are three at most, even if ten are pinned at once', async () => {
    const posts = await buildPosts(10);
    const answers = await Promise.all(posts.map((post) => pin(post)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await Posts.countDocuments({ society: society._id, pinnedUntil: { $gt: new Date() } })).toBe(3);
  });

  it('are unpinned by themselves at their end', async () => {
    const [oldest] = await buildPosts(2);
    await pin(oldest!);
    const past = new Date(Date.now() - 1000);
    await Posts.updateOne({ _id: oldest!._id }, { $set: { pinnedUntil: past } });
    await Societies.updateOne({ _id: society._id }, { $set: { pinsUntil: past } });
    expect((await timeline()).data.map(({ Content }) => Content)).toEqual(['post 1', 'post 0']);
  });

  it.each([
    ['now', 0],
    ['in the past', -1],
    ['in more than 90 days', 91],
  ])('cannot end %s', async (_name, days) => {
    const [post] = await buildPosts(1);
    const { status, error } = await pin(post!, inDays(days));
    expect([status, error.fields]).toEqual([400, { pinned_until: 'Please choose a time within the next 90 days' }]);
  });
});

describe('an announcement', () => {
  const announce = (token: string) =>
    test.call(createPost, { society_id: String(society._id), content: 'Elections on Monday', kind: 'announcement' }, token);

  it('has its kind; a plain post has no such field', async () => {
    const { status, data } = await announce(moderator);
    expect([status, data.Kind]).toEqual([201, 'announcement']);
    const plain = await buildPost({ society });
    const { data: other } = await test.call(getPost, { post_id: String(plain._id) }, moderator);
    expect(Object.keys(other)).not.toContain('Kind');
    expect(Object.keys(other)).not.toContain('Pinned_Until');
  });

  it('is refused to a plain member, who may post', async () => {
    const member = await test.tokenFor(await buildMember(society));
    expect((await announce(member)).status).toBe(403);
    expect(await Posts.countDocuments({ society: society._id })).toBe(0);
  });

  it('notifies each member once, with its own notification', async () => {
    const readers = await Promise.all([buildMember(society), buildMember(society), buildMember(society, 'admin')]);
    const { data } = await announce(moderator);
    await drain();
    const record = await Activities.findOne({ verb: 'post.created', object: data.ID }).lean();
    for (let i = 0; i < 2; i++) await dispatch({ kind: 'activity', id: String(record!._id), version: 1 });
    for (const { _id } of readers) {
      const got = await Notifications.find({ user: _id }).lean();
      expect(got.map(({ type, link, params }) => ({ type, link, params }))).toEqual([
        { type: 'announcement', link: `/posts/${data.ID}`, params: { society: society.name, excerpt: 'Elections on Monday' } },
      ]);
    }
  });
});
