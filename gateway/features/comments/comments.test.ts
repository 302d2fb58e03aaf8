import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { createComment, deleteComment, getComments } from '#models/contract/comments';
import { Posts } from '#models/db/posts';
import { Users } from '#models/db/users';
import { buildBlock, buildComment, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

describe('comments', () => {
  it('are listed oldest first, in pages', async () => {
    const post = await buildPost();
    for (let i = 0; i < 5; i++) await buildComment({ post, content: `c${i}`, createdAt: new Date(Date.now() + i) });
    const input = { post_id: String(post._id), limit: 3 };
    const first = await test.call(getComments, input);
    const second = await test.call(getComments, { ...input, cursor: first.next ?? '' });
    expect([...first.data, ...second.data].map((comment) => comment.Content)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    expect(second.next).toBeNull();
  });

  it('return the comment and the new counts', async () => {
    const post = await buildPost();
    const user = await buildUser();
    const { status, data } = await test.call(
      createComment,
      { post_id: String(post._id), content: ' Well said ' },
      await test.tokenFor(user),
    );
    expect(status).toBe(201);
    expect(data).toMatchObject({
      Content: 'Well said',
      User: String(user._id),
      User_Name: user.name,
      CommentsCount: 1,
      Likes: 0,
      Can: { delete: true },
    });
    expect((await Posts.findById(post._id).lean())?.comments).toBe(1);
  });

  it('refuse blank text', async () => {
    const post = await buildPost();
    const { status, error } = await test.call(
      createComment,
      { post_id: String(post._id), content: '  ' },
      await test.tokenFor(await buildUser()),
    );
    expect([status, error.fields?.content]).toEqual([400, 'Please write something.']);
  });

  it('of people with a block between are left out', async () => {
    const comment = await buildComment();
    const reader = await buildUser();
    await buildBlock({ from: reader, to: comment.author });
    expect((await test.call(getComments, { post_id: String(comment.post) }, await test.tokenFor(reader))).data).toEqual([]);
  });

  it('can be removed by their author even where a block hides the post', async () => {
    const comment = await buildComment();
    const post = await Posts.findById(comment.post).lean();
    await buildBlock({ from: post!.author, to: comment.author });
    const { status } = await test.call(deleteComment, { comment_id: String(comment._id) }, await test.tokenFor({ _id: comment.author }));
    expect(status).toBe(200);
  });

  it('of a private society are not found for an outsider', async () => {
    const post = await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) });
    expect((await test.call(getComments, { post_id: String(post._id) }, await test.tokenFor(await buildUser()))).status).toBe(404);
  });
});

const deleters = [
  ['visitor', 401],
  ['outsider', 403],
  ['member', 403],
  ['author', 200],
  ['moderator', 200],
  ['admin', 200],
  ['admin of another society', 403],
  ['platform admin', 200],
] as const;

describe('deleting a comment', () => {
  async function tokenOf(
    who: (typeof deleters)[number][0],
    comment: Awaited<ReturnType<typeof buildComment>>,
  ): Promise<string | undefined> {
    const post = await Posts.findById(comment.post).lean();
    if (who === 'visitor') return undefined;
    if (who === 'author') return test.tokenFor({ _id: comment.author });
    if (who === 'member' || who === 'moderator' || who === 'admin') return test.tokenFor(await buildMember(post!.society, who));
    const user = who === 'admin of another society' ? await buildMember(await buildSociety(), 'admin') : await buildUser();
    if (who === 'platform admin') await Users.updateOne({ _id: user._id }, { $set: { role: 'admin' } });
    return test.tokenFor(user);
  }

  it.each(deleters)('%s: %i', async (who, expected) => {
    const comment = await buildComment();
    const token = await tokenOf(who, comment);
    expect((await test.call(deleteComment, { comment_id: String(comment._id) }, token)).status).toBe(expected);
    expect((await Posts.findById(comment.post).lean())?.comments).toBe(expected === 200 ? 0 : 1);
  });

  it('counts once when two people do it at once', async () => {
    const comment = await buildComment();
    const token = await test.tokenFor({ _id: comment.author });
    const both = await Promise.all([1, 2].map(() => test.call(deleteComment, { comment_id: String(comment._id) }, token)));
    expect(both.map((each) => each.status).toSorted()).toEqual([200, 404]);
    expect((await Posts.findById(comment.post).lean())?.comments).toBe(0);
  });
});
