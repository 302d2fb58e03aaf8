import { beforeEach, expect, it, vi } from 'vitest';

let failures = 0;

/** Loads the translator anew, as a page load does; the first imports of the texts of errors fail. */
async function open(failing: number) {
  vi.resetModules();
  failures = failing;
  vi.doMock('#models/contract/error-codes', async (load) => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return load();
  });
  return import('./i18n');
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = 'en';
});

it('first texts that failed to load are requested once more', async () => {
  const { i18n, startTexts } = await open(1);
  await startTexts();
  expect([i18n.t('errors:codes.not_found'), i18n.t('name')]).toEqual([expect.stringContaining(' '), 'Nadi']);
});

it('a start without the first texts fails instead of showing their keys, and can be repeated', async () => {
  const { i18n, startTexts } = await open(2);
  await expect(startTexts()).rejects.toThrow('No texts for errors in en');
  await startTexts();
  expect(i18n.t('errors:codes.not_found')).toContain(' ');
});

it('the app waits for its first texts until the network is back', async () => {
  const { i18n, startTexts } = await open(2);
  const { loadUntilSuccess } = await import('./retry-load');
  let isReady = false;
  const waiting = loadUntilSuccess(() => startTexts()).then(() => {
    isReady = true;
  });
  await vi.waitFor(() => expect(failures).toBe(0));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isReady).toBe(false);
  window.dispatchEvent(new Event('online'));
  await waiting;
  expect(i18n.t('errors:codes.not_found')).toContain(' ');
});

it('a switch to a language whose texts cannot be loaded changes nothing, and can be repeated', async () => {
  document.documentElement.lang = 'ar';
  const { chooseLanguage, i18n, startTexts } = await open(1);
  await startTexts();
  await expect(chooseLanguage('en')).rejects.toThrow('No texts for errors in en');
  expect([i18n.language, document.documentElement.dir, localStorage.getItem('nadi-language')]).toEqual(['ar', 'rtl', null]);
  await chooseLanguage('en');
  expect([i18n.language, i18n.t('name'), localStorage.getItem('nadi-language')]).toEqual(['en', 'Nadi', 'en']);
});

it('of two language switches the last one wins, although its texts came first', async () => {
  document.documentElement.lang = 'ar';
  const { chooseLanguage, i18n, startTexts } = await open(0);
  await startTexts();
  await Promise.all([chooseLanguage('en'), chooseLanguage('ar')]);
  expect([i18n.language, localStorage.getItem('nadi-language')]).toEqual(['ar', 'ar']);
});
