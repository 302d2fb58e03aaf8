import type { Page } from 'playwright/test';
import { expect, test } from '../support/test.js';

const message = {
  id: 'one',
  title: 'New like',
  body: 'Lina liked your post',
  why: 'You wrote it.',
  link: '/societies',
  mute: { label: 'Mute', link: '/?mute=post_liked' },
  lang: 'en',
  dir: 'ltr',
};

/** Hands the page's service worker what its push service would. */
async function push(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const id = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await id,
    data: JSON.stringify(message),
  });
}

test('the service worker is at work, and shows what was pushed', async ({ app, signedIn }) => {
  const file = await fetch(`${app.address}/sw.js`);
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const page = await signedIn('member');
  await page.context().grantPermissions(['notifications'], { origin: app.address });
  const active = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(active).toBe('activated');
  await expect(page.getByRole('button', { name: 'Turn on notifications in this browser' })).toBeVisible();
  await push(page);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: 'New like', body: 'Lina liked your post\nYou wrote it.', tag: 'one' }]);
});
