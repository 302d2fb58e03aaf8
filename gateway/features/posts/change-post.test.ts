import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { deletePost, getAllPosts, getPost, postRemoved, postUpdated, updatePost } from '#models/contract/posts';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo } from '#models/contract/societies';
import { Activities } from '#models/db/activities';
import { Notifications } from '#models/db/notifications';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { buildBlock, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { testSettings } from '#models/testing/settings';
import { handlers } from '#workers/handlers';
import { silent } from '#workers/log';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(async () => {
  log.close();
});

/** Rooms of an open post. */
const roomsOf = ({ _id, society }: PostDoc) => [roomOf('society', String(society)), roomOf('feed'), roomOf('post', String(_id))];
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('one post', () => {
  it('is shown to those who may see it, and not found for others', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const [member, author] = [await buildMember(society), await buildMember(society)];
    const post = await buildPost({ society, author, content: 'Inside' });
    const input = { post_id: String(post._id) };
    const own = await test.call(getPost, input, await test.tokenFor(author));
    expect(own.data).toMatchObject({ Content: 'Inside', User: String(author._id), Can: { edit: true, delete: true } });
    expect((await test.call(getPost, input, await test.tokenFor(member))).data.Can).toEqual({ edit: false, delete: false, report: true });
    expect((await test.call(getPost, input)).status).toBe(404);
    expect((await test.call(getPost, input, await test.tokenFor(await buildUser()))).status).toBe(404);
  });
});

describe("a person's posts", () => {
  it('are those that the caller may see, newest first, in pages', async () => {
    const [open, closed, other] = [
      await buildSociety(),
      await buildSociety({ privacy: { visibility: 'private' } }),
      await buildSociety({ privacy: { visibility: 'private' } }),
    ];
    const author = await buildMember(other);
    const fellow = await buildMember(closed);
    for (const [i, society] of [open, closed, other, open].entries())
      await buildPost({ society, author, content: `${i}`, createdAt: hoursAgo(i) });
    const read = async (token?: string) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await test.call(getPostsByUser, { user_id: String(author._id), limit: 1, ...(cursor ? { cursor } : {}) }, token);
        seen.push(...page.data.map(({ Content }) => Content));
        cursor = page.next ?? undefined;
      } while (cursor);
      return seen;
    };
    expect(await read()).toEqual(['0', '3']);
    expect(await read(await test.tokenFor(fellow))).toEqual(['0', '1', '3']);
    expect(await read(await test.tokenFor(author))).toEqual(['0', '2', '3']);
    expect(await read(await test.tokenFor(await buildUser({ role: 'admin' })))).toEqual(['0', '1', '2', '3']);
  });

  it('follow the profile’s privacy: private is 403, a block is 404', async () => {
    const author = await buildUser({
      privacy: { profileVisibility: 'private', showEmail: false, showPhone: false, allowMessages: true } as never,
    });
    const reader = await buildUser();
    const input = { user_id: String(author._id) };
    expect((await test.call(getPostsByUser, input, await test.tokenFor(reader))).status).toBe(403);
    await buildBlock({ from: author, to: reader });
    expect((await test.call(getPostsByUser, input, await test.tokenFor(reader))).status).toBe(404);
    expect((await test.call(getPostsByUser, { user_id: String(reader._id).replace(/./g, 'a') })).status).toBe(404);
  });
});

describe('editing a post', () => {
  it('changes the text, publishes it, and leaves the rest', async () => {
    const post = await buildPost({ content: 'Before', image: '/a.png' });
    const token = await test.tokenFor({ _id: post.author });
    await log.published();
    const { status, data } = await test.call(updatePost, { post_id: String(post._id), content: '  After ' }, token);
    expect([status, data.Content, data.Image, data.version]).toEqual([200, 'After', '/a.png', post.version + 1]);
    expect(data.Edited_At).not.toBeNull();
    const {
      Is_Liked: _liked,
      Like_Version: _version,
      Can: _can,
      ...shared
    } = (await test.call(getPost, { post_id: String(post._id) }, token)).data;
    expect((await log.published()).find(({ message }) => message === postUpdated.name)).toMatchObject({
      payload: shared,
      by: String(post.author),
      rooms: roomsOf(post),
    });
    expect((await Posts.findById(post._id).lean())?.words).toEqual(['after']);
  });

  it('without a difference changes nothing', async () => {
    const post = await buildPost({ content: 'Same' });
    const token = await test.tokenFor({ _id: post.author });
    for (const input of [{}, { content: 'Same' }]) {
      const { data } = await test.call(updatePost, { post_id: String(post._id), ...input }, token);
      expect([data.version, data.Edited_At]).toEqual([post.version, null]);
    }
  });

  it('is refused to others, a day later, and without text', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const old = await buildPost({ society, author: post.author, createdAt: hoursAgo(25) });
    const [author, moderator] = [await test.tokenFor({ _id: post.author }), await test.tokenFor(await buildMember(society, 'moderator'))];
    const edit = async (id: unknown, token: string, content = 'Changed') =>
      (await test.call(updatePost, { post_id: String(id), content }, token)).status;
    expect(await edit(post._id, moderator)).toBe(403);
    expect(await edit(old._id, author)).toBe(403);
    expect(await edit(post._id, author, '  ')).toBe(400);
    expect(await edit(post._id, author)).toBe(200);
  });
});

describe('removing a post', () => {
  it.each([
    ['its author', 200],
    ['moderator', 200],
    ['admin', 200],
    ['member', 403],
    ['an outsider', 403],
  ] as const)('by %s answers %i', async (who, expected) => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const user = who === 'its author' ? { _id: post.author } : who === 'an outsider' ? await buildUser() : await buildMember(society, who);
    const { status } = await test.call(deletePost, { post_id: String(post._id) }, await test.tokenFor(user));
    expect(status).toBe(expected);
    expect((await Posts.findById(post._id).lean())?.removedAt === null).toBe(expected !== 200);
  });

  it('works for a moderator even where a block hides the post', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const moderator = await buildMember(society, 'moderator');
    await buildBlock({ from: post.author, to: moderator });
    expect((await test.call(deletePost, { post_id: String(post._id) }, await test.tokenFor(moderator))).status).toBe(200);
  });

  it('removes it from every list and the society’s count, and retracts notifications; a repeat is 404', async () => {
    const society = await buildSociety();
    const [author, reader] = [await buildMember(society), await buildMember(society)];
    const post = await buildPost({ society, author });
    const token = await test.tokenFor(author);
    const created = await Activities.create({
      actor: author._id,
      verb: 'post.created',
      object: post._id,
      society: society._id,
      open: true,
      at: new Date(),
    });
    await handlers['activity.dispatch']({ kind: 'activity', id: String(created._id), version: 1 }, silent, testSettings);
    expect(await Notifications.countDocuments({ user: reader._id, type: 'post_created' })).toBe(1);
    const before = (await Societies.findById(society._id).lean())!;
    const input = { post_id: String(post._id) };
    const answers = await Promise.all([test.call(deletePost, input, token), test.call(deletePost, input, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    await drain();
    const removed = await Activities.findOne({ object: post._id, verb: 'post.removed' }).lean();
    await handlers['activity.dispatch']({ kind: 'activity', id: String(removed!._id), version: 1 }, silent, testSettings);
    expect(await Notifications.countDocuments({ user: reader._id, type: 'post_created' })).toBe(0);
    expect((await test.call(getSocietyInfo, { society_id: String(society._id) }, token)).data.Post_Count).toBe(before.posts - 1);
    expect((await test.call(getAllPosts, {}, token)).data.map(({ ID }) => ID)).not.toContain(String(post._id));
    expect((await test.call(getPost, input, token)).status).toBe(404);
    expect((await log.published()).findLast(({ message }) => message === postRemoved.name)).toMatchObject({
      payload: { ...input, society_id: String(society._id) },
      rooms: roomsOf(post),
    });
  });
});
