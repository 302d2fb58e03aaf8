import { beforeEach, expect, it, vi } from 'vitest';
import { reloadAfterUpdate } from './reload-after-update';

const reload = vi.fn();
const fails = async () => {
  window.dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => setTimeout(resolve));
};

reloadAfterUpdate();
beforeEach(() => {
  reload.mockClear();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

it('loads the page anew when a script is gone, once', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  await fails();
  await fails();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('keeps the page while the server cannot be reached', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await fails();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }));
  await fails();
  expect(reload).not.toHaveBeenCalled();
});
