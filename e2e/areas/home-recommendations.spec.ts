import type { Page } from 'playwright/test';
import { cancelEvent, createEvent } from '#models/contract/event-changes';
import { askToJoin } from '#models/contract/join-requests';
import { register } from '#models/contract/sign-up';
import { createSociety } from '#models/contract/society-creation';
import { callApi } from '#models/testing/api-client';
import { demoPassword } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';
import { OpenPages, signIn } from '../support/test.js';
import { lookPairs, sizeOf } from '../support/visit.js';
import { type Words, wordsOf } from '../support/words.js';

/** Time within which a card follows a change of what it depends on, while its page is open. */
const computed = { timeout: 15_000 };
const dayMs = 86_400_000;
const tomorrow = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + dayMs);

/** Opens home and scrolls to the card; on a phone it is between posts. */
async function showCard({ page, t }: { page: Page; t: Words }): Promise<void> {
  await page.goto('/');
  const card = page.getByRole('heading', { name: t('recommended.title') });
  await expect(card).toBeAttached(computed);
  await card.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: t('recommended.refuseOne', { title: '' }).trim() }).first()).toBeVisible(computed);
}

for (const [wide, narrow] of lookPairs) {
  test(`an event of a society is on the card of its member with its reason, on a desktop in ${wide} and a phone in ${narrow}, and gone once cancelled`, async ({
    app,
    browser,
    cast,
  }) => {
    const serial = Date.now().toString(36);
    const [name, title] = [`Telescope Circle ${serial}`, `Night of the telescopes ${serial}`];
    const admin = cast.as('admin');
    const about = { description: 'Looks at the sky from the roof of the library.', category: 'Technology', visibility: 'public' } as const;
    const society_id = await dataOf(admin(createSociety, { name, ...about, joinApproval: false }));
    // Somebody new follows nobody and attends nothing, so the event of the own society has the most points.
    const email = `stargazer.${serial}@uni.example`;
    const account = { name: 'Layla Najjar', email, password: demoPassword, student_id: `L${serial}`, photo: 'drawn' };
    await dataOf(callApi(app.address, register, account));
    await dataOf((await callsOf(app.address, email))(askToJoin, { society_id }));

    const opened = new OpenPages(app, browser);
    const screens: { page: Page; t: Words }[] = [];
    for (const [language, width] of [[wide, 1440] as const, [narrow, 390] as const]) {
      const page = await opened.open();
      await page.setViewportSize(sizeOf({ width }));
      await signIn(page, { email }, language);
      screens.push({ page, t: wordsOf(language, 'cards') });
    }
    for (const screen of screens) await showCard(screen);
    const plan = { description: 'Bring a blanket and something warm.', date: tomorrow(), time: '19:00', location: 'Roof' };
    const event_id = await dataOf(admin(createEvent, { society_id, title, category: 'Workshop', ...plan }));
    const planned = Date.now();
    const refuse = ({ page, t }: (typeof screens)[number]) => page.getByRole('button', { name: t('recommended.refuseOne', { title }) });
    for (const screen of screens) {
      // On a phone the card is in a list itself.
      const item = screen.page
        .getByRole('listitem')
        .filter({ has: refuse(screen) })
        .last();
      await expect(item).toBeVisible(computed);
      await expect(item).toContainText(screen.t('reason.own_society', { society: name }));
    }
    expect(Date.now() - planned).toBeLessThan(computed.timeout);
    await dataOf(admin(cancelEvent, { event_id, reason: 'Clouds' }));
    for (const screen of screens) {
      await showCard(screen);
      await expect(refuse(screen)).toHaveCount(0);
    }
    await opened.close();
  });
}
