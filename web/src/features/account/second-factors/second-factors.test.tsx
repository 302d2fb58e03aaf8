import { startRegistration } from '@simplewebauthn/browser';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  addPasskey,
  addTotp,
  mailFactorCode,
  makeRecoveryCodes,
  removeSecondFactor,
  renamePasskey,
  type SecondFactor,
  startPasskey,
  startTotp,
} from '#models/contract/second-factors';
import { confirmSecondFactor, startSecondFactorCheck } from '#models/contract/second-step';
import { getUserInfo } from '#models/contract/users';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { serveSecondFactors } from '@/testing/fake-second-factors';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import SecondFactors from './second-factors';

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: vi.fn() }));

const challenge = 'c'.repeat(43);
const codes = ['abcd-efgh-jkmn-pqrs', 'bbcd-efgh-jkmn-pqrs'];
const factor = (over: Partial<SecondFactor> = {}): SecondFactor => ({
  ID: newId(),
  Kind: 'totp',
  Name: '',
  CreatedAt: '2026-11-20T10:00:00.000Z',
  Used_At: null,
  ...over,
});
const sent = (call: { path: string; method: string }) =>
  requests.filter(({ path, method }) => path === call.path && method === call.method).map(({ body }) => body);
const needed = () => ({
  status: 403,
  body: { error_message: 'Please confirm.', code: 'second_factor_needed', fields: { challenge, methods: 'totp recovery' } },
});

beforeAll(() => i18n.loadNamespaces(['account', 'second-step']));
beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class {});
  saveToken('good', true);
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getUserInfo, () => yes(getUserInfo, aUser()));
});

const open = () => show(<SecondFactors />);
const dialog = async () => within(await screen.findByRole('dialog'));

it('adds an app: the password, its QR code and key, its first code, and the recovery codes once', async () => {
  onCall(startTotp, () => yes(startTotp, { challenge, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Nadi?secret=JBSWY3DPEHPK3PXP' }));
  onCall(addTotp, () => yes(addTotp, { ID: newId(), recovery_codes: codes }));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add an app' }));
  await user.type((await dialog()).getByLabelText('Current password'), 'password1{Enter}');
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeDefined();
  serveSecondFactors({ Factors: [factor()], Recovery_Codes: 10 });
  await user.type(screen.getByLabelText('Code from your app'), '492039{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByRole('button', { name: 'Remove Authenticator app' })).toBeDefined();
  expect(screen.getByText('10 recovery codes left.')).toBeDefined();
  expect(screen.queryByText(codes[0] ?? '')).toBeNull();
  expect([sent(startTotp), sent(addTotp)]).toEqual([[{ password: 'password1' }], [{ challenge, code: '492039' }]]);
});

it('mails staff without a second step a code, and asks for it with the password', async () => {
  useSession.setState({ status: 'in', user: aUser({ Staff_Held: true }) });
  onCall(getUserInfo, () => yes(getUserInfo, aUser({ Staff_Held: true })));
  onCall(mailFactorCode, () => yes(mailFactorCode, { Needed: true }));
  const wrong = 'This code is not valid or has expired. Please ask for a new one.';
  onCall(startTotp, () => no(403, 'wrong_mailed_code', wrong));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Email me a code' }));
  expect(await screen.findByText('We sent you the code. It works for 15 minutes.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Add an app' }));
  const { getByLabelText, findByText, getByText, getByRole } = await dialog();
  await user.type(getByLabelText('Current password'), 'password1');
  await user.click(getByRole('button', { name: 'Continue' }));
  expect(getByText('Please enter the code')).toBeDefined();
  await user.type(getByLabelText('Code from the email'), '\u2066abcd-efgh-jkmn\u2069{Enter}');
  expect(await findByText(wrong)).toBeDefined();
  expect(sent(startTotp)).toEqual([{ password: 'password1', mailed_code: 'abcd-efgh-jkmn' }]);
});

it('asks an ordinary person for no mailed code', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add an app' }));
  expect((await dialog()).queryByLabelText('Code from the email')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Email me a code' })).toBeNull();
});

it('shows a wrong password under its field', async () => {
  onCall(startTotp, () => no(401, 'wrong_password', 'The password is incorrect.'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add an app' }));
  await user.type((await dialog()).getByLabelText('Current password'), 'wrong{Enter}');
  expect(await screen.findByText('The password is incorrect.')).toBeDefined();
});

it('adds a passkey with a name', async () => {
  onCall(startPasskey, () => yes(startPasskey, { challenge, options: { challenge: 'x' } }));
  onCall(addPasskey, () => yes(addPasskey, { ID: newId(), recovery_codes: [] }));
  vi.mocked(startRegistration).mockResolvedValue({ id: 'key' } as never);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const { getByLabelText, getByRole, getByText } = await dialog();
  await user.type(getByLabelText('Current password'), 'password1');
  await user.click(getByRole('button', { name: 'Add passkey' }));
  expect(getByText('Please enter a name')).toBeDefined();
  await user.type(getByLabelText('Name of the passkey'), 'Laptop{Enter}');
  expect(await screen.findByText('Your passkey was added.')).toBeDefined();
  expect(sent(addPasskey)).toEqual([{ challenge, name: 'Laptop', attestation: { id: 'key' } }]);
});

it('says that a passkey was not made where the person cancels', async () => {
  onCall(startPasskey, () => yes(startPasskey, { challenge, options: {} }));
  vi.mocked(startRegistration).mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const { getByLabelText } = await dialog();
  await user.type(getByLabelText('Name of the passkey'), 'Laptop');
  await user.type(getByLabelText('Current password'), 'password1{Enter}');
  expect(await screen.findByText('The passkey was not used. Please try again.')).toBeDefined();
});

it('asks for the second step where the session has not proved one, then goes on', async () => {
  serveSecondFactors({ Factors: [factor()], Recovery_Codes: 3 });
  let isConfirmed = false;
  onCall(makeRecoveryCodes, () => (isConfirmed ? yes(makeRecoveryCodes, { recovery_codes: codes }) : needed()));
  onCall(confirmSecondFactor, () => {
    isConfirmed = true;
    return yes(confirmSecondFactor, {});
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  await user.type((await dialog()).getByLabelText('Current password'), 'password1{Enter}');
  await user.type(await screen.findByLabelText('Code from your app'), '492039{Enter}');
  expect(await screen.findByText(codes[0] ?? '')).toBeDefined();
  expect(sent(confirmSecondFactor)).toEqual([{ challenge, method: 'totp', code: '492039' }]);
});

it('removes the last factor with a proof in the call', async () => {
  const app = factor();
  serveSecondFactors({ Factors: [app], Recovery_Codes: 10, Is_Confirmed: true });
  onCall(removeSecondFactor, ({ body }) => (body.proof ? yes(removeSecondFactor, {}) : needed()));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }));
  await user.type((await dialog()).getByLabelText('Current password'), 'password1{Enter}');
  const field = await screen.findByLabelText('Code from your app');
  serveSecondFactors();
  await user.type(field, '492039{Enter}');
  expect(await screen.findByText('Authenticator app was removed.')).toBeDefined();
  expect(await screen.findByText('No second step yet. Add an authenticator app or a passkey.')).toBeDefined();
  const proof = { challenge, method: 'totp', code: '492039' };
  expect(sent(removeSecondFactor).at(-1)).toEqual({ factor_id: app.ID, password: 'password1', proof });
});

it('renames a passkey, beginning with its present name, and offers that for no app', async () => {
  const key = factor({ Kind: 'passkey', Name: 'Laptop' });
  serveSecondFactors({ Factors: [factor(), key], Recovery_Codes: 10, Is_Confirmed: true });
  onCall(renamePasskey, () => yes(renamePasskey, { factor: { ...key, Name: 'Old laptop' } }));
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Rename Laptop' });
  expect(screen.getAllByRole('button', { name: /^Rename/ })).toHaveLength(1);
  await user.click(button);
  const { getByLabelText, getByRole, getByText } = await dialog();
  const field = getByLabelText('Name of the passkey');
  expect(field).toHaveProperty('value', 'Laptop');
  await user.clear(field);
  await user.type(getByLabelText('Current password'), 'password1');
  await user.click(getByRole('button', { name: 'Save name' }));
  expect(getByText('Please enter a name')).toBeDefined();
  serveSecondFactors({ Factors: [factor(), { ...key, Name: 'Old laptop' }], Recovery_Codes: 10, Is_Confirmed: true });
  await user.type(field, 'Old laptop{Enter}');
  expect(await screen.findByRole('button', { name: 'Rename Old laptop' })).toBeDefined();
  expect(sent(renamePasskey)).toEqual([{ factor_id: key.ID, name: 'Old laptop', password: 'password1' }]);
});

it('asks an account without a password for none', async () => {
  serveSecondFactors({ Has_Password: false });
  onCall(startTotp, () => no(403, 'login_again', 'Please log in with the university again, then try within ten minutes.'));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add an app' }));
  const { queryByLabelText, getByRole } = await dialog();
  expect(queryByLabelText('Current password')).toBeNull();
  await user.click(getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/Please log in with the university again/)).toBeDefined();
});

it('confirms the session of a platform admin, who is staff at once', async () => {
  serveSecondFactors({ Factors: [factor()], Recovery_Codes: 10 });
  useSession.setState({ status: 'in', user: aUser({ Staff_Held: true }) });
  onCall(startSecondFactorCheck, () => yes(startSecondFactorCheck, { challenge, methods: ['totp', 'recovery'] }));
  onCall(confirmSecondFactor, () => yes(confirmSecondFactor, {}));
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Confirm second step' }));
  onCall(getUserInfo, () => yes(getUserInfo, aUser({ Role: 'admin' })));
  await user.type(await screen.findByLabelText('Code from your app'), '492039{Enter}');
  await waitFor(() => expect(useSession.getState().user?.Role).toBe('admin'));
  expect(screen.queryByRole('button', { name: 'Confirm second step' })).toBeNull();
});
