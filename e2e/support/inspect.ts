import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { smallTargets } from './targets.js';
import { expect } from './test.js';
import { englishTexts, filledEnglish, isKey } from './texts.js';
import { layOutSkipped, type PageLook } from './visit.js';

/** Everything that holds for every page: its head, its headings, its width, its words, what axe finds, and on touch screens the size of targets. */
export async function inspect(page: Page, look: PageLook): Promise<void> {
  await inspectHead(page, look);
  expect(await tooWide(page), 'what is wider than the screen').toEqual([]);
  expect(await spillingTexts(page), 'texts wider than their boxes').toEqual([]);
  await inspectWords(page, look);
  if (look.width < 1024) expect(await smallTargets(page), 'targets too small for a finger').toEqual([]);
  expect(await violations(page), 'what axe finds').toEqual([]);
}

async function inspectHead(page: Page, { language, scheme }: PageLook): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
  await expect(page).toHaveTitle(language === 'ar' ? /نادي/ : /Nadi/);
  await expect(page.locator('h1')).toHaveCount(1);
  expect((await page.locator('h1').innerText()).trim()).not.toBe('');
}

/** Elements that make the page scroll sideways, or that lie outside the screen and cannot be scrolled to. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const scrolls = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} of ${root.clientWidth}`] : [];
    const isOutside = (box: DOMRect): boolean => box.width > 1 && box.height > 1 && (box.left < -1 || box.right > root.clientWidth + 1);
    // Autosizing text areas measure in an invisible one, which keeps its width until the next measurement.
    const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => isOutside(element.getBoundingClientRect()) && isVisible(element) && !isHeld(element),
    );
    return [
      ...scrolls,
      ...outside.slice(0, 5).map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`),
    ];
  });
}

/** Texts that are drawn beyond their box, and so over what stands beside it. */
function spillingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxOf = (text: Node): Element | null => {
      let at = text.parentElement;
      while (at && /^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement;
      return at;
    };
    const isSpilling = (text: Node): boolean => {
      const box = boxOf(text);
      if (!box || getComputedStyle(box).overflowX !== 'visible' || !box.checkVisibility({ visibilityProperty: true })) return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      const [drawn, room] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      return drawn.width > 1 && (drawn.left < room.left - 2 || drawn.right > room.right + 2);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { textContent } = texts.currentNode;
      if (textContent?.trim() && isSpilling(texts.currentNode))
        found.push(`${boxOf(texts.currentNode)?.className}: ${textContent.slice(0, 60)}`);
    }
    return found;
  });
}

async function inspectWords(page: Page, { language }: PageLook): Promise<void> {
  const { ours, theirs } = await wordsOn(page);
  const all = [...ours, ...theirs];
  const keys = all.filter((text) => isKey.test(text));
  expect(keys, 'keys in the place of texts').toEqual([]);
  const english = [...all.filter((text) => englishTexts.has(text)), ...ours.filter((text) => filledEnglish.test(text))];
  expect(language === 'ar' ? english : [], 'English texts in Arabic').toEqual([]);
}

/** Every text and accessible name on the page, except those marked as another language; `theirs` are texts written by users. */
function wordsOn(page: Page): Promise<{ ours: string[]; theirs: string[] }> {
  return page.evaluate(() => {
    const found = { ours: new Set<string>(), theirs: new Set<string>() };
    for (const element of document.querySelectorAll('body, body *:not(script, style)')) {
      if (element.closest('[lang]:not(html)')) continue;
      const words = element.closest('[dir="auto"], bdi') ? found.theirs : found.ours;
      const names = ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name));
      const texts = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : null));
      for (const text of [...names, ...texts]) if (text?.trim()) words.add(text.trim());
    }
    return { ours: [...found.ours], theirs: [...found.theirs] };
  });
}

/** One line a finding of axe, with the first places of it. */
async function violations(page: Page): Promise<string[]> {
  // An item whose layout was skipped lies over the next ones, to axe.
  await page.evaluate(layOutSkipped);
  const drawn = await page.evaluateHandle(prepareForAxe);
  // Of WCAG 2.2, so off by default; Lighthouse judges it.
  const options = { rules: { 'target-size': { enabled: true } } };
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  // The page is looked at again, and may be pictured.
  await drawn.evaluate((all) => {
    for (const { svg, inside } of all) svg.replaceChildren(...inside);
  });
  return found.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `\n  ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ')}`);
    return `${id}: ${help} (${nodes.length})${places.join('')}`;
  });
}

/**
 * The insides of drawn pictures are no part of what is read, but three quarters of all elements. And axe takes letters that
 * join, as all Arabic does, for an icon font, whose contrast it does not look at: to it, every glyph looks the same here. Returns what
 * was taken out of each picture.
 */
function prepareForAxe(): { svg: Element; inside: Element[] }[] {
  CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) =>
    new ImageData(new Uint8ClampedArray(Math.ceil(width) * Math.ceil(height) * 4).fill(255), Math.ceil(width), Math.ceil(height));
  return [...document.querySelectorAll('.art-drawn > svg')].map((svg) => {
    const inside = [...svg.children];
    svg.replaceChildren();
    return { svg, inside };
  });
}
