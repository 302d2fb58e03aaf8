import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fieldTexts } from '#models/contract/field-texts';
import { readText, writeText } from './local-storage';
import { type Digits, numberIn, saveDigits } from './locale';
import { isServer } from './on-window';
import { viewChanged } from './view-cookie';

export type Language = 'en' | 'ar';
const languages: readonly Language[] = ['en', 'ar'];

const KEY = 'nadi-language';
/** Loaders of the texts by file, without those in `rare-texts.ts` and those that only the server uses. */
const areas = import.meta.glob<Record<string, unknown>>(
  [
    '../../../models/texts/*/*.json',
    '!../../../models/texts/*/{documents,mails}.json',
    '!../../../models/texts/*/{appeal,audit,check-in,create-society,data-register,feedback,moderation,mute-type,notification-kinds,poster,push-button,recommended-how,removed-societies,roster,second-step,society-settings,staff,term-reports}.json',
  ],
  { import: 'default' },
);

/** Loads one namespace: English error texts from the contract, all others from models/texts, one file per area. */
async function load(language: string, area: string): Promise<Record<string, unknown>> {
  if (area === 'errors' && language === 'en') {
    const { errors } = await import('#models/contract/error-codes');
    return { codes: Object.fromEntries(Object.entries(errors).map(([code, [, text]]) => [code, text])), fields: fieldTexts };
  }
  const file = `../../../models/texts/${language}/${area}.json`;
  const found = areas[file] ?? (await import('./rare-texts')).rareAreas[file];
  if (!found) throw new Error(`No texts for ${area} in ${language}`);
  return found();
}

const backend = {
  type: 'backend' as const,
  read: (language: string, area: string) => load(language, area),
};

/** Formats numbers inside texts like everywhere else; i18next has chosen the plural form before. */
const formatter = {
  type: 'formatter' as const,
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value: unknown, _format: string | undefined, language = 'en') => (typeof value === 'number' ? numberIn(language, value) : value),
};

export const i18n = i18next.createInstance();

/** Sets the document's language and direction. */
function applyLanguage(language: string): void {
  if (isServer) return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Language of the texts on the screen. */
export const languageInUse = (): Language => (i18n.language === 'ar' ? 'ar' : 'en');

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

const languageOfDocument = (): Language => (!isServer && document.documentElement.lang === 'ar' ? 'ar' : 'en');

const missingOf = (names: readonly string[]): string[] => names.filter((name) => !i18n.hasResourceBundle(i18n.language, name));

/** Requests namespaces that failed before once more; rejects if they cannot be loaded. */
async function loadMissing(names: readonly string[]): Promise<void> {
  const missing = missingOf(names);
  if (missing.length > 0) await i18n.reloadResources(i18n.language, missing);
  if (missingOf(missing).length > 0) throw new Error(`No texts for ${missingOf(missing).join()} in ${i18n.language}`);
}

async function start(first: readonly string[]): Promise<void> {
  i18n.on('languageChanged', applyLanguage);
  await i18n
    .use(backend)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: languageOfDocument(),
      supportedLngs: languages as Language[],
      fallbackLng: false,
      ns: [...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

/** Starts i18next in the language set by boot.js; loads only the first namespaces. Rejects if they cannot be loaded; may be repeated. */
export async function startTexts(first: readonly string[] = ['common', 'shell', 'errors']): Promise<void> {
  if (!i18n.isInitialized) await start(first);
  await loadMissing(first);
}

/**
 * Switches at run time: loads the namespaces in use first, then everything changes together. Rejects and stores nothing if they
 * cannot be loaded. A later switch wins.
 */
async function switchTo(language: Language, choice: Language | null): Promise<void> {
  await i18n.changeLanguage(language);
  if (i18n.language !== language) return;
  writeText(KEY, choice);
  viewChanged();
}

/** Switches the language. Rejects and keeps the old one if its texts cannot be loaded. */
export const chooseLanguage = (language: Language): Promise<void> => switchTo(language, language);

/** The language of the browser's settings. */
const languageOfBrowser = (): Language => (/^ar\b/i.test(navigator.language) ? 'ar' : 'en');

/** The language chosen in this browser; null if it follows the browser's settings. */
export function chosenLanguage(): Language | null {
  const choice = readText(KEY);
  return choice === 'en' || choice === 'ar' ? choice : null;
}

/** Drops the choice: the browser's settings decide, now and at the next visit. */
export const followBrowser = (): Promise<void> => switchTo(languageOfBrowser(), null);

/** Changes the Arabic digits; `changeLanguage` redraws everything on the screen. */
export async function chooseDigits(digits: Digits): Promise<void> {
  saveDigits(digits);
  await i18n.changeLanguage(i18n.language);
}

/**
 * Loads namespaces in parallel with a page's script, so the page does not wait for them afterwards. Rejects if they cannot be
 * loaded.
 */
async function loadArea(...names: string[]): Promise<void> {
  await i18n.loadNamespaces(names);
  await loadMissing(names);
}

/** Makes a loader of a script that also loads the texts of its areas, in parallel. */
export const withTexts =
  <S>(load: () => Promise<S>, ...areas: string[]) =>
  async (): Promise<S> =>
    (await Promise.all([load(), loadArea(...areas)]))[0];
