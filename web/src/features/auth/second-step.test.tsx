import { startAuthentication } from '@simplewebauthn/browser';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { login, restoreAccount } from '#models/contract/auth';
import { finishSecondFactor, getPasskeyChallenge } from '#models/contract/second-step';
import { finishSso, getLoginMethods } from '#models/contract/sso';
import { getUserInfo } from '#models/contract/users';
import { chooseLanguage } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { readToken } from '@/lib/token';
import LoginPage from '@/pages/login-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn() }));

const challenge = 'c'.repeat(43);
const needed = (methods: string, more = {}) => ({
  status: 403,
  body: { error_message: 'Please confirm your second step.', code: 'second_factor_needed', fields: { challenge, methods, ...more } },
});
const wrong = () => no(403, 'wrong_factor', 'This code or passkey is not valid. Please try again.');
const sent = () => requests.filter(({ path }) => path === finishSecondFactor.path).map(({ body }) => body);

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  onCall(getLoginMethods, () => yes(getLoginMethods, { sso: null, passwords: true }));
  onCall(getUserInfo, () => yes(getUserInfo, aUser()));
  onCall(finishSecondFactor, () => yes(finishSecondFactor, { token: 'good' }));
});

/** Logs in by password, up to the second step. */
async function open(methods: string, state: unknown = undefined) {
  useSession.setState({ status: 'out', user: null });
  onCall(login, () => needed(methods));
  const opened = show(<LoginPage />, { at: '/login', state });
  await opened.user.type(screen.getByLabelText('Email'), 'layla@uni.example');
  await opened.user.type(screen.getByLabelText('Password'), 'password1');
  await opened.user.click(screen.getByLabelText('Remember me'));
  await opened.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return opened;
}

describe('the second step of a login', () => {
  it('has one field for the code, and opens the page that was asked for', async () => {
    const { user, place } = await open('totp recovery', { from: '/societies' });
    const field = await screen.findByLabelText('Code from your app');
    expect([field.getAttribute('autocomplete'), document.activeElement]).toEqual(['one-time-code', field]);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    await user.type(field, ' 492 039{Enter}');
    await waitFor(() => expect(place()).toBe('/societies'));
    expect(sent()).toEqual([{ challenge, method: 'totp', code: '492 039' }]);
    expect(localStorage.getItem('token')).toBe('good');
  });

  it('takes digits of the Arabic keyboard', async () => {
    const { user } = await open('totp');
    await user.type(await screen.findByLabelText('Code from your app'), '٤٩٢٠٣٩{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ challenge, method: 'totp', code: '492039' }]));
  });

  it('shows a wrong code under its field, and an empty one too', async () => {
    onCall(finishSecondFactor, wrong);
    const { user } = await open('totp recovery');
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Please enter the code')).toBeDefined();
    await user.type(screen.getByLabelText('Code from your app'), '111111{Enter}');
    expect(await screen.findByText('This code or passkey is not valid. Please try again.')).toBeDefined();
    expect(readToken()).toBeNull();
  });

  it('takes a recovery code instead, and returns to the app', async () => {
    const { user } = await open('totp recovery');
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs');
    await user.click(screen.getByRole('button', { name: 'Use a code from your app' }));
    expect(screen.getByLabelText('Code from your app')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-jkmn-pqrs{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ challenge, method: 'recovery', code: 'abcd-efgh-jkmn-pqrs' }]));
  });

  it('asks the browser for a passkey', async () => {
    const options = { challenge: 'x', allowCredentials: [] };
    onCall(getPasskeyChallenge, () => yes(getPasskeyChallenge, { options }));
    vi.mocked(startAuthentication).mockResolvedValue({ id: 'key' } as never);
    const { user, place } = await open('passkey recovery');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(place()).toBe('/'));
    expect(vi.mocked(startAuthentication)).toHaveBeenCalledWith({ optionsJSON: options });
    expect(sent()).toEqual([{ challenge, method: 'passkey', assertion: { id: 'key' } }]);
  });

  it('says that a passkey was not used where the person cancels', async () => {
    onCall(getPasskeyChallenge, () => yes(getPasskeyChallenge, { options: {} }));
    vi.mocked(startAuthentication).mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'));
    const { user } = await open('passkey');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('The passkey was not used. Please try again.')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('returns to the password when it has expired, or on request', async () => {
    onCall(finishSecondFactor, () => no(400, 'factor_expired', 'This step has expired. Please start again.'));
    const { user } = await open('totp');
    await user.type(await screen.findByLabelText('Code from your app'), '111111{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This step has expired. Please start again.');
    await user.type(screen.getByLabelText('Email'), 'layla@uni.example');
    await user.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Back to login' }));
    expect(screen.getByLabelText('Password')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('follows a login with the university, and opens its page', async () => {
    useSession.setState({ status: 'out', user: null });
    onCall(finishSso, () => needed('totp', { to: '/events' }));
    const { user, place } = show(<LoginPage />, { at: '/login?sso=done' });
    await user.type(await screen.findByLabelText('Code from your app'), '492039{Enter}');
    await waitFor(() => expect(place()).toBe('/events'));
  });

  it('comes before the restoration of a deleted account, too', async () => {
    useSession.setState({ status: 'out', user: null });
    onCall(login, () => no(403, 'deletion_pending', 'This account was deleted. You can still restore it.'));
    onCall(restoreAccount, () => needed('totp'));
    const { user, place } = show(<LoginPage />, { at: '/login' });
    await user.type(screen.getByLabelText('Email'), 'layla@uni.example');
    await user.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Restore my account' }));
    await user.type(await screen.findByLabelText('Code from your app'), '492039{Enter}');
    await waitFor(() => expect(place()).toBe('/'));
    expect(sent()).toEqual([{ challenge, method: 'totp', code: '492039' }]);
    expect(await screen.findByText('Welcome back! Your societies and posts return in a moment.')).toBeDefined();
  });

  it('is in Arabic', async () => {
    await open('totp passkey recovery');
    await screen.findByLabelText('Code from your app');
    await chooseLanguage('ar');
    expect(await screen.findByLabelText('الرمز من التطبيق')).toBeDefined();
    expect(screen.getByRole('button', { name: 'استخدام مفتاح مرور' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'استخدام رمز استرداد' })).toBeDefined();
  });
});
