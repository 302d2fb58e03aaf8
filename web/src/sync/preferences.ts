import { create } from 'zustand';
import { chooseDigits, chooseLanguage, chosenLanguage, followBrowser, type Language } from '@/lib/i18n';
import { readText, writeText } from '@/lib/local-storage';
import { type Digits, digitsInUse } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { reportMissingScript } from '@/lib/use-lazy-open';

export type Theme = 'light' | 'dark' | 'system';

/** Appearance of the app in this browser. `locale` is null if it follows the browser's settings. */
export interface Appearance {
  locale: Language | null;
  digits: Digits;
  theme: Theme;
}

/** Loaded for members. */
const loadOwn = () => import('./own-profile');

const stores = { locale: 'nadi-language', digits: 'nadi-digits', theme: 'nadi-scheme' } as const;
const names = ['locale', 'digits', 'theme'] as const;
/** The defaults. */
const unchosen: Appearance = { locale: null, digits: 'latn', theme: 'system' };
/** Names of preferences set here by the account; all others were chosen in this browser and stay. */
const BY_ACCOUNT = 'nadi-look-by-account';

function themeHere(): Theme {
  const scheme = readText(stores.theme);
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system';
}

export const usePreferences = create<Appearance>()(() => ({ locale: chosenLanguage(), digits: digitsInUse(), theme: themeHere() }));

/** Mantine's colour scheme of a theme. */
export const schemeOf = (theme: Theme): 'light' | 'dark' | 'auto' => (theme === 'system' ? 'auto' : theme);

const byAccount = (): Set<string> => new Set(readText(BY_ACCOUNT)?.split(' ').filter(Boolean));

function mark(choice: Partial<Appearance>, isAccounts: boolean): void {
  const marked = byAccount();
  for (const name of Object.keys(choice)) {
    if (isAccounts) marked.add(name);
    else marked.delete(name);
  }
  writeText(BY_ACCOUNT, [...marked].join(' '));
}

/** Rejects and keeps the language if the texts of another one cannot be loaded. */
async function apply(choice: Partial<Appearance>): Promise<void> {
  usePreferences.setState(choice);
  try {
    if (choice.digits) await chooseDigits(choice.digits);
    if (choice.locale) await chooseLanguage(choice.locale);
    else if (choice.locale === null) await followBrowser();
  } catch (error) {
    usePreferences.setState({ locale: chosenLanguage() });
    throw error;
  }
}

let choices = 0;
/** Serializes the calls, so the last choice wins. */
let before: Promise<unknown> = Promise.resolve();

/** Saves a choice once it is applied, in the order of choices: the texts of a later language may come first. */
async function saveToAccount(choice: Partial<Appearance>, applied: Promise<void>): Promise<void> {
  const saving = Promise.all([before, applied]).then(async () => (await loadOwn()).savePreferences(choice));
  before = saving.catch(() => {});
  await saving;
  mark(choice, true);
}

/**
 * Changes the appearance here at once, and for the signed-in account. If the account refuses, rolls back, unless something else
 * was chosen meanwhile, and throws.
 */
export async function saveAppearance(choice: Partial<Appearance>): Promise<void> {
  const was = usePreferences.getState();
  const mine = ++choices;
  mark(choice, false);
  const applied = apply(choice);
  try {
    await (useSession.getState().user ? saveToAccount(choice, applied) : applied);
  } catch (error) {
    const old = Object.fromEntries(names.filter((name) => name in choice).map((name) => [name, was[name]]));
    if (mine === choices) await apply(old);
    throw error;
  }
}

/**
 * Changes the appearance from a switch in the shell: keeps it even if saving it for the account fails. Shows an error, and changes
 * nothing, if the texts of another language cannot be loaded.
 */
export function setAppearance(choice: Partial<Appearance>): void {
  choices += 1;
  mark(choice, false);
  const applied = apply(choice);
  applied.catch(reportMissingScript);
  if (useSession.getState().user) saveToAccount(choice, applied).catch(() => {});
}

/** Adopts the account's preferences, except those chosen in this browser. */
async function adopt(): Promise<void> {
  const choicesBefore = choices;
  const { loadOwnProfile } = await loadOwn();
  const profile = await loadOwnProfile();
  if (!profile || choices !== choicesBefore || profile.ID !== useSession.getState().user?.ID) return;
  const marked = byAccount();
  const adopted: Partial<Appearance> = {};
  for (const name of names) {
    const isOwn = readText(stores[name]) !== null && !marked.has(name);
    const chosen = profile.preferences[name];
    if (!isOwn && (chosen !== null || marked.has(name))) Object.assign(adopted, { [name]: chosen ?? unchosen[name] });
  }
  mark(adopted, true);
  await apply(adopted);
}

/** Makes the appearance follow the signed-in account, now and after every sign-in. Call it once per page. */
export function startPreferences(): () => void {
  const follow = (): void => void adopt().catch(() => {});
  if (useSession.getState().user) follow();
  return useSession.subscribe(({ user }, last) => {
    if (user && user.ID !== last.user?.ID) follow();
  });
}
