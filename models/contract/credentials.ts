import * as z from 'zod/mini';
import { email, newPassword, password } from './auth.js';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { nothing } from './parts.js';

const feature = 'auth';

/** Secret from a mail. */
const mailed = z.string(fieldTexts.link_invalid).check(z.regex(/^[\w-]{43}$/, fieldTexts.link_invalid));

export const verifyEmail = call({
  name: 'verifyEmail',
  feature,
  method: 'POST',
  path: '/auth/verify_email',
  auth: 'none',
  policy: null,
  rate: 'register',
  status: 200,
  input: z.object({ verify_token: mailed }),
  data: z.object({ Email: z.string() }),
  summary: 'Prove an e-mail address by what was mailed to it; a changed one takes effect now.',
  errors: ['email_taken'],
});

export const resendVerification = call({
  name: 'resendVerification',
  feature,
  method: 'POST',
  path: '/auth/resend_verification',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({ Verified: z.boolean() }),
  summary: 'Mail the verification again, to the changed address where there is one; at most once a minute.',
});

export const forgotPassword = call({
  name: 'forgotPassword',
  feature,
  method: 'POST',
  path: '/auth/forgot_password',
  auth: 'none',
  policy: null,
  rate: 'register',
  status: 200,
  input: z.object({ email }),
  data: z.object({ message: z.string() }),
  summary: 'Mail a link for a new password; the answer is the same whether or not the account exists.',
});

export const resetPassword = call({
  name: 'resetPassword',
  feature,
  method: 'POST',
  path: '/auth/reset_password',
  auth: 'none',
  policy: null,
  rate: 'register',
  status: 200,
  input: z.object({ reset_token: mailed, password: newPassword }),
  data: z.object({}),
  summary: 'Choose a new password by what was mailed: once, within an hour. It ends every session.',
});

export const undoEmail = call({
  name: 'undoEmail',
  feature,
  method: 'POST',
  path: '/auth/undo_email',
  auth: 'none',
  policy: null,
  rate: 'register',
  status: 200,
  input: z.object({ undo_token: mailed }),
  data: z.object({ Email: z.string(), Reset_Token: z.string() }),
  summary:
    'Take a change of the e-mail address back by what was mailed to the old one: once, within 7 days. Every session and the password end; `Reset_Token` is for reset_password.',
  errors: ['email_taken'],
});

export const changePassword = call({
  name: 'changePassword',
  feature,
  method: 'POST',
  path: '/auth/change_password',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ password, new_password: newPassword }),
  data: z.object({}),
  summary: 'Change the password; every other session ends.',
  errors: ['wrong_password'],
});
