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

it('reloads the page once when a script is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
  await fails();
  await fails();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload while the server is unreachable', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await fails();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 502 }));
  await fails();
  expect(reload).not.toHaveBeenCalled();
});
