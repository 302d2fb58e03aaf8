import { expect, test } from 'playwright/test';
import { patternOf, specified } from '../support/specified.js';
import { collectTexts } from './collect.js';
import { openFaked } from './faked.js';
import { scenarios } from './scenarios.js';
import { translationsOf } from './translations.js';

const shown = new Set(scenarios.flatMap(({ shows }) => shows));

for (const scenario of scenarios) {
  test(scenario.name, async ({ browser }) => {
    const context = await openFaked(browser, scenario);
    const seen = new Set<string>();
    await context.exposeFunction('nadiShown', (texts: string[]) => {
      for (const text of texts) seen.add(text);
    });
    await context.addInitScript(collectTexts);
    const page = await context.newPage();
    await page.goto(scenario.at);
    await page.locator('h1').first().waitFor();
    await scenario.act?.(page);
    const missing = (): string[] => scenario.shows.filter((text) => ![...seen].some((each) => patternOf(text).test(each)));
    await expect.poll(missing, { message: 'texts that do not show' }).toEqual([]);
    await context.close();
  });
}

test.describe('the list of the specification', () => {
  test('has every text that the scenarios are to show', () => {
    expect([...shown].filter((text) => !specified.includes(text))).toEqual([]);
  });

  test('is shown, every one of it', () => {
    expect(specified.filter((text) => !shown.has(text))).toEqual([]);
  });

  test('is translated into Arabic', () => {
    expect(specified.filter((text) => !translationsOf(text).some((arabic) => /[\u0600-\u06ff]/.test(arabic)))).toEqual([]);
  });
});
