import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { errors, fieldTexts } from '#models/contract/errors';
import { type Digits, numberIn, saveDigits } from './locale';

export type Language = 'en' | 'ar';
export const languages: readonly Language[] = ['en', 'ar'];

const KEY = 'nadi-language';
const areas = import.meta.glob<Record<string, unknown>>('../../../models/texts/*/*.json', { import: 'default' });

/** The English error texts are the contract's own; all others lie in models/texts, one file an area. */
async function load(language: string, area: string): Promise<Record<string, unknown>> {
  if (area === 'errors' && language === 'en') {
    return { codes: Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])), fields: fieldTexts };
  }
  const found = areas[`../../../models/texts/${language}/${area}.json`];
  if (!found) throw new Error(`No texts for ${area} in ${language}`);
  return found();
}

const backend = {
  type: 'backend' as const,
  read: (language: string, area: string) => load(language, area),
};

/** Numbers inside of texts are written as they are elsewhere; which plural they take is decided before. */
const formatter = {
  type: 'formatter' as const,
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format: string | undefined, language = 'en') => (typeof value === 'number' ? numberIn(language, value) : value),
};

export const i18n = i18next.createInstance();

/** Follows the language on the document: its code, its direction, the person's choice for the next visit. */
function applyLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** Starts with the language that boot.js has set; loads its first texts only. */
export async function startTexts(first: readonly string[] = ['common', 'shell', 'errors']): Promise<void> {
  if (i18n.isInitialized) return;
  i18n.on('languageChanged', applyLanguage);
  await i18n
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang === 'ar' ? 'ar' : 'en',
      supportedLngs: languages as Language[],
      fallbackLng: false,
      ns: [...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

/** Switches at run time: the texts in use are loaded first, then everything changes at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage may be closed to us; then the choice lasts as long as the page.
  }
  await i18n.changeLanguage(language);
}

/** What the browser's own settings say. */
const languageOfBrowser = (): Language => (/^ar\b/i.test(navigator.language) ? 'ar' : 'en');

/** What somebody chose in this browser; null where it follows its own settings. */
export function chosenLanguage(): Language | null {
  try {
    const choice = localStorage.getItem(KEY);
    return choice === 'en' || choice === 'ar' ? choice : null;
  } catch {
    return null;
  }
}

/** No choice any more: the browser's own settings decide, now and at the next visit. */
export async function followBrowser(): Promise<void> {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  await i18n.changeLanguage(languageOfBrowser());
}

/** Other digits in Arabic, at once in everything that is on the screen. */
export async function chooseDigits(digits: Digits): Promise<void> {
  saveDigits(digits);
  await i18n.changeLanguage(i18n.language);
}

const missingOf = (names: readonly string[]): string[] => names.filter((name) => !i18n.hasResourceBundle(i18n.language, name));

/**
 * Loads an area's texts beside a page's script, so that the page does not wait for them afterwards. Rejects where they
 * cannot be had; texts that failed to come before are asked for again.
 */
export async function loadArea(...names: string[]): Promise<void> {
  await i18n.loadNamespaces(names);
  const missing = missingOf(names);
  if (missing.length > 0) await i18n.reloadResources(i18n.language, missing);
  if (missingOf(missing).length > 0) throw new Error(`No texts for ${missingOf(missing).join()} in ${i18n.language}`);
}
