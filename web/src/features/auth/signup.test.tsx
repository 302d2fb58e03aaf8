import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { register } from '#models/contract/sign-up';
import { getLoginMethods } from '#models/contract/sso';
import { chooseLanguage } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import LoginPage from '@/pages/login-page';
import SignupPage from '@/pages/signup-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { show } from '@/testing/render';

vi.mock('./resize-photo', () => ({
  resizePhoto: async (file: File) => (file.type ? 'data:image/jpeg;base64,AAAA' : Promise.reject(new Error('no picture'))),
}));

const open = () => {
  useSession.setState({ status: 'out', user: null });
  return show(<SignupPage />, { at: '/signup' });
};
type User = ReturnType<typeof open>['user'];
const submit = () => screen.getByRole('button', { name: 'Create Account' });
const photo = () => screen.getByLabelText<HTMLInputElement>('Photo URL');
const fill = async (user: User) => {
  const texts = {
    'First Name': 'Layla',
    'Last Name': 'Haddad',
    Email: 'layla@uni.example',
    Password: 'password1',
    'Student ID': '2026001',
  };
  for (const [label, text] of Object.entries(texts)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: 'Use a drawing' }));
  await user.click(screen.getByRole('checkbox'));
};

describe('sign-up', () => {
  it('requires every field, with errors under them and the focus on the first', async () => {
    const { user } = open();
    await user.click(submit());
    const asked = [
      'First name is required',
      'Last name is required',
      'Email is required',
      'Password is required',
      'Student ID is required',
      'Photo URL is required',
      'You must agree to the terms',
    ];
    for (const text of asked) expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('First Name'));
    expect(requests).toEqual([]);
  });
  it.each([
    ['First Name', 'Lay\u200bla', 'This has hidden characters. Please type it instead of pasting it'],
    ['Last Name', 'www.evil.example', 'A name cannot contain a web or email address'],
    ['Student ID', '2026\u202e1', 'This has hidden characters. Please type it instead of pasting it'],
  ])('shows an error under %s for invalid characters, and sends nothing', async (label, text, message) => {
    const { user } = open();
    await fill(user);
    await user.clear(screen.getByLabelText(label));
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
    await user.click(submit());
    expect(screen.getByText(message)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(requests).toEqual([]);
  });
  it('rejects a malformed address and a short password, each until it is edited', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Email'), 'layla');
    await user.type(screen.getByLabelText('Password'), 'short');
    await user.click(submit());
    expect(screen.getByText('Email is invalid')).toBeDefined();
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined();
    await user.type(screen.getByLabelText('Password'), 'er');
    expect(screen.queryByText('Password must be at least 8 characters')).toBeNull();
    expect(screen.getByText('Email is invalid')).toBeDefined();
  });
  it('starts with an empty photo, filled in by a drawn picture or a file', async () => {
    const { user, container } = open();
    expect(photo().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Use a drawing' }));
    expect(photo().value).toBe('drawn');
    const chooser = container.querySelector<HTMLInputElement>('input[type=file]')!;
    await user.upload(chooser, new File(['x'], 'me.png', { type: 'image/png' }));
    await waitFor(() => expect(photo().value).toBe('data:image/jpeg;base64,AAAA'));
  });
  it('creates the account with a toast, and leads to the login', async () => {
    onCall(register, () => yes(register, { ID: newId(), Verified: true }));
    const { user, place } = open();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(place()).toBe('/login'));
    expect(requests[0]?.body).toEqual({
      name: 'Layla Haddad',
      email: 'layla@uni.example',
      password: 'password1',
      student_id: '2026001',
      photo: 'drawn',
      consents: { terms: { version: 1, language: 'en' }, privacy: { version: 1, language: 'en' } },
    });
    expect(await screen.findByText('Account created successfully! Please log in.')).toBeDefined();
    expect(screen.queryByText(/We have sent an email/)).toBeNull();
  });
  it('shows the address of the verification mail at the login, in both languages', async () => {
    onCall(register, () => yes(register, { ID: newId(), Verified: false }));
    onCall(getLoginMethods, () => yes(getLoginMethods, { sso: null, passwords: true }));
    useSession.setState({ status: 'out', user: null });
    const { user } = show(
      <Routes>
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/login" element={<LoginPage />} />
      </Routes>,
      { at: '/signup' },
    );
    await fill(user);
    await user.click(submit());
    const message = (await screen.findByText(/We have sent an email/)).closest('[role=status]')!;
    expect(message.textContent).toBe(
      "We have sent an email with a verification link to this address:layla@uni.exampleCan't find it? Check your spam folder.",
    );
    await act(() => chooseLanguage('ar'));
    expect(message.textContent).toContain('رابط التأكيد إلى هذا العنوان:layla@uni.example');
    await act(() => chooseLanguage('en'));
  });
  it('shows that it is busy', async () => {
    onCall(register, () => new Promise(() => {}));
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(screen.getByRole('button', { name: 'Creating Account...' }).getAttribute('aria-disabled')).toBe('true');
  });
  it('shows any failure as a toast and under the e-mail field, and keeps the typed text', async () => {
    onCall(register, () => no(409, 'registration_conflict', 'Registration failed. Email may already be in use.'));
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(screen.getAllByText('Registration failed. Email may already be in use.')).toHaveLength(2));
    expect(screen.getByLabelText<HTMLInputElement>('Student ID').value).toBe('2026001');
  });
  it('shows the server’s field errors under the fields', async () => {
    onCall(register, () =>
      no(400, 'validation_failed', 'Some fields are not valid.', {
        email: 'Please use your university email address',
        student_id: 'This is too long',
      }),
    );
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Please use your university email address')).toBeDefined();
    expect(screen.getByText('This is too long')).toBeDefined();
  });
  it('redirects signed-in users home', () => {
    saveToken('good', false);
    useSession.setState({ status: 'in', user: null });
    expect(show(<SignupPage />, { at: '/signup' }).place()).toBe('/');
  });
});
