import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { reportPost } from '#models/contract/reports';
import { Reports } from '#models/db/reports';
import { buildPost, buildSociety, buildUser } from '#models/testing/builders';

const test = setUpTestApp();

describe('reporting a post', () => {
  it('stores one open report per user and post', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    const input = { post_id: String(post._id), message: 'This is spam' };
    const answers = await Promise.all([test.call(reportPost, input, token), test.call(reportPost, input, token)]);
    expect(answers.map((each) => each.status)).toEqual([200, 200]);
    expect(answers[0]?.data.ID).toBe(answers[1]?.data.ID);
    expect(await Reports.countDocuments({ object: post._id })).toBe(1);
  });

  it('accepts the token in the body field user_id', async () => {
    const post = await buildPost();
    const token = await test.tokenFor(await buildUser());
    expect((await test.call(reportPost, { post_id: String(post._id), message: 'Spam', user_id: token })).status).toBe(200);
  });

  it.each([
    ['a blank message', { message: '  ' }, 400],
    ['an invisible post', {}, 404],
  ])('refuses %s', async (_name, over, expected) => {
    const hidden = await buildPost({ society: await buildSociety({ privacy: { visibility: 'private' } }) });
    const { status } = await test.call(
      reportPost,
      { post_id: String(hidden._id), message: 'Spam', ...over },
      await test.tokenFor(await buildUser()),
    );
    expect(status).toBe(expected);
  });
});
