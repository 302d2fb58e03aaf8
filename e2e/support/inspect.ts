import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect } from './test.js';
import { unread, untranslated } from './texts.js';
import type { Look } from './visits.js';

/** Everything that holds for every page: its head, its headings, its width, its words, and what axe finds. */
export async function inspect(page: Page, look: Look): Promise<void> {
  await inspectHead(page, look);
  expect(await tooWide(page), 'what is wider than the screen').toEqual([]);
  const words = await wordsOf(page);
  expect(
    words.filter((text) => unread.test(text)),
    'keys in the place of texts',
  ).toEqual([]);
  if (look.language === 'ar')
    expect(
      words.filter((text) => untranslated.test(text)),
      'English words in Arabic',
    ).toEqual([]);
  expect(await violations(page), 'what axe finds').toEqual([]);
}

async function inspectHead(page: Page, { language, scheme }: Look): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
  await expect(page).toHaveTitle(language === 'ar' ? /نادي/ : /Nadi/);
  await expect(page.locator('h1')).toHaveCount(1);
  expect((await page.locator('h1').innerText()).trim()).not.toBe('');
}

/** What makes the page scroll sideways, or stands outside the screen where nobody can scroll to it. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const scrolls = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} of ${root.clientWidth}`] : [];
    const isOutside = (box: DOMRect): boolean => box.width > 1 && box.height > 1 && (box.left < -1 || box.right > root.clientWidth + 1);
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => isOutside(element.getBoundingClientRect()) && !isHeld(element),
    );
    return [
      ...scrolls,
      ...outside.slice(0, 5).map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
    ];
  });
}

/** Every text and every name on the page, but for what people wrote and what is said to be in another language. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const theirs = `[dir="auto"], bdi, [lang]:not(html), script, style`;
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest(theirs)) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add(element.getAttribute(name)?.trim() ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent?.trim() ?? '');
    }
    found.delete('');
    return [...found];
  });
}

/** One line a finding of axe, with the first places of it. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return found.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `\n  ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ')}`);
    return `${id}: ${help} (${nodes.length})${places.join('')}`;
  });
}
