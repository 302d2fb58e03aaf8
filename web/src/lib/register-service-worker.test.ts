import { afterEach, expect, it, vi } from 'vitest';
import { fakePushBrowser } from '@/testing/fake-push-browser';
import { precacheBuild, registerServiceWorker } from './register-service-worker';

const keepParts = { kind: 'keep-parts' };
const onConnection = (connection: object) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

it('has the service worker at work, also in a browser that knows no push', async () => {
  const browser = fakePushBrowser();
  Reflect.deleteProperty(window, 'PushManager');
  await registerServiceWorker();
  expect(browser.registered).toEqual(['/sw.js']);
});

it('says so where the browser knows no service workers', async () => {
  fakePushBrowser();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await expect(registerServiceWorker()).rejects.toThrow('no service workers');
});

it('has every page kept a while after the first one stands, and again when the network is back', async () => {
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
  'loads nothing in the background where data is to be saved or the connection is slow: %o',
  async (connection) => {
    vi.useFakeTimers();
    const browser = fakePushBrowser();
    onConnection(connection);
    precacheBuild();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.postedMessages).toEqual([]);
  },
);
