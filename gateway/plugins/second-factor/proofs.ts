import { fail } from '#models/contract/failure';
import type { ProofInput, ProofMethod } from '#models/contract/second-step';
import {
  askPasskey,
  type FactorChallengeDoc,
  findFactorChallenge,
  newFactorChallenge,
  takePasskeyChallenge,
} from '#models/db/factor-challenges';
import { openSecret } from '#models/db/sealed-secrets';
import {
  countPasskeyUse,
  methodsOf,
  type SecondFactorDoc,
  SecondFactors,
  secondFactorsOf,
  spendRecoveryCode,
  spendTotpStep,
} from '#models/db/second-factors';
import { counterOfAssertion, passkeyRequest } from './passkeys.js';
import { stepOfCode } from './totp.js';

async function provesTotp({ user }: FactorChallengeDoc, code: string): Promise<boolean> {
  const totp = await SecondFactors.findOne({ user, kind: 'totp' }).lean();
  if (!totp?.secret) return false;
  const step = stepOfCode(await openSecret(String(user), totp.secret), code);
  return step !== null && (await spendTotpStep(totp._id, step));
}

async function provesPasskey(step: FactorChallengeDoc, assertion: Record<string, unknown>, publicUrl: string): Promise<boolean> {
  const challenge = await takePasskeyChallenge(step);
  if (challenge === null || typeof assertion.id !== 'string') return false;
  const passkey = await SecondFactors.findOne({ credential: assertion.id, user: step.user }).lean();
  if (!passkey) return false;
  const counter = await counterOfAssertion(publicUrl, challenge, passkey, assertion);
  return counter !== null && (await countPasskeyUse(passkey, counter));
}

/**
 * Checks the proof of a second factor in a step of its account, and uses it up. Returns how it was proved; null for a wrong or
 * used proof.
 */
export async function checkProof(
  step: FactorChallengeDoc,
  { method, code = '', assertion = {} }: ProofInput,
  publicUrl: string,
): Promise<ProofMethod | null> {
  const isRight =
    method === 'totp'
      ? await provesTotp(step, code)
      : method === 'recovery'
        ? await spendRecoveryCode(step.user, code)
        : await provesPasskey(step, assertion, publicUrl);
  return isRight ? method : null;
}

/** Options for one assertion in a step that was begun; fails with `factor_expired` for another. */
export async function passkeyOptions(secret: string, publicUrl: string): Promise<Record<string, unknown>> {
  const step = await findFactorChallenge(secret);
  if (step?.purpose !== 'signIn' && step?.purpose !== 'check') return fail('factor_expired');
  const passkeys = (await secondFactorsOf(step.user)).filter(({ kind }) => kind === 'passkey');
  const { options, challenge } = await passkeyRequest(publicUrl, passkeys);
  return (await askPasskey(step, challenge)) ? options : fail('factor_expired');
}

/**
 * Fails with `second_factor_needed` where the account has a factor. The failure's fields have the secret of a step, and the ways
 * to prove one, separated by spaces.
 */
export async function askSecondFactor(
  step: Omit<FactorChallengeDoc, '_id' | 'expiresAt'>,
  own: readonly SecondFactorDoc[],
  more: Record<string, string> = {},
): Promise<void> {
  const methods = methodsOf(own);
  if (methods.length > 0) fail('second_factor_needed', { challenge: await newFactorChallenge(step), methods: methods.join(' '), ...more });
}
