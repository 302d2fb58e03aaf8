import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { emailForm, nothing } from './parts.js';

const feature = 'auth';

/** Form of an e-mail address; the verification mail shows whether it exists. */
export const email = z
  .string(fieldTexts.email_required)
  .check(
    z.trim(),
    z.minLength(1, fieldTexts.email_required),
    z.maxLength(lengths.email, fieldTexts.too_long),
    ...emailForm(fieldTexts.email_invalid),
  );

export const newPassword = z
  .string(fieldTexts.password_required)
  .check(
    z.minLength(1, fieldTexts.password_required),
    z.minLength(8, fieldTexts.password_short),
    z.maxLength(lengths.password, fieldTexts.too_long),
  );

/** An existing password: it is compared, so no rules apply. */
export const password = z
  .string(fieldTexts.password_required)
  .check(z.minLength(1, fieldTexts.password_required), z.maxLength(lengths.password, fieldTexts.too_long));

const credentials = z.object({
  email: z
    .string(fieldTexts.email_required)
    .check(z.trim(), z.minLength(1, fieldTexts.email_required), z.maxLength(lengths.email, fieldTexts.too_long)),
  password,
});

export const loginByQuery = call({
  name: 'loginByQuery',
  feature,
  method: 'GET',
  path: '/auth/login',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: credentials,
  data: z.string(),
  deprecated: true,
  summary: 'Sign in by query, for old clients: an address ends up in histories and logs, so use POST.',
  errors: ['wrong_credentials', 'suspended', 'deletion_pending', 'passwords_off', 'second_factor_needed'],
});

export const login = call({
  name: 'login',
  feature,
  method: 'POST',
  path: '/auth/login',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: credentials,
  data: z.string(),
  summary: 'Sign in; the data is the token.',
  errors: ['wrong_credentials', 'suspended', 'deletion_pending', 'passwords_off', 'second_factor_needed'],
});

export const restoreAccount = call({
  name: 'restoreAccount',
  feature,
  method: 'POST',
  path: '/auth/restore_account',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: credentials,
  data: z.string(),
  summary:
    'Take the deletion of an account back within its grace, and sign in; the data is the token. Signs in as usual where the account is not deleted.',
  errors: ['wrong_credentials', 'suspended', 'passwords_off', 'second_factor_needed'],
});

export const logout = call({
  name: 'logout',
  feature,
  method: 'POST',
  path: '/auth/logout',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({}),
  summary: 'Revoke this token.',
});

export const sessionEnded = message(
  'session:ended',
  ['user'],
  z.object({ reason: z.string(), session_ids: z.union([z.array(z.string()), z.literal('all')]) }),
);
