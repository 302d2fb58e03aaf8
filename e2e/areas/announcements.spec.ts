import { expect, test } from '../support/cast.js';
import { live, postWith } from '../support/posts.js';

const desktop = { width: 1440 } as const;
const phone = { language: 'ar', width: 390 } as const;

test('an announcement reaches an open phone with its notification; pinned and unpinned, it moves there without a reload', async ({
  cast,
}) => {
  const words = `The hall is closed on Monday ${Date.now()}`;
  const [later] = cast.open.posts.toReversed();
  const [organizer, member] = [await cast.page('admin', desktop), await cast.page('member', phone)];
  await member.goto('/notifications');
  await expect(member.getByRole('heading', { level: 1 })).toBeVisible();

  await organizer.goto(`/societies/${cast.open.id}`);
  await organizer.getByRole('button', { name: 'Create Post' }).click();
  await organizer.getByRole('textbox', { name: "What's on your mind?" }).fill(words);
  await organizer.getByRole('checkbox', { name: /^Announcement/ }).check();
  await organizer.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(postWith(organizer, words)).toContainText('Announcement');
  const notification = member.getByRole('link', { name: new RegExp(words) });
  await expect(notification).toBeVisible(live);
  await expect(notification).toContainText('إعلان');

  await member.goto(`/societies/${cast.open.id}`);
  await expect(postWith(member, words)).toContainText('إعلان');
  const olderPost = postWith(organizer, later ?? '');
  await olderPost.getByRole('button', { name: 'More about this post' }).click();
  await organizer.getByRole('menuitem', { name: 'Pin to the top' }).click();
  await organizer.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(olderPost).toContainText('Pinned');
  await expect(member.getByRole('article').first()).toContainText(later ?? '', live);
  await expect(member.getByRole('article').first()).toContainText('مثبّت');

  await olderPost.getByRole('button', { name: 'More about this post' }).click();
  await organizer.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(member.getByRole('article').first()).toContainText(words, live);
  await expect(postWith(member, later ?? '')).not.toContainText('مثبّت');
});
