import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { createComment, getComments } from '#models/contract/comments';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { removeMember } from '#models/contract/member-list';
import { getUnreadCount } from '#models/contract/notifications';
import { createPost, deletePost, getPost, likePost } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts, demoSocieties, demoStudents } from '#models/testing/demo';
import { newApp } from '../support/app.js';
import { type As, callsOf, dataOf } from '../support/calls.js';
import { commentOn, counted, postWith, settled } from '../support/posts.js';
import { expect, OpenPages, signIn, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
const asleepMs = 30_000;
/** Shorter than the sleep: what was missed is not replayed. */
const replaySeconds = '10';

interface People {
  member: As;
  memberId: string;
  admin: As;
  students: As[];
}

async function peopleOf(address: string): Promise<People> {
  const [member, admin, ...students] = await Promise.all(
    [demoAccounts.member.email, demoAccounts.societyAdmin.email, ...demoStudents(2)].map((email) => callsOf(address, email)),
  );
  if (!member || !admin) throw new Error('There is no demo community.');
  const request = await dataOf(member(askToJoin, { society_id: asked.id }));
  if (request.Request_ID) await dataOf(admin(approveRequest, { request_id: request.Request_ID }));
  return { member, admin, students, memberId: (await dataOf(member(getUserInfo, {}))).ID };
}

const write = async (as: As, content: string): Promise<string> => (await dataOf(as(createPost, { society_id: shared.id, content }))).ID;

/** Records whether 'Catching up' was ever shown, and an id of this document. */
const watch = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const note = () => document.body.textContent?.includes('Catching up') && document.body.setAttribute('data-caught-up', '');
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
    return performance.timeOrigin;
  });

test('a laptop that slept past the replay window shows what is so, without a reload; what was done meanwhile is sent once', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const app = await newApp();
  await app.start({ REPLAY_WINDOW: replaySeconds });
  // At `localhost` the socket's client takes no notice of a browser that goes offline.
  const address = `http://127.0.0.1:${app.port}`;
  const { member, memberId, admin, students } = await peopleOf(address);
  const [liked, removed, own] = [
    await write(admin, 'Who takes the night train?'),
    await write(admin, 'This was a mistake'),
    await write(member, 'My ticket is booked'),
  ];
  const opened = new OpenPages({ address }, browser);
  const page = await opened.open();
  await signIn(page, 'member');
  const societies = page.getByRole('navigation', { name: 'Your societies' });
  await expect(societies.getByText(asked.name)).toBeVisible();
  const [train, mistake, ticket] = [postWith(page, 'night train'), postWith(page, 'a mistake'), postWith(page, 'ticket is booked')];
  for (const post of [train, mistake, ticket]) await expect(post).toBeVisible();
  const document = await watch(page);

  await page.context().setOffline(true);
  const slept = sleep(asleepMs);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await counted(train, 'Like').click();
  await commentOn(train, 'Written in a tunnel');
  await expect(page.getByText('Will be sent when you are back online').first()).toBeVisible();
  await dataOf(admin(likePost, { post_id: liked }));
  await dataOf(admin(createComment, { post_id: liked, content: 'While you slept' }));
  for (const student of students) await dataOf(student(likePost, { post_id: own }));
  await dataOf(admin(deletePost, { post_id: removed }));
  await write(admin, 'The train has left');
  await dataOf(admin(removeMember, { society_id: asked.id, user_id: memberId }));
  await slept;
  await page.context().setOffline(false);

  await expect(page.locator('body[data-caught-up]')).toHaveCount(1, settled);
  await expect(page.getByText(/You are offline|Catching up/)).toHaveCount(0, settled);
  await expect(mistake).toHaveCount(0);
  await expect(counted(ticket, 'Like')).toHaveText('2');
  await expect(counted(train, 'Like')).toHaveText('2', settled);
  await expect(counted(train, 'Comment')).toHaveText('2', settled);
  await expect(page.getByText('Will be sent when you are back online')).toHaveCount(0);
  await expect(
    postWith(page, 'The train has left')
      .or(page.getByRole('button', { name: /new post/ }))
      .first(),
  ).toBeVisible();
  await expect(societies.getByText(asked.name)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Notifications/ })).toHaveAccessibleName(
    new RegExp(`\\b${await dataOf(member(getUnreadCount, {}))} unread`),
  );
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(document);

  const comments = await dataOf(member(getComments, { post_id: liked }));
  expect(comments.map(({ Content }) => Content).toSorted()).toEqual(['While you slept', 'Written in a tunnel']);
  expect(await dataOf(member(getPost, { post_id: liked }))).toMatchObject({ Likes: 2, CommentsCount: 2, Is_Liked: true });
  await opened.close();
  await app.dispose();
});
