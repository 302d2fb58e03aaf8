import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { nothing } from './parts.js';

const feature = 'auth';

/** Secret of one check of a second factor: bound to its purpose, used once, for five minutes. */
export const challenge = z.string(fieldTexts.link_invalid).check(z.regex(/^[\w-]{43}$/, fieldTexts.link_invalid));

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not count. */
export const code = z.string(fieldTexts.code_required).check(z.trim(), z.regex(/^[\dA-Za-z\s-]{6,40}$/, fieldTexts.code_required));

/** JSON of WebAuthn, as `@simplewebauthn/browser` takes and makes it. */
export const webAuthn = z.record(z.string(), z.unknown());

export const proofMethods = ['totp', 'passkey', 'recovery'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** Proof of a second factor: a code, a recovery code, or a passkey's assertion. */
const proof = {
  challenge,
  method: z.enum(proofMethods, fieldTexts.unknown_choice),
  code: z.optional(code),
  assertion: z.optional(webAuthn),
};
export const proofInput = z.object(proof);
export type ProofInput = z.output<typeof proofInput>;

export const finishSecondFactor = call({
  name: 'finishSecondFactor',
  feature,
  method: 'POST',
  path: '/auth/second-factor',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: proofInput,
  data: z.object({ token: z.string() }),
  summary: 'Finish a sign-in that was answered by `second_factor_needed`.',
  errors: ['factor_expired', 'wrong_factor', 'suspended'],
});

export const getPasskeyChallenge = call({
  name: 'getPasskeyChallenge',
  feature,
  method: 'POST',
  path: '/auth/second-factor/passkey',
  auth: 'none',
  policy: null,
  rate: 'signIn',
  status: 200,
  input: z.object({ challenge }),
  data: z.object({ options: webAuthn }),
  summary: 'Options for one assertion by a passkey of the account that a challenge is for.',
  errors: ['factor_expired'],
});

export const startSecondFactorCheck = call({
  name: 'startSecondFactorCheck',
  feature,
  method: 'POST',
  path: '/auth/second-factor/check',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({ challenge, methods: z.array(z.enum(proofMethods)) }),
  summary: 'Begin a check of a second factor in this session.',
});

export const confirmSecondFactor = call({
  name: 'confirmSecondFactor',
  feature,
  method: 'POST',
  path: '/auth/second-factor/confirm',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: proofInput,
  data: z.object({}),
  summary: 'Prove a second factor in this session, as for one that is older than the factor.',
  errors: ['factor_expired', 'wrong_factor'],
});
