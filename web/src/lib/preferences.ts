import { create } from 'zustand';
import { chooseDigits, chooseLanguage, chosenLanguage, followBrowser, type Language } from './i18n';
import { type Digits, digitsInUse } from './locale';
import { loadOwnProfile, savePreferences } from './own-profile';
import { useSession } from './session';

export type Theme = 'light' | 'dark' | 'system';

/** How Nadi looks here. `locale` is null where it follows the browser's own settings. */
export interface Appearance {
  locale: Language | null;
  digits: Digits;
  theme: Theme;
}

const stores = { locale: 'nadi-language', digits: 'nadi-digits', theme: 'nadi-scheme' } as const;
const names = ['locale', 'digits', 'theme'] as const;
/** Where nothing is chosen. */
const unchosen: Appearance = { locale: null, digits: 'latn', theme: 'system' };
/** Which of them stand here because the account has them so: the others were chosen by whoever sits here, and stay. */
const BY_ACCOUNT = 'nadi-look-by-account';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function themeHere(): Theme {
  const scheme = stored(stores.theme);
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system';
}

export const usePreferences = create<Appearance>()(() => ({ locale: chosenLanguage(), digits: digitsInUse(), theme: themeHere() }));

/** What Mantine calls a theme. */
export const schemeOf = (theme: Theme): 'light' | 'dark' | 'auto' => (theme === 'system' ? 'auto' : theme);

const byAccount = (): Set<string> => new Set(stored(BY_ACCOUNT)?.split(' ').filter(Boolean));

function mark(choice: Partial<Appearance>, isAccounts: boolean): void {
  const marked = byAccount();
  for (const name of Object.keys(choice)) {
    if (isAccounts) marked.add(name);
    else marked.delete(name);
  }
  try {
    localStorage.setItem(BY_ACCOUNT, [...marked].join(' '));
  } catch {
    // Storage may be closed to us; then nothing is kept anyway.
  }
}

async function apply(choice: Partial<Appearance>): Promise<void> {
  usePreferences.setState(choice);
  if (choice.digits) await chooseDigits(choice.digits);
  if (choice.locale) await chooseLanguage(choice.locale);
  else if (choice.locale === null) await followBrowser();
}

let choices = 0;
/** One after the other, so that the last choice is the one that stays. */
let before: Promise<unknown> = Promise.resolve();

async function saveToAccount(choice: Partial<Appearance>): Promise<void> {
  const saving = before.then(() => savePreferences(choice));
  before = saving.catch(() => {});
  await saving;
  mark(choice, true);
}

/**
 * Changes the look here at once, and for the account of who is signed in. Throws where the account does not take it: then
 * the look is what it was, unless something else was chosen meanwhile.
 */
export async function saveAppearance(choice: Partial<Appearance>): Promise<void> {
  const was = usePreferences.getState();
  const mine = ++choices;
  mark(choice, false);
  await apply(choice);
  if (!useSession.getState().user) return;
  try {
    await saveToAccount(choice);
  } catch (error) {
    const old = Object.fromEntries(names.filter((name) => name in choice).map((name) => [name, was[name]]));
    if (mine === choices) await apply(old);
    throw error;
  }
}

/** The same of the switches that stand on every page: the look stays also where the account is not told. */
export function setAppearance(choice: Partial<Appearance>): void {
  choices += 1;
  mark(choice, false);
  void apply(choice);
  if (useSession.getState().user) saveToAccount(choice).catch(() => {});
}

/** What the account chose, unless whoever sits here chose for this browser before. */
async function adopt(): Promise<void> {
  const asked = choices;
  const profile = await loadOwnProfile();
  if (!profile || choices !== asked || profile.ID !== useSession.getState().user?.ID) return;
  const marked = byAccount();
  const adopted: Partial<Appearance> = {};
  for (const name of names) {
    const isOwn = stored(stores[name]) !== null && !marked.has(name);
    const chosen = profile.preferences[name];
    if (!isOwn && (chosen !== null || marked.has(name))) Object.assign(adopted, { [name]: chosen ?? unchosen[name] });
  }
  mark(adopted, true);
  await apply(adopted);
}

/** Once a page: has the look follow the account of whoever is signed in, now and whenever somebody signs in. */
export function startPreferences(): () => void {
  const follow = (): void => void adopt().catch(() => {});
  if (useSession.getState().user) follow();
  return useSession.subscribe(({ user }, last) => {
    if (user && user.ID !== last.user?.ID) follow();
  });
}
