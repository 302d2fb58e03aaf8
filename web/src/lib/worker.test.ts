import { afterEach, expect, it, vi } from 'vitest';
import { standInBrowser } from '@/testing/push-browser';
import { keepPages, startWorker } from './worker';

const keepParts = { kind: 'keep-parts' };
const onConnection = (connection: object) => Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

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

it('has every page kept a while after the first one stands, and again when the network is back', async () => {
  vi.useFakeTimers();
  const browser = standInBrowser();
  keepPages();
  await vi.advanceTimersByTimeAsync(2000);
  expect(browser.told).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(browser.told).toEqual([keepParts]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(4000);
  expect(browser.told).toEqual([keepParts, keepParts]);
});

it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'loads nothing in the background where data is to be saved or the connection is slow: %o',
  async (connection) => {
    vi.useFakeTimers();
    const browser = standInBrowser();
    onConnection(connection);
    keepPages();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(browser.told).toEqual([]);
  },
);
