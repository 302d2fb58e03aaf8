import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { forgotPassword, resendVerification, resetPassword, undoEmail, verifyEmail } from '#models/contract/credentials';
import { getUserInfo } from '#models/contract/users';
import { useSession } from '@/lib/session';
import { readToken, saveToken } from '@/lib/token';
import ForgotPasswordPage from '@/pages/forgot-password-page';
import ResetPasswordPage from '@/pages/reset-password-page';
import UndoEmailPage from '@/pages/undo-email-page';
import VerifyEmailPage from '@/pages/verify-email-page';
import { testFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';

const token = 'a'.repeat(43);
const signedOut = () => useSession.setState({ status: 'out', user: null });
const open = (at: string) =>
  show(
    <Routes>
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/undo-email" element={<UndoEmailPage />} />
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at },
  );
const expiredToken = (field: string) =>
  no(400, 'validation_failed', 'Some fields are not valid.', { [field]: 'This link is no longer valid' });

describe('a forgotten password', () => {
  const ask = async (address: string) => {
    signedOut();
    const opened = open('/forgot-password');
    if (address) await opened.user.type(screen.getByLabelText('Email'), address);
    await opened.user.click(screen.getByRole('button', { name: 'Send the link' }));
    return opened;
  };
  it('requires a well-formed address', async () => {
    const { user } = await ask('');
    expect(screen.getByText('Email is required')).toBeDefined();
    await user.type(screen.getByLabelText('Email'), 'layla{Enter}');
    expect(screen.getByText('Email is invalid')).toBeDefined();
    expect(requests).toEqual([]);
  });
  it('shows the same result with or without an account, and can be requested again', async () => {
    onCall(forgotPassword, () => yes(forgotPassword, { message: 'A mail is on its way.' }));
    const { user } = await ask(' layla@uni.example ');
    const heading = await screen.findByRole('heading', { name: 'Check your inbox' });
    expect(document.activeElement).toBe(heading);
    expect(requests[0]?.body).toEqual({ email: 'layla@uni.example' });
    await user.click(screen.getByRole('button', { name: 'Try another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('layla@uni.example');
  });
  testFailures('shows %s once, and keeps the typed text', async (_name, reply, text) => {
    onCall(forgotPassword, () => reply);
    await ask('layla@uni.example');
    expect(await screen.findAllByText(text)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('layla@uni.example');
  });
});

describe('a new password', () => {
  const save = async (password: string) => {
    const opened = open(`/reset-password?token=${token}`);
    await waitFor(() => expect(opened.place()).toBe('/reset-password'));
    if (password) await opened.user.type(screen.getByLabelText('New password'), password);
    await opened.user.click(screen.getByRole('button', { name: 'Save password' }));
    return opened;
  };
  it('is saved with the mailed token, ends this session too, and leads to the login', async () => {
    saveToken('old', true);
    useSession.setState({ status: 'in', user: aUser() });
    onCall(resetPassword, () => yes(resetPassword, {}));
    onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
    const { place } = await save('a better one');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(requests[0]?.body).toEqual({ reset_token: token, password: 'a better one' });
    expect([readToken(), useSession.getState().status]).toEqual([null, 'out']);
    expect(await screen.findByText('Your password was changed. Please log in.')).toBeDefined();
  });
  it('has at least 8 characters', async () => {
    signedOut();
    const { user } = await save('');
    expect(screen.getByText('Password is required')).toBeDefined();
    await user.type(screen.getByLabelText('New password'), 'short{Enter}');
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined();
    expect(requests).toEqual([]);
  });
  it('is refused with a used link, with a button to request another', async () => {
    signedOut();
    onCall(resetPassword, () => expiredToken('reset_token'));
    await save('a better one');
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
  });
  it('requires a token in the URL', () => {
    signedOut();
    open('/reset-password');
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBeDefined();
    expect(requests).toEqual([]);
  });
  testFailures('shows %s once, and keeps the typed text', async (_name, reply, text) => {
    signedOut();
    onCall(resetPassword, () => reply);
    await save('a better one');
    expect(await screen.findAllByText(text)).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a better one');
  });
});

describe('verifying an address', () => {
  const visit = () => open(`/verify-email?token=${token}`);
  it('needs no press, and reloads the session', async () => {
    saveToken('good', true);
    useSession.setState({ status: 'in', user: aUser({ Verified: false }) });
    onCall(verifyEmail, () => yes(verifyEmail, { Email: 'layla@uni.example' }));
    onCall(getUserInfo, () => yes(getUserInfo, aUser({ Verified: true })));
    const { place } = visit();
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeDefined();
    expect(screen.getByText('layla@uni.example')).toBeDefined();
    expect(place()).toBe('/verify-email');
    await waitFor(() => expect(useSession.getState().user?.Verified).toBe(true));
    expect(requests.filter(({ path }) => path === verifyEmail.path).map(({ body }) => body)).toEqual([{ verify_token: token }]);
  });
  it('offers another mail for an expired link to a signed-in user', async () => {
    useSession.setState({ status: 'in', user: aUser({ Verified: false }) });
    onCall(verifyEmail, () => expiredToken('verify_token'));
    onCall(resendVerification, () => yes(resendVerification, { Verified: false }));
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('We have sent a new email.')).toBeDefined();
  });
  it('leads to the login for an expired link of a visitor', async () => {
    signedOut();
    open('/verify-email');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(requests).toEqual([]);
  });
  it('leads to the account when the address is taken meanwhile', async () => {
    signedOut();
    onCall(verifyEmail, () => no(409, 'email_taken', 'This email address is already in use.'));
    visit();
    expect(await screen.findByRole('heading', { name: 'This email address is already in use' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to your account' }).getAttribute('href')).toBe('/account');
  });
  it('offers a retry when the server is unavailable', async () => {
    signedOut();
    onCall(verifyEmail, () => no(500, 'internal', 'Boom'));
    const { user } = visit();
    const again = await screen.findByRole('button', { name: 'Try again' });
    onCall(verifyEmail, () => yes(verifyEmail, { Email: 'layla@uni.example' }));
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeDefined();
  });
});

describe('undoing a change of the address', () => {
  const visit = async () => {
    const opened = open(`/undo-email?token=${token}`);
    await waitFor(() => expect(opened.place()).toBe('/undo-email'));
    return opened;
  };
  const press = (user: Awaited<ReturnType<typeof visit>>['user']) => user.click(screen.getByRole('button', { name: 'Undo the change' }));

  it('needs a press, ends this session too, and leads to a new password', async () => {
    saveToken('old', true);
    useSession.setState({ status: 'in', user: aUser() });
    onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
    onCall(undoEmail, () => yes(undoEmail, { Email: 'layla@uni.example', Reset_Token: 'r'.repeat(43) }));
    onCall(resetPassword, () => yes(resetPassword, {}));
    const { user, place } = await visit();
    expect(requests).toEqual([]);
    await press(user);
    await waitFor(() => expect(place()).toBe('/reset-password'));
    expect(requests[0]?.body).toEqual({ undo_token: token });
    expect(await screen.findByText('Your account is back at layla@uni.example.')).toBeDefined();
    expect(useSession.getState().status).toBe('out');
    await user.type(screen.getByLabelText('New password'), 'a better one');
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(requests.map(({ body }) => body)).toContainEqual({ reset_token: 'r'.repeat(43), password: 'a better one' });
  });
  it('shows an expired link, with a link to the support', async () => {
    signedOut();
    onCall(undoEmail, () => expiredToken('undo_token'));
    const { user } = await visit();
    await press(user);
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support');
  });
  it('shows that the address is taken', async () => {
    signedOut();
    onCall(undoEmail, () => no(409, 'email_taken', 'This email address is already in use.'));
    const { user } = await visit();
    await press(user);
    expect(await screen.findByRole('heading', { name: 'The address could not be restored' })).toBeDefined();
  });
  it('requires a token in the URL', () => {
    signedOut();
    open('/undo-email');
    expect(screen.getByRole('heading', { name: 'This link is no longer valid' })).toBeDefined();
    expect(requests).toEqual([]);
  });
  testFailures('shows %s once, and can be tried again', async (_name, reply, text) => {
    signedOut();
    onCall(undoEmail, () => reply);
    const { user } = await visit();
    await press(user);
    expect(await screen.findAllByText(text)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Undo the change' })).toBeDefined();
  });
});
