import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { show } from '@/testing/render';
import { page } from './lazy-page';
import { PageBoundary } from './page-boundary';

const script = { default: () => <h1>The page itself</h1> };
const load = vi.fn<() => Promise<typeof script>>();
const gone = new TypeError('Failed to fetch dynamically imported module');

/** Whether the server answers requests that bypass the cache. */
const server = (isThere: boolean) =>
  vi.stubGlobal('fetch', async () => (isThere ? new Response(null) : Promise.reject(new TypeError('Failed to fetch'))));

function open(texts = 'terms') {
  const Page = page(load, texts);
  return show(
    <PageBoundary>
      <Page />
    </PageBoundary>,
  );
}
const offlineWords = 'You have not opened this page on this device before. It will open when you are back online.';

beforeEach(() => {
  load.mockReset();
  server(true);
});

describe('a page whose script is not cached', () => {
  it('shows offline that it was never opened here, in both languages, and opens when the network is back', async () => {
    server(false);
    load.mockRejectedValue(gone);
    open();
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
    expect(screen.getByText(offlineWords)).toBeTruthy();
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('heading', { name: 'لا يوجد اتصال' })).toBeTruthy();
    await act(() => chooseLanguage('en'));
    server(true);
    load.mockResolvedValue(script);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'The page itself' })).toBeTruthy();
  });

  it('retries at an interval, if no event shows that the server is back', async () => {
    server(false);
    load.mockRejectedValue(gone);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    open();
    await screen.findByText(offlineWords);
    load.mockResolvedValue(script);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
    expect(await screen.findByRole('heading', { name: 'The page itself' })).toBeTruthy();
  });

  it('throws to the error boundary if the server is reachable', async () => {
    load.mockRejectedValue(gone);
    const boundary = vi.spyOn(console, 'error').mockImplementation(() => {});
    open();
    expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeTruthy();
    boundary.mockRestore();
  });

  it('is unavailable too if only its texts could not be loaded', async () => {
    server(false);
    load.mockResolvedValue(script);
    const loadNamespaces = vi.spyOn(i18n, 'loadNamespaces').mockResolvedValue(undefined);
    const reload = vi.spyOn(i18n, 'reloadResources').mockResolvedValue(undefined);
    open('privacy');
    expect(await screen.findByText(offlineWords)).toBeTruthy();
    loadNamespaces.mockRestore();
    reload.mockRestore();
    server(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'The page itself' })).toBeTruthy();
  });
});
