import * as z from 'zod/mini';
import { password } from './auth.js';
import { call } from './define.js';
import { lengths } from './limits.js';
import { id, line, nothing, nullable, time } from './parts.js';
import { challenge, code, proofInput, webAuthn } from './second-step.js';

const feature = 'auth';

/** A second factor of an account: codes from an app, or a passkey. */
const secondFactor = z.object({
  ID: id,
  Kind: z.enum(['totp', 'passkey']),
  /** Name of a passkey; '' for the codes. */
  Name: z.string(),
  CreatedAt: time,
  Used_At: nullable(time),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** The account's password. May be left out by an account without one, shortly after a login with the university. */
const ownPassword = z.optional(password);
const owner = z.object({ password: ownPassword });
/** With the mailed code where staff add their first factor. */
const ownerAdding = z.object({ password: ownPassword, mailed_code: z.optional(code) });
const madeFactor = z.object({
  ID: id,
  /** Ten codes, shown once, with the first factor; empty with the others. */
  recovery_codes: z.array(z.string()),
});

export const getSecondFactors = call({
  name: 'getSecondFactors',
  feature,
  method: 'GET',
  path: '/auth/second-factor',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({
    Factors: z.array(secondFactor),
    /** Recovery codes that are not used yet. */
    Recovery_Codes: z.number(),
    /** Whether this session proved a second factor. */
    Is_Confirmed: z.boolean(),
    Has_Password: z.boolean(),
  }),
  summary: "One's own second factors.",
});

export const mailFactorCode = call({
  name: 'mailFactorCode',
  feature,
  method: 'POST',
  path: '/auth/second-factor/mail',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({ Needed: z.boolean() }),
  summary: 'Mail the code with which staff add their first factor, where `STAFF_SECOND_FACTOR=required`; one a minute. Others need none.',
  errors: ['email_unverified'],
});

export const startTotp = call({
  name: 'startTotp',
  feature,
  method: 'POST',
  path: '/auth/second-factor/totp',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: ownerAdding,
  data: z.object({ challenge, secret: z.string(), uri: z.string() }),
  summary: 'Make the secret of an authenticator app; it counts once it is confirmed by a code.',
  errors: ['wrong_password', 'login_again', 'second_factor_needed', 'mailed_code_needed', 'wrong_mailed_code'],
});

export const addTotp = call({
  name: 'addTotp',
  feature,
  method: 'POST',
  path: '/auth/second-factor/totp/confirm',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ challenge, code }),
  data: madeFactor,
  summary: 'Confirm an authenticator app by its first code; it replaces an earlier app.',
  errors: ['factor_expired', 'wrong_factor', 'second_factor_needed', 'mailed_code_needed'],
});

export const startPasskey = call({
  name: 'startPasskey',
  feature,
  method: 'POST',
  path: '/auth/second-factor/passkeys',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: ownerAdding,
  data: z.object({ challenge, options: webAuthn }),
  summary: 'Options for a new passkey.',
  errors: ['wrong_password', 'login_again', 'second_factor_needed', 'mailed_code_needed', 'wrong_mailed_code', 'factors_full'],
});

export const addPasskey = call({
  name: 'addPasskey',
  feature,
  method: 'POST',
  path: '/auth/second-factor/passkeys/confirm',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ challenge, name: line(lengths.factorName), attestation: webAuthn }),
  data: madeFactor,
  summary: 'Add the passkey that a browser made.',
  errors: ['factor_expired', 'wrong_factor', 'second_factor_needed', 'mailed_code_needed', 'factors_full'],
});

export const renamePasskey = call({
  name: 'renamePasskey',
  feature,
  method: 'PUT',
  path: '/auth/second-factor/passkeys',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ factor_id: id, name: line(lengths.factorName), password: ownPassword }),
  data: z.object({ factor: secondFactor }),
  summary: 'Give a passkey another name.',
  errors: ['not_found', 'wrong_password', 'login_again', 'second_factor_needed'],
});

export const removeSecondFactor = call({
  name: 'removeSecondFactor',
  feature,
  method: 'DELETE',
  path: '/auth/second-factor',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  bodyOnly: true,
  input: z.object({ factor_id: id, password: ownPassword, proof: z.optional(proofInput) }),
  data: z.object({}),
  summary: 'Remove a second factor. Removing the last one needs a proof, and ends the recovery codes and every other session.',
  errors: ['not_found', 'wrong_password', 'login_again', 'second_factor_needed', 'factor_expired', 'wrong_factor'],
});

export const makeRecoveryCodes = call({
  name: 'makeRecoveryCodes',
  feature,
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: owner,
  data: z.object({ recovery_codes: z.array(z.string()) }),
  summary: 'Ten new recovery codes, shown once; the earlier ones no longer work.',
  errors: ['wrong_password', 'login_again', 'second_factor_needed', 'not_found'],
});
