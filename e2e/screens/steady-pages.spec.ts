import { askingAt, tokensOf } from '../support/calls.js';
import { shiftOf, watchShifts } from '../support/shifts.js';
import { expect, test } from '../support/test.js';
import { sizeOf } from '../support/visit.js';
import { storage } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';

/** Layout shift of a page that comes, as browsers count it. */
const most = 0.02;

for (const visit of allVisits)
  test(`${visit.name}: stays where it is while it comes, on a phone and a desktop`, { tag: '@generated' }, async ({ app, browser }) => {
    const tokenOf = tokensOf(app.address);
    const token = await tokenOf(visit.who);
    const path = typeof visit.path === 'string' ? visit.path : await visit.path(askingAt(app.address, tokenOf));
    const storageState = { cookies: [], origins: [{ origin: app.address, localStorage: storage(token, { language: 'en' }) }] };
    const shifting: string[] = [];
    for (const width of [390, 1440] as const) {
      const context = await browser.newContext({ baseURL: app.address, viewport: sizeOf({ width }), storageState });
      const page = await context.newPage();
      await watchShifts(page);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const { value, moved } = await shiftOf(page);
      if (value > most) shifting.push(`at ${width}: ${value.toFixed(3)}`, ...moved);
      await context.close();
    }
    expect(shifting).toEqual([]);
  });
