import type { Page } from 'playwright/test';
import { getUserStatus } from '#models/contract/attendance';
import { getComments } from '#models/contract/comments';
import { createPost, getPostsBySociety } from '#models/contract/posts';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import type { RunningApp } from './app.js';
import { callsOf, dataOf } from './calls.js';
import { anEventToCome } from './doors.js';
import { commentOn, counted, postWith, settled } from './posts.js';
import { openRendered } from './rendered.js';
import { expect } from './test.js';

const { shared } = demoSocieties;
const waitingWords = 'Will be sent when you are back online';

/** A way in which the server is unreachable, and back again. */
interface Way {
  name: string;
  goes: (page: Page, app: RunningApp) => Promise<void>;
  comesBack: (page: Page, app: RunningApp) => Promise<void>;
}

const withoutNetwork: Way = {
  name: 'without a network',
  goes: (page) => page.context().setOffline(true),
  comesBack: (page) => page.context().setOffline(false),
};

export const ways: Way[] = [
  withoutNetwork,
  { name: 'while the server is down', goes: (_page, app) => app.stop(), comesBack: (_page, app) => app.start() },
];

/** The member, and the post and event of a test. */
interface Written {
  me: { ID: string; Name: string };
  post: string;
  event: string;
}

/** Pages to open without a connection: those that were seen before, and those that were not. */
export interface Paths {
  seen: (ids: Written) => string[];
  unseen: string[];
}

const main = (page: Page) => page.locator('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** Waits until the service worker has cached every file of the build. */
async function waitUntilPrecached(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const manifest = /self\.PRECACHE=(\{.*?\});/.exec(await (await fetch('/sw.js')).text());
      const { files, parts } = JSON.parse(manifest?.[1] ?? '{}') as { files: string[]; parts: string[] };
      const found = await Promise.all([...files, ...parts].map((file) => caches.match(file, { ignoreVary: true })));
      return found.filter((one) => one === undefined).length;
    });
  await expect.poll(missing, { timeout: 120_000 }).toBe(0);
}

/** Time of the last record in the browser's offline cache; runs in the page. */
const lastCachedAt = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('nadi-offline');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(Math.max(0, ...(reading.result as { at?: number }[]).map(({ at }) => at ?? 0)));
      };
    };
  });

/** Silence after which nothing is being loaded any more (milliseconds). */
const quietMs = 2000;
const lastRequestAt = new WeakMap<Page, number>();

/** Notes each request of a page, and each end of one, from now on. */
function noteRequests(page: Page): void {
  for (const event of ['request', 'requestfinished', 'requestfailed'] as const)
    page.on(event as 'request', () => void lastRequestAt.set(page, Date.now()));
}

/**
 * Waits until the parts that load after the page have asked for their content and got it. Playwright's `networkidle` comes once a
 * page: on a busy machine before such a part has asked.
 */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isQuiet = async (): Promise<boolean> => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    return Date.now() - (lastRequestAt.get(page) ?? 0) > quietMs;
  };
  await expect.poll(isQuiet, settled).toBe(true);
}

/** Waits until everything has loaded, hides the page as a change of tabs does, and waits until its content is cached. */
async function waitUntilCached(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  const hiddenAt = await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    return Date.now();
  });
  await expect.poll(() => page.evaluate(lastCachedAt)).toBeGreaterThanOrEqual(hiddenAt);
}

type Who = 'member' | 'visitor';

async function expectWholePage(page: Page, path: string, who: Who): Promise<void> {
  await page.goto(path);
  await expect(heading(page), path).toBeVisible(settled);
  await expect(page.getByText('This page stopped working'), path).toHaveCount(0);
  await expect(page.getByText('Guest User'), path).toHaveCount(who === 'visitor' ? 1 : 0);
}

/** Opens pages, and returns their headings. */
async function seePages(
  page: Page,
  paths: readonly string[],
  open: (page: Page, path: string) => Promise<unknown> = (_page, path) => page.goto(path),
): Promise<Map<string, string>> {
  const headings = new Map<string, string>();
  for (const path of paths) {
    await open(page, path);
    await expect(heading(page)).toBeVisible();
    await waitUntilCached(page);
    headings.set(path, await heading(page).innerText());
  }
  return headings;
}

async function expectOpensOffline(
  page: Page,
  headings: ReadonlyMap<string, string>,
  unseen: readonly string[],
  who: Who = 'member',
): Promise<void> {
  for (const [path, text] of headings) {
    await expectWholePage(page, path, who);
    await expect(heading(page), path).toHaveText(text, settled);
    await expect(page.getByText(/^You are offline\./), path).toBeVisible(settled);
    await expect(main(page).getByRole('alert'), path).toHaveCount(0);
  }
  for (const path of unseen) await expectWholePage(page, path, who);
}

/** Opens rendered pages as a visitor, and again without a network. */
export async function loseNetworkAsVisitor(page: Page, app: RunningApp): Promise<void> {
  const event = await anEventToCome(app.address, `An evening for all ${Date.now().toString(36)}`);
  const paths = ['/', '/societies', `/societies/${shared.id}`, '/events', `/events/${event}`];
  await page.goto('/');
  noteRequests(page);
  await waitUntilPrecached(page);
  const headings = await seePages(page, paths, openRendered);
  await withoutNetwork.goes(page, app);
  await expectOpensOffline(page, headings, ['/about', '/trending'], 'visitor');
}

/** Comments, likes, attends and posts without a connection; all of it shows as waiting, also after a reload. */
async function writeOffline(page: Page, { me, post, event }: Written, words: Words): Promise<void> {
  await page.goto(`/posts/${post}`);
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible(settled);
  await commentOn(postWith(page, words.commented), words.comment);
  await expect(postWith(page, words.commented).getByText(waitingWords)).toBeVisible();
  await counted(postWith(page, words.commented), 'Like').click();
  await page.goto(`/events/${event}`);
  await page.getByRole('button', { name: 'Attend' }).first().click();
  await expect(page.getByText(waitingWords).first()).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: "What's on your mind?" }).click();
  await page.getByRole('textbox', { name: "What's on your mind?" }).fill(words.written);
  await page.getByRole('combobox', { name: /Society/ }).selectOption(shared.id);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(postWith(page, words.written).getByText(waitingWords)).toBeVisible();

  await page.reload();
  await expect(page.getByText(me.Name).first()).toBeVisible(settled);
  await expect(postWith(page, words.written).getByText(waitingWords)).toBeVisible(settled);
}

/** Everything written without a connection has reached the server exactly once. */
async function expectSentOnce(page: Page, address: string, { post, event }: Written, words: Words): Promise<void> {
  const call = await callsOf(address, demoAccounts.member.email);
  const posts = () => dataOf(call(getPostsBySociety, { society_id: shared.id, limit: 50 }));
  await expect.poll(async () => (await posts()).filter(({ Content }) => Content === words.written).length, settled).toBe(1);
  const comments = await dataOf(call(getComments, { post_id: post }));
  expect(comments.map(({ Content }) => Content)).toEqual([words.comment]);
  expect((await posts()).find(({ ID }) => ID === post)).toMatchObject({ Is_Liked: true, Likes: 1 });
  expect(await dataOf(call(getUserStatus, { event_id: event }))).toMatchObject({ attendance: 'attending' });
  await page.goto('/');
  await expect(postWith(page, words.written)).toHaveCount(1, settled);
  await expect(page.getByText(waitingWords)).toHaveCount(0);
}

interface Words {
  commented: string;
  written: string;
  comment: string;
}

/** Opens pages as the member, opens them again without a connection, writes, and gets the connection back. */
export async function loseConnection(page: Page, app: RunningApp, { goes, comesBack }: Way, paths: Paths): Promise<void> {
  const call = await callsOf(app.address, demoAccounts.member.email);
  const mark = Date.now().toString(36);
  const words = { commented: `Under this one ${mark}`, written: `Written offline ${mark}`, comment: `A comment offline ${mark}` };
  const { ID: post } = await dataOf(call(createPost, { society_id: shared.id, content: words.commented }));
  const ids = { me: await dataOf(call(getUserInfo, {})), post, event: await anEventToCome(app.address, `An evening ${mark}`) };

  noteRequests(page);
  await waitUntilPrecached(page);
  const headings = await seePages(page, paths.seen(ids));
  await goes(page, app);
  await expectOpensOffline(page, headings, paths.unseen);
  await writeOffline(page, ids, words);

  // A page never visited before fills itself once the server is back.
  await page.goto('/trending');
  await expect(heading(page)).toBeVisible();
  await comesBack(page, app);
  await expect(page.getByText(/^You are offline\./)).toHaveCount(0, { timeout: 60_000 });
  await expect(main(page).getByRole('article').or(main(page).getByRole('listitem')).first()).toBeVisible(settled);
  await expect(main(page).getByRole('alert')).toHaveCount(0, settled);
  await expectSentOnce(page, app.address, ids, words);
}
