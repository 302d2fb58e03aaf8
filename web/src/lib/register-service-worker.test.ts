import { afterEach, expect, it, vi } from 'vitest';
import { fakePushBrowser } from '@/testing/fake-push-browser';
import { precacheBuild, registerServiceWorker } from './register-service-worker';

const keepParts = { kind: 'keep-parts' };
const onConnection = (connection: object) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

it('registers the service worker, also in a browser without push', async () => {
  const browser = fakePushBrowser();
  Reflect.deleteProperty(window, 'PushManager');
  await registerServiceWorker();
  expect(browser.registered).toEqual(['/sw.js']);
});

it('rejects in a browser without service workers', async () => {
  fakePushBrowser();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await expect(registerServiceWorker()).rejects.toThrow('Service workers are not supported');
});

it('precaches the build a while after the first page, and again when the network is back', async () => {
  vi.useFakeTimers();
  const browser = fakePushBrowser();
  precacheBuild();
  await vi.advanceTimersByTimeAsync(2000);
  expect(browser.postedMessages).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(browser.postedMessages).toEqual([keepParts]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(browser.postedMessages).toEqual([keepParts, keepParts]);
});

it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'precaches nothing when saving data or on a slow connection: %o',
  async (connection) => {
    vi.useFakeTimers();
    const browser = fakePushBrowser();
    onConnection(connection);
    precacheBuild();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.postedMessages).toEqual([]);
  },
);
