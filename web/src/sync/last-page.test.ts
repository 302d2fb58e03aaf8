import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@/testing/fixtures';

const [boot = ''] = Object.values(import.meta.glob<string>('../../public/boot.js', { query: '?raw', import: 'default', eager: true }));
const [layla, omar] = [aUser(), aUser()];
const attach = vi.spyOn(Element.prototype, 'attachShadow');

/** Loads the app's modules anew, like a page load: only the browser's storage is left. */
async function visit() {
  vi.resetModules();
  const [session, token, storage, cache, rights, { startStoringPages }] = await Promise.all([
    import('@/lib/session'),
    import('@/lib/token'),
    import('./last-page-storage'),
    import('./offline-cache'),
    import('./offline-rights'),
    import('./last-page'),
  ]);
  return { ...session, ...token, ...storage, ...cache, ...rights, startStoringPages };
}

/** Shows a page to somebody, and leaves it. */
async function seen(user = layla, html = '<h1>Nadi</h1>') {
  const app = await visit();
  app.saveToken('good', true);
  app.saveOwner('good', user);
  app.useSession.setState({ status: 'in', user, unreached: false });
  document.body.innerHTML = `<div id="root">${html}</div>`;
  app.startStoringPages();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  // Files share one document; queries of a hidden one wait.
  Reflect.deleteProperty(document, 'visibilityState');
  return app;
}

/** Runs boot.js on an empty page, and returns what it shows. */
async function booted(): Promise<string | undefined> {
  document.body.innerHTML = '<div id="root"></div>';
  attach.mockClear();
  new Function(boot)();
  // The parser adds the body after the head.
  document.documentElement.append(document.body);
  await new Promise((resolve) => setTimeout(resolve));
  return shadow()?.querySelector('h1')?.textContent ?? undefined;
}
const shadow = (): ShadowRoot | undefined => attach.mock.results[0]?.value;
const isShown = (): boolean => document.getElementById('last-page') !== null && document.documentElement.hasAttribute('data-last-page');

beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new Event('nadi:ready'));
  document.head.innerHTML = '<style>:root { --line: 1px } h1 { color: red } .elsewhere { color: blue }</style>';
});

describe('a page that its owner opens again', () => {
  it('is shown as it was, with its styles, until the app has drawn it', async () => {
    await seen();
    expect(await booted()).toBe('Nadi');
    const css = shadow()?.querySelector('style')?.textContent ?? '';
    expect(css).toMatch(/html\[lang\] \{ --line: 1px; \}\s*h1 \{ color: red; \}/);
    expect(css).not.toContain('elsewhere');
    expect(attach).toHaveBeenCalledWith({ mode: 'closed' });
    expect(isShown()).toBe(true);
    window.dispatchEvent(new Event('nadi:ready'));
    expect(isShown()).toBe(false);
  });

  it('is not shown if the app was faster', async () => {
    await seen();
    const showing = booted();
    window.dispatchEvent(new Event('nadi:ready'));
    expect(await showing).toBeUndefined();
    expect(isShown()).toBe(false);
  });

  it('is not stored while it is loading', async () => {
    await seen(layla, '<h1>Nadi</h1><div class="mantine-Skeleton-root"></div>');
    expect(await booted()).toBeUndefined();
  });
});

describe('a stored page is not shown', () => {
  it('without the token, and to another user', async () => {
    const app = await seen();
    app.dropToken();
    expect(await booted()).toBeUndefined();
    app.saveToken('other', true);
    app.saveOwner('other', omar);
    expect(await booted()).toBeUndefined();
  });

  it('in another language', async () => {
    await seen();
    localStorage.setItem('nadi-language', 'ar');
    expect(await booted()).toBeUndefined();
  });

  it('where the address has a query, such as a filter', async () => {
    await seen();
    const { pathname } = location;
    history.replaceState(null, '', `${pathname}?q=robot`);
    expect(await booted()).toBeUndefined();
    history.replaceState(null, '', pathname);
    expect(await booted()).toBe('Nadi');
  });

  it('once something on it may not be seen any more, or the user has changed', async () => {
    await (await seen()).eraseCachedAbout('a'.repeat(24));
    expect(await booted()).toBeUndefined();
    await (await seen()).eraseOfflineCache();
    expect(await booted()).toBeUndefined();
  });
});
