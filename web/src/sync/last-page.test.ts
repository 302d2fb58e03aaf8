import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@/testing/fixtures';

const [boot = ''] = Object.values(import.meta.glob<string>('../../public/boot.js', { query: '?raw', import: 'default', eager: true }));
const [layla, omar] = [aUser(), aUser()];
const attach = vi.spyOn(Element.prototype, 'attachShadow');

/** Loads the app's modules anew, like a page load: only the browser's storage is left. */
async function visit() {
  vi.resetModules();
  const [session, token, connection, storage, cache, rights, { startStoringPages }] = await Promise.all([
    import('@/lib/session'),
    import('@/lib/token'),
    import('@/lib/connection'),
    import('@/lib/local-storage'),
    import('./offline-cache'),
    import('./offline-rights'),
    import('./last-page'),
  ]);
  return { ...session, ...token, ...connection, ...storage, ...cache, ...rights, startStoringPages };
}

interface Seen {
  user?: typeof layla;
  html?: string;
  /** Whether the session outlives the tab. */
  remember?: boolean;
  /** Path of the page that React has drawn. */
  drawn?: string;
}

/** Shows a page to somebody, and leaves it. */
async function seen({ user = layla, html = '<h1>Nadi</h1>', remember = true, drawn = location.pathname }: Seen = {}) {
  const app = await visit();
  app.saveToken('good', remember);
  app.saveOwner('good', user);
  app.setConnection('online');
  app.useSession.setState({ status: 'in', user, unreached: false });
  document.body.innerHTML = `<div id="root">${html}</div>`;
  const { pathname } = location;
  history.replaceState(null, '', drawn);
  app.startStoringPages();
  history.replaceState(null, '', pathname);
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
  await sleep(0);
  return shadow()?.querySelector('h1')?.textContent ?? undefined;
}
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const placeholder = '<div class="mantine-Skeleton-root"></div>';
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

  it('stays until no placeholder is in sight, but for two seconds at most', async () => {
    await seen();
    await booted();
    for (const root of document.querySelectorAll('#root')) root.innerHTML = placeholder;
    window.dispatchEvent(new Event('nadi:ready'));
    await sleep(300);
    expect(isShown()).toBe(true);
    await waitFor(() => expect(isShown()).toBe(false), { timeout: 5000 });
  });

  it('is stored without what was typed', async () => {
    const html = '<h1>Nadi</h1><input type="password" value="secret"><textarea>A private thought</textarea>';
    await seen({ html });
    const stored = Object.entries(localStorage).find(([key]) => key.startsWith('nadi-page '))?.[1];
    expect(stored).toContain('<textarea>');
    expect(stored).not.toMatch(/secret|private thought/);
  });

  it('is not stored while a field is in use', async () => {
    const focus = vi.spyOn(document, 'activeElement', 'get').mockImplementation(() => document.querySelector('input'));
    await seen({ html: '<h1>Door</h1><input>' });
    focus.mockRestore();
    expect(await booted()).toBeUndefined();
  });

  it.each(['<p role="alert">The feed did not load</p>', '<span class="mantine-Loader-root"></span>'])(
    'is not stored with %s',
    async (part) => {
      await seen({ html: `<h1>Nadi</h1>${part}` });
      expect(await booted()).toBeUndefined();
    },
  );

  it('is not stored by the address of a page that is not drawn yet', async () => {
    // Instances of earlier tests still listen; they store no page of another user.
    await seen({ user: omar, drawn: '/events' });
    expect(await booted()).toBeUndefined();
  });

  it.each([
    ['/events', 1],
    [`/societies/${'a'.repeat(24)}/events`, 1],
    [`/societies/${'a'.repeat(24)}/join-requests`, 0],
    [`/events/${'a'.repeat(24)}/attendees`, 0],
    ['/admin/people', 0],
    ['/account', 0],
    ['/societies/new', 0],
  ])('on %s is stored %i times: data about other people or security is not', async (path, times) => {
    history.replaceState(null, '', path);
    window.dispatchEvent(new Event('nadi:ready'));
    await seen({ drawn: path });
    history.replaceState(null, '', '/');
    window.dispatchEvent(new Event('nadi:ready'));
    expect(Object.keys(localStorage).filter((key) => key === `nadi-page ${path}`)).toHaveLength(times);
  });

  it('is not stored by a session that ends with the tab', async () => {
    await seen({ remember: false });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('nadi-page '))).toEqual([]);
  });

  it('is not stored while it is loading', async () => {
    await seen({ html: `<h1>Nadi</h1>${placeholder}` });
    expect(await booted()).toBeUndefined();
  });
});

describe('a stored page is not shown', () => {
  it('to another user', async () => {
    const app = await seen();
    app.saveToken('other', true);
    app.saveOwner('other', omar);
    expect(await booted()).toBeUndefined();
  });

  it('without the token, and is erased', async () => {
    const app = await seen();
    app.dropToken();
    expect(await booted()).toBeUndefined();
    app.saveToken('good', true);
    app.saveOwner('good', layla);
    expect(await booted()).toBeUndefined();
  });

  it('after a week', async () => {
    await seen();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 86_400_000);
    expect(await booted()).toBeUndefined();
    now.mockRestore();
    expect(await booted()).toBe('Nadi');
  });

  it('with other digits', async () => {
    await seen();
    localStorage.setItem('nadi-digits', 'arab');
    expect(await booted()).toBeUndefined();
  });

  it('and is erased, once somebody else is signed in', async () => {
    await seen();
    await seen({ user: omar, html: '' });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('nadi-page '))).toEqual([]);
  });

  it('once the user of the app has changed', async () => {
    const { clearUserState } = await import('@/lib/user-change');
    await seen();
    clearUserState();
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

describe('a page that the gateway rendered gives way to placeholders', () => {
  const { documentElement } = document;
  const isReplaced = async (rendered: boolean): Promise<boolean> => {
    documentElement.lang = 'en';
    documentElement.toggleAttribute('data-rendered', rendered);
    await booted();
    const replaced = documentElement.hasAttribute('data-replaced');
    for (const mark of ['data-rendered', 'data-replaced']) documentElement.removeAttribute(mark);
    return replaced;
  };

  it('where another language was chosen here', async () => {
    expect(await isReplaced(true)).toBe(false);
    localStorage.setItem('nadi-language', 'ar');
    expect([await isReplaced(true), await isReplaced(false)]).toEqual([true, false]);
  });

  it('where somebody is signed in', async () => {
    localStorage.setItem('token', 'good');
    expect([await isReplaced(true), await isReplaced(false)]).toEqual([true, false]);
  });
});
