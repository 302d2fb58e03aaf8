import type { Page } from 'playwright/test';
import { getUserStatus } from '#models/contract/attendance';
import { getComments } from '#models/contract/comments';
import { createPost, getPostsBySociety } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import type { RunningApp } from '../support/app.js';
import { callsOf, dataOf } from '../support/calls.js';
import { anEventToCome } from '../support/doors.js';
import { commentOn, counted, postWith, settled } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { shared } = demoSocieties;
const waitingWords = 'Will be sent when you are back online';

/** Waits until the service worker has cached every file of the build. */
async function waitUntilPrecached(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const precache = /self\.PRECACHE=(\{.*?\});/.exec(await (await fetch('/sw.js')).text());
      const { files, parts } = JSON.parse(precache?.[1] ?? '{}') as { files: string[]; parts: string[] };
      const found = await Promise.all([...files, ...parts].map((file) => caches.match(file, { ignoreVary: true })));
      return found.filter((one) => one === undefined).length;
    });
  await expect.poll(missing, { timeout: 30_000 }).toBe(0);
}

/** Waits until answers have arrived and the offline cache has stored them, which takes some seconds. */
async function waitUntilStored(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3000);
}

const main = (page: Page) => page.locator('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** Ways in which the server is unreachable. */
const ways = [
  {
    name: 'without a network',
    goes: (page: Page, _app: RunningApp) => page.context().setOffline(true),
    comesBack: (page: Page, _app: RunningApp) => page.context().setOffline(false),
  },
  {
    name: 'while the server is down',
    goes: (_page: Page, app: RunningApp) => app.stop(),
    comesBack: (_page: Page, app: RunningApp) => app.start(),
  },
];

/** Pages that the side bar, the bottom bar and the account menu link to, and (below) pages that these link to. */
const menu = ['/', '/events', '/societies', '/about', '/account', '/my-societies', '/support'];
const others = ['/notifications', '/trending', '/activity', '/recommendations', '/invitations', '/search?q=club', '/privacy', '/terms'];
const forms = ['/societies/new', '/support/tickets'];

async function expectWholePage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(heading(page), path).toBeVisible(settled);
  await expect(page.getByText('This page has a problem'), path).toHaveCount(0);
  await expect(page.getByText('Guest User'), path).toHaveCount(0);
}

for (const { name, goes, comesBack } of ways) {
  test(`${name}, every page opens with cached content, and queued writes are sent exactly once afterwards`, async ({ app, signedIn }) => {
    test.setTimeout(600_000);
    const call = await callsOf(app.address, demoAccounts.member.email);
    const me = await dataOf(call(getUserInfo, {}));
    const mark = Date.now().toString(36);
    const [commented, written, comment] = [`Under this one ${mark}`, `Written offline ${mark}`, `A comment offline ${mark}`];
    const post = await dataOf(call(createPost, { society_id: shared.id, content: commented }));
    const event = await anEventToCome(app.address, `An evening ${mark}`);
    const seen = [
      ...menu,
      `/societies/${shared.id}`,
      `/societies/${shared.id}/events`,
      `/societies/${shared.id}/members`,
      `/posts/${post.ID}`,
      `/users/${me.ID}`,
      `/events/${event}`,
    ];

    const page = await signedIn('member');
    await waitUntilPrecached(page);
    const headings = new Map<string, string>();
    for (const path of seen) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await waitUntilStored(page);
      headings.set(path, await heading(page).innerText());
    }

    await goes(page, app);
    for (const path of seen) {
      await expectWholePage(page, path);
      await expect(heading(page), path).toHaveText(headings.get(path) ?? '', settled);
      await expect(page.getByText(/^You are offline\./), path).toBeVisible(settled);
      await expect(main(page).getByRole('alert'), path).toHaveCount(0);
    }
    for (const path of [...others, ...forms]) await expectWholePage(page, path);

    await page.goto(`/posts/${post.ID}`);
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible(settled);
    await commentOn(postWith(page, commented), comment);
    await expect(postWith(page, commented).getByText(waitingWords)).toBeVisible();
    await counted(postWith(page, commented), 'Like').click();
    await page.goto(`/events/${event}`);
    await page.getByRole('button', { name: 'Attend' }).first().click();
    await expect(page.getByText(waitingWords).first()).toBeVisible();
    await page.goto('/');
    await page.getByRole('button', { name: "What's on your mind?" }).click();
    await page.getByRole('textbox', { name: "What's on your mind?" }).fill(written);
    await page.getByRole('combobox', { name: /Society/ }).selectOption(shared.id);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(postWith(page, written).getByText(waitingWords)).toBeVisible();

    await page.reload();
    await expect(page.getByText(me.Name).first()).toBeVisible(settled);
    await expect(postWith(page, written).getByText(waitingWords)).toBeVisible(settled);

    // A page never visited before fills itself once the server is back.
    await page.goto('/trending');
    await expect(heading(page)).toBeVisible();
    await comesBack(page, app);
    await expect(page.getByText(/^You are offline\./)).toHaveCount(0, { timeout: 60_000 });
    await expect(main(page).getByRole('article').or(main(page).getByRole('listitem')).first()).toBeVisible(settled);
    await expect(main(page).getByRole('alert')).toHaveCount(0, settled);

    const again = await callsOf(app.address, demoAccounts.member.email);
    const posts = () => dataOf(again(getPostsBySociety, { society_id: shared.id, limit: 50 }));
    await expect.poll(async () => (await posts()).filter(({ Content }) => Content === written).length, settled).toBe(1);
    const comments = await dataOf(again(getComments, { post_id: post.ID }));
    expect(comments.map(({ Content }) => Content)).toEqual([comment]);
    expect((await posts()).find(({ ID }) => ID === post.ID)).toMatchObject({ Is_Liked: true, Likes: 1 });
    expect(await dataOf(again(getUserStatus, { event_id: event }))).toMatchObject({ attendance: 'attending' });
    await page.goto('/');
    await expect(postWith(page, written)).toHaveCount(1, settled);
    await expect(page.getByText(waitingWords)).toHaveCount(0);
  });
}
