import type { Locator } from 'playwright/test';
import { login } from '#models/contract/auth';
import { register } from '#models/contract/sign-up';
import { callApi } from '#models/testing/api-client';
import { dataOf } from '../support/calls.js';
import { type CastSociety, expect, test } from '../support/cast.js';

const phone = { width: 390, height: 844 };
const laptop = { width: 1280, height: 800 };

const pageOf = ({ id }: CastSociety, page = ''): string => `/societies/${id}${page}`;

/** The part of the screen that an element takes. */
async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element has no box');
  return box;
}

const middleOf = async (element: Locator): Promise<number> => {
  const { y, height } = await boxOf(element);
  return y + height / 2;
};

/** Whether no text of an element is cut off. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => [node, ...node.querySelectorAll('*')].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1));

test('on a phone, the first member and the first join request are on the first screen', async ({ cast }) => {
  const page = await cast.page('admin');
  await page.setViewportSize(phone);
  for (const [path, list] of [
    ['/members', page.getByRole('list', { name: 'Members' })],
    ['/join-requests', page.getByRole('region', { name: 'Requests' }).getByRole('list')],
  ] as const) {
    await page.goto(pageOf(cast.open, path));
    const row = await boxOf(list.getByRole('listitem').first());
    const bar = await boxOf(page.getByRole('navigation', { name: 'Main menu' }).last());
    expect(row.y + row.height / 2, path).toBeLessThan(bar.y);
  }
});

test('on a phone, every tab of a society can be reached, and the current one is on the screen', async ({ cast }) => {
  const page = await cast.page('admin');
  await page.setViewportSize(phone);
  for (const path of ['', '/settings']) {
    await page.goto(pageOf(cast.open, path));
    const tabs = page.getByRole('navigation', { name: 'Society pages' });
    await expect(tabs.locator('[aria-current]')).toBeInViewport({ ratio: 0.99 });
    // The faded edge shows that the row goes on.
    await expect(tabs.locator('> div')).toHaveCSS('mask-image', /gradient/);
    const settings = tabs.getByRole('link', { name: 'Settings' });
    await expect(settings).toBeInViewport({ ratio: 0.99 });
  }
});

for (const size of [phone, laptop]) {
  test(`at ${size.width} px, a successor is one line, and the buttons of the handover are whole`, async ({ cast }) => {
    const society = await cast.another();
    const second = await cast.page('secondAdmin');
    await second.goto(pageOf(society, '/members?handover=leave'));
    await second.getByRole('button', { name: 'Leave Society' }).click();
    await expect(second).toHaveURL(/\/societies$/);
    const page = await cast.page('admin');
    await page.setViewportSize(size);
    await page.goto(pageOf(society, '/members?handover=leave'));
    const row = page.getByRole('radio', { name: cast.people.member.name });
    const middle = await middleOf(row);
    for (const part of [row.getByText(cast.people.member.name), row.getByText('Member', { exact: true })])
      expect(Math.abs((await middleOf(part)) - middle)).toBeLessThan(4);
    expect((await boxOf(row)).height).toBeLessThan(64);
    const button = page.getByRole('button', { name: 'Hand over and leave' });
    await expect(button).toBeInViewport({ ratio: 0.99 });
    expect(await isWhole(button)).toBe(true);
  });
}

test('at 1280 px, cards of societies stand side by side beside the side bar and the panel', async ({ cast }) => {
  const page = await cast.page('member');
  await page.setViewportSize(laptop);
  await page.goto('/societies');
  const cards = page.getByRole('main').getByRole('list', { name: 'Societies' }).getByRole('listitem');
  const [first, second] = [await boxOf(cards.first()), await boxOf(cards.nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.x + first.width);
});

test('at 1920 px, three events stand side by side and fill the page', async ({ cast }) => {
  const page = await cast.page('member');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/events');
  const cards = page.getByRole('main').getByRole('list', { name: 'Events' }).getByRole('listitem');
  const [first, third] = [await boxOf(cards.first()), await boxOf(cards.nth(2))];
  expect(third.y).toBe(first.y);
  expect(third.x).toBeGreaterThan(first.x + 2 * first.width);
});

test('the text of a society keeps its room beside the buttons of a request', async ({ cast }) => {
  const page = await cast.page(await cast.newcomer());
  await page.setViewportSize(laptop);
  await page.goto(pageOf(cast.closed));
  const name = page.getByRole('heading', { level: 1 });
  const header = page.locator('header', { has: name });
  await header.getByRole('button', { name: 'Join Society' }).click();
  const withdraw = header.getByRole('button', { name: 'Withdraw' });
  const [whole, text, button] = [await boxOf(header), await boxOf(name.locator('xpath=../..')), await boxOf(withdraw)];
  expect(text.width).toBeGreaterThan(whole.width / 3);
  expect(text.x + text.width).toBeLessThanOrEqual(button.x);
});

test('a long address ends in an ellipsis inside the side bar', async ({ app, signedIn }) => {
  const email = `${'a-very-long-address-of-somebody'.repeat(2)}-${Date.now()}@students.uni.example`;
  const account = { name: 'Somebody', email, password: 'a-long-password', student_id: email.slice(-40), photo: 'drawn' };
  await dataOf(callApi(app.address, register, account));
  const token = await dataOf(callApi(app.address, login, { email, password: account.password }));
  const page = await signedIn('member');
  await page.evaluate((given) => {
    sessionStorage.clear();
    localStorage.setItem('token', given);
  }, token);
  await page.setViewportSize(laptop);
  await page.goto('/');
  const shown = page.getByRole('region', { name: 'Account' }).getByText(email);
  await expect(shown).toHaveCSS('text-overflow', 'ellipsis');
  const [address, bar] = [await boxOf(shown), await boxOf(page.getByRole('complementary').first())];
  expect(address.x + address.width).toBeLessThanOrEqual(bar.x + bar.width);
});
