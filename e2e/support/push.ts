import type { Page } from 'playwright/test';
import type { PushMessage } from '#models/contract/push';

/** Hands the page's service worker what its push service would. */
export async function deliverPush(page: Page, message: PushMessage): Promise<void> {
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
