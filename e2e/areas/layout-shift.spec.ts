import { demoSocieties } from '#models/testing/demo';
import { shiftOf, watchShifts } from '../support/shifts.js';
import { expect, test } from '../support/test.js';

const most = 0.05;
const pages = ['/', '/events', '/societies', `/societies/${demoSocieties.shared.id}`];
const widths = [1440, 390];

test('the busiest pages stay where they are while they come', async ({ signedIn }) => {
  const page = await signedIn('member');
  await watchShifts(page);
  const shifting: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator('main article, main .card').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { value, moved } = await shiftOf(page);
      if (value >= most) shifting.push(`${path} at ${width}: ${value.toFixed(3)}`, ...moved);
    }
  }
  expect(shifting).toEqual([]);
});
