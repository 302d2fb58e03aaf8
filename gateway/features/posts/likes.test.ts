import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { streamKey } from '#models/bus/live-stream';
import { drain } from '#models/bus/publish';
import { openRedis } from '#models/bus/redis';
import { likePost, unlikePost } from '#models/contract/posts';
import { Likes } from '#models/db/likes';
import { Posts } from '#models/db/posts';
import { buildBlock, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

/** Messages of one name that were published so far. */
async function sent(name: string): Promise<{ rooms: string[]; payload: Record<string, unknown> }[]> {
  await drain();
  const redis = openRedis(test.redisUrl, 'patient');
  const entries = await redis.xrange(streamKey, '-', '+');
  redis.disconnect();
  return entries.map(([, fields]) => JSON.parse(fields[1] ?? '{}')).filter((each) => each.message === name);
}

describe('liking a post', () => {
  it('counts a like once, publishes it, and enqueues one job', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    const first = await test.call(likePost, { post_id: String(post._id) }, token);
    const again = await test.call(likePost, { post_id: String(post._id) }, token);
    expect(first.data).toMatchObject({ Likes: 1, Is_Liked: true, version: 1 });
    expect(again.data).toEqual(first.data);
    const published = (await sent('post:likes')).filter((each) => each.payload.post_id === String(post._id));
    expect(published.map((each) => each.payload)).toEqual([{ post_id: String(post._id), Likes: 1, CommentsCount: 0, rev: first.data.rev }]);
    const like = await Likes.findOne({ post: post._id }).lean();
    expect(await queue('activity').getJob(`r-${like?._id}-1`)).toBeDefined();
  });

  it('removes a like, and not more than once', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    const input = { post_id: String(post._id) };
    expect((await test.call(unlikePost, input, token)).data).toMatchObject({ Likes: 0, Is_Liked: false });
    await test.call(likePost, input, token);
    expect((await test.call(unlikePost, input, token)).data).toMatchObject({ Likes: 0, Is_Liked: false, version: 2 });
    expect((await test.call(unlikePost, input, token)).data).toMatchObject({ Likes: 0 });
  });

  it('counts 60 people at once as 60', async () => {
    const post = await buildPost();
    const tokens = await Promise.all(Array.from({ length: 60 }, async () => test.tokenFor(await buildUser())));
    await Promise.all(tokens.map((token) => test.call(likePost, { post_id: String(post._id) }, token)));
    expect((await Posts.findById(post._id).lean())?.likes).toBe(60);
  });

  it('ends in the last requested state of one person’s parallel calls', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    const input = { post_id: String(post._id) };
    await Promise.all(Array.from({ length: 20 }, (_, i) => test.call(i % 2 ? unlikePost : likePost, input, token)));
    const last = await test.call(likePost, input, token);
    expect(last.data).toMatchObject({ Likes: 1, Is_Liked: true });
    expect(await Likes.countDocuments({ post: post._id, on: true })).toBe(1);
  });

  it.each([
    ['an unknown post', async () => '0123456789abcdef01234567', 404],
    [
      'a post of a private society',
      async () => String((await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) }))._id),
      404,
    ],
    ['a removed post', async () => String((await buildPost({ removedAt: new Date() }))._id), 404],
    ['a malformed id', async () => 'x', 400],
  ])('refuses %s', async (_name, makeId, expected) => {
    expect((await test.call(likePost, { post_id: await makeId() }, await test.tokenFor(await buildUser()))).status).toBe(expected);
  });

  it('refuses a visitor, and a person with a block with the author', async () => {
    const post = await buildPost();
    const user = await buildUser();
    await buildBlock({ from: user, to: post.author });
    const input = { post_id: String(post._id) };
    expect((await test.call(likePost, input)).status).toBe(401);
    expect((await test.call(likePost, input, await test.tokenFor(user))).status).toBe(404);
  });
});
