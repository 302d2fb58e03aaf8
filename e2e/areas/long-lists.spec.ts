import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { getAllPosts } from '#models/contract/posts';
import { demoAccounts } from '#models/testing/demo';
import { callsOf } from '../support/calls.js';
import { shiftOf, watchShifts } from '../support/shifts.js';
import { expect, test } from '../support/test.js';

const wanted = 150;
/** Two screens and a half to either side, and a group that begins there. */
const mostDrawn = 60;
const anyShift = 0.1;

/** Texts of the posts, newest first. */
async function contents(address: string): Promise<string[]> {
  const as = await callsOf(address, demoAccounts.member.email);
  const found: string[] = [];
  for (let cursor = ''; found.length < wanted; ) {
    const { data, next } = await as(getAllPosts, { limit: 50, ...(cursor ? { cursor } : {}) });
    found.push(...(data ?? []).map(({ Content }) => Content));
    cursor = next ?? '';
  }
  return found;
}

/** The posts on the screen, from the top, and how many there are in the page. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main article')].filter((card) => card.querySelector('button[aria-pressed]'));
    const isSeen = (card: HTMLElement): boolean => {
      const { top, bottom } = card.getBoundingClientRect();
      return bottom > 80 && top < window.innerHeight;
    };
    return { drawn: cards.length, on: cards.filter(isSeen).map((card) => card.querySelector('p')?.textContent ?? '') };
  });

/** Scrolls by most of a screen, and waits until it is drawn. */
const scroll = (page: Page, screens: number) =>
  page.evaluate(async (by) => {
    window.scrollBy(0, by * window.innerHeight);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, screens);

/** Adds what is new on the screen to what was seen, in the order of the way. */
async function read(page: Page, met: string[]): Promise<void> {
  const { drawn, on } = await seen(page);
  expect(drawn, 'cards in the page').toBeLessThanOrEqual(met.length > 100 ? mostDrawn : 130);
  for (const one of on) if (!met.includes(one)) met.push(one);
}

test('a feed of more than a hundred posts is read down and up: few are drawn, none is left out, nothing moves', async ({
  app,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const expected = [...new Set(await contents(app.address))].slice(0, wanted);
  const page = await signedIn('member');
  await watchShifts(page);
  await page.goto('/');
  await expect(page.locator('main article').first()).toBeVisible();
  const down: string[] = [];
  await expect(async () => {
    await read(page, down);
    if (down.length < wanted) await scroll(page, 0.7);
    expect(down.length).toBeGreaterThanOrEqual(wanted);
  }).toPass({ intervals: [0], timeout: 90_000 });
  expect(down.slice(0, wanted)).toEqual(expected);
  const item = page.locator('main li[aria-posinset]').last();
  await expect(item).toHaveAttribute('aria-setsize', '-1');
  const { violations } = await new AxeBuilder({ page }).include('main').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  const { on } = await seen(page);
  await page.getByRole('link', { name: 'Events' }).first().click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();
  await expect.poll(async () => (await seen(page)).on).toContain(on[0]);

  const up: string[] = [];
  for (let left = 1; left > 0; ) {
    const { drawn, on: visible } = await seen(page);
    expect(drawn).toBeLessThanOrEqual(mostDrawn);
    for (const one of visible.toReversed()) if (!up.includes(one)) up.push(one);
    await scroll(page, -0.7);
    left = await page.evaluate(() => window.scrollY);
  }
  await read(page, up);
  expect(new Set(up)).toEqual(new Set(down.slice(0, down.indexOf(up[0] ?? '') + 1)));
  const { value, moved } = await shiftOf(page);
  expect(value, moved.join('\n')).toBeLessThan(anyShift);
});
