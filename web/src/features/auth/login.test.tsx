import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { login, restoreAccount } from '#models/contract/auth';
import { finishSso, getLoginMethods, ssoPath } from '#models/contract/sso';
import { getUserInfo } from '#models/contract/users';
import { chooseLanguage } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { readToken, saveToken } from '@/lib/token';
import LoginPage from '@/pages/login-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';

const serveMethods = (methods: { sso: { name: string } | null; passwords: boolean }) =>
  onCall(getLoginMethods, () => yes(getLoginMethods, methods));
beforeEach(() => serveMethods({ sso: null, passwords: true }));

/** Requests of the form, without the one that asks how one can log in. */
const sent = () => requests.filter(({ path }) => path !== getLoginMethods.path);

const open = (state?: unknown, at = '/login') => {
  useSession.setState({ status: 'out', user: null });
  return show(<LoginPage />, { at, state });
};
const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => screen.getByRole('button', { name: 'Sign In' });
const acceptLogin = () => {
  onCall(login, () => yes(login, 'good'));
  onCall(getUserInfo, () => yes(getUserInfo, aUser()));
};

describe('login', () => {
  it('requires both fields, with errors under them and the focus on the first', async () => {
    const { user } = open();
    await user.click(submit());
    expect(screen.getByText('Email is required')).toBeDefined();
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(email());
    expect(sent()).toEqual([]);
  });
  it('rejects a malformed e-mail address, until it is edited', async () => {
    const { user } = open();
    await user.type(email(), 'layla');
    await user.click(submit());
    expect(screen.getByText('Email is invalid')).toBeDefined();
    await user.type(email(), '@');
    expect(screen.queryByText('Email is invalid')).toBeNull();
  });
  it('signs in by POST with a toast, stores the token for the tab and navigates home', async () => {
    acceptLogin();
    const { user, place } = open();
    await user.type(email(), ' layla@uni.example ');
    await user.type(password(), 'password1{Enter}');
    await waitFor(() => expect(place()).toBe('/'));
    expect(sent()[0]).toMatchObject({ method: 'POST', path: '/auth/login', body: { email: 'layla@uni.example', password: 'password1' } });
    expect(await screen.findByText('Welcome back!')).toBeDefined();
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'good']);
    expect(useSession.getState().status).toBe('in');
  });
  it('stores the token beyond the tab if chosen, and returns to the requested page', async () => {
    acceptLogin();
    const { user, place } = open({ from: '/societies?filter=trending' });
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'password1');
    await user.click(screen.getByLabelText('Remember me'));
    await user.click(submit());
    await waitFor(() => expect(place()).toBe('/societies?filter=trending'));
    expect(localStorage.getItem('token')).toBe('good');
  });
  it('shows that it is busy, and cannot be submitted twice', async () => {
    let release = (): void => {};
    onCall(login, () => new Promise((resolve) => (release = () => resolve(no(401, 'wrong_credentials', 'Invalid email or password')))));
    const { user } = open();
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'wrong');
    await user.click(submit());
    const busy = screen.getByRole('button', { name: 'Signing in...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await user.click(busy);
    expect(sent()).toHaveLength(1);
    release();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeDefined();
  });
  it('shows the server’s message in the form and as a toast, until something is typed', async () => {
    onCall(login, () => no(403, 'suspended', 'This account is suspended.'));
    const { user } = open();
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(screen.getAllByText('This account is suspended.')).toHaveLength(2));
    await user.type(password(), '!');
    await waitFor(() => expect(screen.getAllByText('This account is suspended.')).toHaveLength(1));
    expect(readToken()).toBeNull();
  });
  it('offers to restore an account that was deleted, and signs in with it', async () => {
    acceptLogin();
    onCall(login, () => no(403, 'deletion_pending', 'This account was deleted. You can still restore it.'));
    onCall(restoreAccount, () => yes(restoreAccount, 'good'));
    const { user, place } = open();
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'password1{Enter}');
    expect((await screen.findAllByText('This account was deleted. You can still restore it.')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Restore my account' }));
    await waitFor(() => expect(place()).toBe('/'));
    expect(sent().find(({ path }) => path === restoreAccount.path)).toMatchObject({
      method: 'POST',
      body: { email: 'layla@uni.example', password: 'password1' },
    });
    expect(await screen.findByText('Welcome back! Your societies and posts return in a moment.')).toBeDefined();
    expect(useSession.getState().status).toBe('in');
  });
  it('takes the offer back when something else is typed, and says why a restoration did not work', async () => {
    onCall(login, () => no(403, 'deletion_pending', 'This account was deleted. You can still restore it.'));
    onCall(restoreAccount, () => no(401, 'wrong_credentials', 'Invalid email or password'));
    const { user } = open();
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'password1{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Restore my account' }));
    expect((await screen.findAllByText('Invalid email or password')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Restore my account' })).toBeNull();
    await user.type(password(), '{Enter}');
    await screen.findByRole('button', { name: 'Restore my account' });
    await user.type(password(), '!');
    expect(screen.queryByRole('button', { name: 'Restore my account' })).toBeNull();
  });
  it('rejects an answer without a token', async () => {
    onCall(login, () => ({ status: 200, body: { data: '' } }));
    const { user } = open();
    await user.type(email(), 'layla@uni.example');
    await user.type(password(), 'password1{Enter}');
    expect((await screen.findAllByText('Invalid login response')).length).toBeGreaterThan(0);
  });
  it('claims no figures, which nobody counts here', () => {
    const { container } = open();
    expect(container.textContent).toContain('Sign In');
    expect(container.textContent).not.toMatch(/\d/);
  });
  it('redirects signed-in users home', () => {
    saveToken('good', true);
    useSession.setState({ status: 'checking', user: null });
    const { place } = show(<LoginPage />, { at: '/login' });
    expect(place()).toBe('/');
  });
  it('is translated to Arabic', async () => {
    onCall(login, () => no(401, 'wrong_credentials', 'Invalid email or password'));
    await chooseLanguage('ar');
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'تسجيل الدخول' }));
    expect(screen.getByText('البريد الإلكتروني مطلوب')).toBeDefined();
    expect(document.documentElement.dir).toBe('rtl');
  });
});

describe('the university’s login', () => {
  const university = { name: 'Test University' };

  it('is a link that leads back to the requested page, above the form', async () => {
    serveMethods({ sso: university, passwords: true });
    open({ from: '/societies?filter=trending' });
    const link = await screen.findByRole('link', { name: 'Log in with Test University' });
    expect(link.getAttribute('href')).toBe(`${ssoPath}?to=${encodeURIComponent('/societies?filter=trending')}`);
    expect(screen.getByText('or with a password')).toBeDefined();
    expect(email()).toBeDefined();
  });

  it('leaves the form to platform admins where passwords are off', async () => {
    serveMethods({ sso: university, passwords: false });
    const { user } = open();
    await screen.findByRole('link', { name: 'Log in with Test University' });
    expect(screen.queryByText('or with a password')).toBeNull();
    await user.click(screen.getByText('Log in as a platform admin'));
    expect(email()).toBeDefined();
  });

  it('logs in when it has led back, and opens the page that was asked for', async () => {
    onCall(finishSso, () => yes(finishSso, { token: 'good', to: '/events?when=today' }));
    onCall(getUserInfo, () => yes(getUserInfo, aUser()));
    const { place } = open(undefined, '/login?sso=done');
    await waitFor(() => expect(place()).toBe('/events?when=today'));
    expect(await screen.findByText('Welcome back!')).toBeDefined();
    expect(readToken()).toBe('good');
  });

  it.each([
    ['expired', 'This login has expired. Please start again.'],
    ['suspended', 'This account is suspended.'],
    ['deletion_pending', 'This account was deleted. To restore it, log in with its email address and password.'],
    ['sso_unverified', 'Your university account has no verified email address. Please ask IT support.'],
    ['unavailable', 'The university login is not available right now. Please try again in a moment.'],
    ['<b>anything</b>', 'The university login did not work. Please try again.'],
  ])('says why it did not work: %s', async (reason, text) => {
    const { place } = open(undefined, `/login?sso=${encodeURIComponent(reason)}`);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(place()).toBe('/login');
  });

  it('shows a login that the server has forgotten as expired', async () => {
    onCall(finishSso, () => no(400, 'sso_expired', 'This login has expired. Please start again.'));
    open(undefined, '/login?sso=done');
    expect((await screen.findByRole('alert')).textContent).toBe('This login has expired. Please start again.');
  });
});
