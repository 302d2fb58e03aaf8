import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getUserProfileInfo, type Preferences, updatePreferences } from '#models/contract/profiles';
import { formatNumber } from '@/lib/format';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { connectToasts } from '@/lib/toasts';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { anOwnProfile } from '@/testing/own-profile-fixtures';
import { saveAppearance, setAppearance, startPreferences, usePreferences } from './preferences';

const me = aUser();
const signedIn = () => useSession.setState({ status: 'in', user: me });
const savedPreferences = () => requests.filter(({ path }) => path === updatePreferences.path).map(({ body }) => body);
let stop = () => {};

const profileWith = (chosen: Partial<Preferences>) => {
  const profile = anOwnProfile({ ID: me.ID });
  return { ...profile, preferences: { ...profile.preferences, ...chosen } };
};
/** Serves an account with these preferences. */
function serve(chosen: Partial<Preferences> = {}): void {
  const profile = profileWith(chosen);
  onCall(getUserProfileInfo, () => yes(getUserProfileInfo, profile));
  onCall(updatePreferences, ({ body }) => yes(updatePreferences, { preferences: { ...profile.preferences, ...body }, version: 2 }));
}
/** Waits until the account's preferences are loaded. */
const loaded = () => waitFor(() => expect(queryClient.getQueryData(['profile', 'own'])).toBeDefined());

beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  // Forget the language chosen by the test setup.
  localStorage.clear();
  queryClient.clear();
  usePreferences.setState({ locale: null, digits: 'latn', theme: 'system' });
});
afterEach(async () => {
  stop();
  await saveAppearance({ locale: null, digits: 'latn', theme: 'system' }).catch(() => {});
  useSession.setState({ status: 'out', user: null });
});

describe('signing in', () => {
  it("applies the account's language, digits and theme", async () => {
    serve({ locale: 'ar', digits: 'arab', theme: 'dark' });
    stop = startPreferences();
    expect(i18n.language).toBe('en');
    signedIn();
    await waitFor(() => expect(i18n.language).toBe('ar'));
    expect(formatNumber(12)).toBe('١٢');
    expect(usePreferences.getState()).toEqual({ locale: 'ar', digits: 'arab', theme: 'dark' });
    expect(savedPreferences()).toEqual([]);
  });
  it('keeps preferences chosen in this browser before', async () => {
    setAppearance({ locale: 'en' });
    serve({ locale: 'ar', digits: 'arab' });
    signedIn();
    stop = startPreferences();
    await waitFor(() => expect(usePreferences.getState().digits).toBe('arab'));
    expect(i18n.language).toBe('en');
  });
  it('applies a changed preference of the account if the old one came from it', async () => {
    serve({ locale: 'ar' });
    signedIn();
    stop = startPreferences();
    await waitFor(() => expect(i18n.language).toBe('ar'));
    stop();
    serve({ locale: null });
    queryClient.clear();
    stop = startPreferences();
    await waitFor(() => expect(i18n.language).toBe('en'));
    expect(localStorage.getItem('nadi-language')).toBeNull();
  });
  it('ignores an answer that arrives after a new choice', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    serve();
    onCall(getUserProfileInfo, () => answer.promise);
    signedIn();
    stop = startPreferences();
    setAppearance({ locale: 'ar' });
    await waitFor(() => expect(i18n.language).toBe('ar'));
    answer.give(yes(getUserProfileInfo, profileWith({ locale: 'en' })));
    await loaded();
    expect(i18n.language).toBe('ar');
  });
});

describe('a chosen preference', () => {
  it('of a visitor is stored only in this browser', async () => {
    setAppearance({ locale: 'ar' });
    await waitFor(() => expect(i18n.language).toBe('ar'));
    expect(requests).toEqual([]);
  });
  it('of a signed-in user is saved, in the order of choices', async () => {
    serve();
    signedIn();
    setAppearance({ theme: 'dark' });
    setAppearance({ theme: 'light' });
    await waitFor(() => expect(savedPreferences()).toEqual([{ theme: 'dark' }, { theme: 'light' }]));
    expect(usePreferences.getState().theme).toBe('light');
  });
  it('of a language is saved before a later one whose texts came first', async () => {
    serve();
    signedIn();
    const slow = deferred<void>();
    vi.spyOn(i18n, 'changeLanguage').mockImplementationOnce(() => slow.promise.then(() => i18n.t));
    setAppearance({ locale: 'ar' });
    setAppearance({ locale: 'en' });
    await waitFor(() => expect(localStorage.getItem('nadi-language')).toBe('en'));
    slow.give();
    await waitFor(() => expect(savedPreferences()).toEqual([{ locale: 'ar' }, { locale: 'en' }]));
    expect(usePreferences.getState().locale).toBe('en');
  });
  it('from the header stays if saving fails', async () => {
    onCall(updatePreferences, () => no(403, 'email_unverified', 'Please verify your email address first.'));
    signedIn();
    setAppearance({ locale: 'ar' });
    await waitFor(() => expect(savedPreferences()).toHaveLength(1));
    expect(i18n.language).toBe('ar');
  });
  it('of a language whose texts cannot be loaded changes and saves nothing, and shows an error', async () => {
    serve();
    signedIn();
    vi.spyOn(i18n, 'changeLanguage').mockRejectedValueOnce(new Error('No texts for shell in ar'));
    const toasts: string[] = [];
    const disconnect = connectToasts({ show: ({ text }) => void toasts.push(text), drop: () => {} });
    setAppearance({ locale: 'ar' });
    await waitFor(() => expect(toasts).toEqual(['Nadi cannot be reached. Please check your connection.']));
    disconnect();
    expect([i18n.language, usePreferences.getState().locale, localStorage.getItem('nadi-language')]).toEqual(['en', null, null]);
    expect(savedPreferences()).toEqual([]);
  });
  it('from the settings is rolled back if saving fails', async () => {
    onCall(updatePreferences, () => no(500, 'internal', 'Boom'));
    signedIn();
    await chooseLanguage('ar');
    const chosen = saveAppearance({ digits: 'arab', theme: 'dark' });
    expect(formatNumber(12)).toBe('١٢');
    await expect(chosen).rejects.toMatchObject({ status: 500 });
    expect([formatNumber(12), usePreferences.getState().theme]).toEqual(['12', 'system']);
  });
});
