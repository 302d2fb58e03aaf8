import { Secret } from 'otpauth';
import { boundToPassword, newFactorChallenge } from '#models/db/factor-challenges';
import { type Id, newId } from '#models/db/model';
import { makeSsoToken, OneTimeTokens } from '#models/db/one-time-tokens';
import { sealSecret } from '#models/db/sealed-secrets';
import { replaceRecoveryCodes, SecondFactors } from '#models/db/second-factors';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { hashToken } from '../plugins/context.js';
import { Authenticator } from './authenticator.js';

/** Second factors of a scenario: one person has two, and everybody has begun to add some. */
export interface ScenarioFactors {
  /** Steps of the person with factors: of a sign-in, and of a check in their session. */
  signIn: string;
  check: string;
  recoveryCode: string;
  /** Id of a factor. */
  factor: string;
  /** Steps in which each person adds an app with this secret, and a passkey by an authenticator. */
  addTotp: Record<string, string>;
  totpSecret: string;
  addPasskey: Record<string, string>;
  attestations: Record<string, Record<string, unknown>>;
}

const passkey = 'c2NlbmFyaW8';

/** Gives the holder two factors, proved in their session, and begins to add an app and a passkey for each person. */
export async function buildFactors(
  people: Record<string, UserDoc>,
  tokens: Record<string, string>,
  holder: string,
  publicUrl: string,
): Promise<ScenarioFactors> {
  const secret = new Secret();
  const found: Pick<ScenarioFactors, 'addTotp' | 'addPasskey' | 'attestations'> = { addTotp: {}, addPasskey: {}, attestations: {} };
  for (const [role, { _id: user }] of Object.entries(people)) {
    const boundTo = hashToken(tokens[role] ?? '');
    const sealed = await sealSecret(String(user), Buffer.from(secret.bytes));
    found.addTotp[role] = await newFactorChallenge({ purpose: 'addTotp', user, boundTo, secret: sealed });
    found.addPasskey[role] = await newFactorChallenge({ purpose: 'addPasskey', user, boundTo, passkey });
    found.attestations[role] = new Authenticator(publicUrl).create({ challenge: passkey });
  }
  const { _id: user, passwordHash } = people[holder] as UserDoc;
  const session = hashToken(tokens[holder] ?? '');
  const [factor, another] = [newId(), newId()];
  const key = { user, kind: 'passkey' as const, publicKey: 'AA', counter: 0, createdAt: new Date() };
  await SecondFactors.create([
    { _id: factor, ...key, name: 'Phone', credential: String(factor) },
    { _id: another, ...key, name: 'Laptop', credential: String(another) },
  ]);
  await Sessions.updateOne({ _id: session }, { $set: { secondFactor: 'passkey' } });
  const [recoveryCode = ''] = await transaction((of) => replaceRecoveryCodes(user, of));
  return {
    ...found,
    signIn: await newFactorChallenge({ purpose: 'signIn', user, boundTo: boundToPassword(passwordHash) }),
    check: await newFactorChallenge({ purpose: 'check', user, boundTo: session }),
    recoveryCode,
    factor: String(factor),
    totpSecret: secret.base32,
  };
}

/** Token of a finished sign-in by the identity provider, which lives for an hour: a long table outlasts its minute. */
export async function makeLongSsoToken(user: Id): Promise<string> {
  const token = await makeSsoToken(user, null);
  await OneTimeTokens.updateMany({ user, purpose: 'sso' }, { expiresAt: new Date(Date.now() + 3_600_000) });
  return token;
}
