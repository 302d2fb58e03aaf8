import { deliverPush } from '../support/push.js';
import { expect, test } from '../support/test.js';

const message = {
  id: 'one',
  user: 'one',
  title: 'New like',
  body: 'Lina liked your post',
  why: 'You wrote it.',
  link: '/societies',
  mute: { label: 'Mute', link: '/?mute=post_liked' },
  lang: 'en',
  dir: 'ltr',
} as const;

test('the service worker is at work, and shows what was pushed', async ({ app, signedIn }) => {
  const file = await fetch(`${app.address}/sw.js`);
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  const page = await signedIn('member');
  await page.context().grantPermissions(['notifications'], { origin: app.address });
  const active = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(active).toBe('activated');
  await expect(page.getByRole('button', { name: 'Turn on notifications in this browser' })).toBeVisible();
  await deliverPush(page, message);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: 'New like', body: 'Lina liked your post\nYou wrote it.', tag: 'one' }]);
});
