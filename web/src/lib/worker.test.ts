import { expect, it } from 'vitest';
import { standInBrowser } from '@/testing/push-browser';
import { startWorker } from './worker';

it('has the service worker at work, also in a browser that knows no push', async () => {
  const browser = standInBrowser();
  Reflect.deleteProperty(window, 'PushManager');
  await startWorker();
  expect(browser.registered).toEqual(['/sw.js']);
});

it('says so where the browser knows no service workers', async () => {
  standInBrowser();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await expect(startWorker()).rejects.toThrow('no service workers');
});
