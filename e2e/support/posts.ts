import type { Locator, Page } from 'playwright/test';
import { demoSocieties } from '#models/testing/demo';
import { expect } from './test.js';

/**
 * Longest wait for a change by somebody else. It comes within a second, which the bench measures; here two browsers, the app and its
 * stores share two cores.
 */
export const live = { timeout: 3000 };
/** Timeout for the recovery after a kill, which takes up to twenty seconds. */
export const settled = { timeout: 20_000 };

export const postWith = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });
export const counted = (post: Locator, name: 'Like' | 'Comment'): Locator => post.getByRole('button', { name, exact: true });

/** Writes a post in the shared society through the composer of the home page. */
export async function write(page: Page, text: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: "What's on your mind?" }).click();
  await page.getByRole('textbox', { name: "What's on your mind?" }).fill(text);
  await page.getByRole('combobox', { name: /Society/ }).selectOption(demoSocieties.shared.id);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(postWith(page, text)).toBeVisible();
}

/** Comments on a post whose comments are open or not. */
export async function commentOn(post: Locator, text: string): Promise<void> {
  const field = post.getByRole('textbox', { name: 'Write a comment' });
  if (!(await field.isVisible())) await counted(post, 'Comment').click();
  await field.fill(text);
  await field.press('Enter');
}
