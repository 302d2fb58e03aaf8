import { Secret, TOTP } from 'otpauth';
import { login } from '#models/contract/auth';
import { addPasskey, addTotp, startPasskey, startTotp } from '#models/contract/second-factors';
import { finishSecondFactor, getPasskeyChallenge } from '#models/contract/second-step';
import { makeToken } from '#models/db/one-time-tokens';
import { SecondFactors } from '#models/db/second-factors';
import type { UserDoc } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { Authenticator } from './authenticator.js';
import type { TestApp } from './test-app.js';

export const factorPassword = 'a-long-password';
const stepMs = 30_000;

/** Code of an app for the present time step, or one beside it. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * stepMs });

/** Code that is mailed to staff for their first factor. */
export const mailedCodeOf = ({ _id: user, emailFolded }: Pick<UserDoc, '_id' | 'emailFolded'>): Promise<string> =>
  makeToken({ purpose: 'factor', user, emailFolded });

/**
 * Adds an app, with the mailed code of the owner where one is given. Its first code may be used again, since a test cannot wait for
 * the next one.
 */
export async function addApp(test: Pick<TestApp, 'call'>, token: string, owner?: Pick<UserDoc, '_id' | 'emailFolded'>) {
  const mailed = owner ? { mailed_code: await mailedCodeOf(owner) } : {};
  const { data: begun } = await test.call(startTotp, { password: factorPassword, ...mailed }, token);
  const { data } = await test.call(addTotp, { challenge: begun.challenge, code: codeOf(begun.secret) }, token);
  await SecondFactors.updateOne({ _id: data.ID }, { $set: { lastStep: 0 } });
  return { id: data.ID, secret: begun.secret, codes: data.recovery_codes };
}

/** Adds a passkey by an authenticator of its own. */
export async function addKey(test: Pick<TestApp, 'call' | 'app'>, token: string, name = 'Laptop') {
  const key = new Authenticator(test.app.settings.publicUrl);
  const { data: begun } = await test.call(startPasskey, { password: factorPassword }, token);
  const attestation = key.create(begun.options);
  const { data } = await test.call(addPasskey, { challenge: begun.challenge, name, attestation }, token);
  return { id: data.ID, key, codes: data.recovery_codes };
}

/** A person with an app, whose session is older than it. */
export async function personWithApp(test: TestApp, fields: Parameters<typeof buildUser>[0] = {}) {
  const user = await buildUser({ password: factorPassword, ...fields });
  const token = await test.tokenFor(user);
  return { user, token, ...(await addApp(test, token, user)) };
}

/** Enters the right password. Returns the secret of the second step. */
export async function beginSignIn(test: Pick<TestApp, 'call'>, { email }: { email: string }): Promise<string> {
  const { error } = await test.call(login, { email, password: factorPassword });
  return error.fields?.challenge ?? '';
}

/** Finishes a sign-in by a passkey's assertion. */
export async function finishByKey(test: Pick<TestApp, 'call'>, challenge: string, assert: (options: Record<string, unknown>) => unknown) {
  const { data } = await test.call(getPasskeyChallenge, { challenge });
  return test.call(finishSecondFactor, { challenge, method: 'passkey', assertion: assert(data.options) as Record<string, unknown> });
}
