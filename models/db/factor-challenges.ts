import { createHash, randomBytes } from 'node:crypto';
import { byUser, deleteAll, describeCollection } from './collections.js';
import { date, defineModel, type Id, mark, needed, optionalString, ref } from './model.js';
import type { DbSession } from './transaction.js';

/** `signIn`: finishes a sign-in. `check`: proves a factor in a session. The others add a factor in a session. */
export type FactorPurpose = 'signIn' | 'check' | 'addTotp' | 'addPasskey';

/** One step with a second factor that was begun. `_id` is the SHA-256 of its secret, as hex. */
export interface FactorChallengeDoc {
  _id: string;
  purpose: FactorPurpose;
  user: Id;
  /** Session that began it; for a sign-in, the hash of the password that was right. */
  boundTo: string;
  /** Session at the identity provider, of a sign-in by it. */
  ssoSid?: string;
  /** A sign-in that takes the deletion of the account back. */
  restores?: true;
  /** Challenge of the passkey that is asked now. */
  passkey?: string;
  /** Id of the mailed code that was right, where staff add their first factor. */
  mailedCode?: string;
  /** `addTotp`: the new secret, encrypted. */
  secret?: string;
  expiresAt: Date;
}

const livesMs = 5 * 60_000;

export const FactorChallenges = defineModel<FactorChallengeDoc>(
  'factorChallenges',
  {
    _id: { type: String, required: true },
    purpose: needed,
    user: ref,
    boundTo: needed,
    ssoSid: optionalString,
    restores: mark,
    passkey: optionalString,
    mailedCode: optionalString,
    secret: optionalString,
    expiresAt: date,
  },
  [
    [{ user: 1 }],
    [{ ssoSid: 1 }, { partialFilterExpression: { ssoSid: { $exists: true } } }],
    [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ],
);

describeCollection(FactorChallenges, {
  isInternal: true,
  description: 'Steps with a second factor that were begun, for five minutes. Deleted.',
  exportFilter: null,
  erase: deleteAll(FactorChallenges, byUser),
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Binds a sign-in to the password that was right, without storing the hash of it twice. */
export const boundToPassword = (passwordHash: string): string => sha256(`password ${passwordHash}`);

/** Begins a step. Returns its secret. */
export async function newFactorChallenge(step: Omit<FactorChallengeDoc, '_id' | 'expiresAt'>, session?: DbSession): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + livesMs);
  await FactorChallenges.create([{ _id: sha256(secret), ...step, expiresAt }], session ? { session } : {});
  return secret;
}

const wanted = (secret: string) => ({ _id: sha256(secret), expiresAt: { $gt: new Date() } });

/** A step that was begun; null for an unknown, finished or expired one. */
export const findFactorChallenge = async (secret: string): Promise<FactorChallengeDoc | null> =>
  FactorChallenges.findOne(wanted(secret)).lean();

/** Asks a passkey in this step; the challenge of an earlier request no longer counts. False for a finished step. */
export async function askPasskey({ _id }: FactorChallengeDoc, passkey: string): Promise<boolean> {
  const { matchedCount } = await FactorChallenges.updateOne({ _id }, { $set: { passkey } });
  return matchedCount === 1;
}

/** Takes the challenge that a passkey was asked with, so that it counts once, right or wrong; null where there is none. */
export async function takePasskeyChallenge({ _id }: FactorChallengeDoc): Promise<string | null> {
  const before = await FactorChallenges.findOneAndUpdate({ _id, passkey: { $exists: true } }, { $unset: { passkey: 1 } }).lean();
  return before?.passkey ?? null;
}

/** Ends every step that was begun for an account. */
export async function endFactorChallenges(user: Id, session: DbSession): Promise<void> {
  await FactorChallenges.deleteMany({ user }, { session });
}

/** Finishes a step; false if it was finished before. */
export async function endFactorChallenge({ _id }: FactorChallengeDoc, session?: DbSession): Promise<boolean> {
  const { deletedCount } = await FactorChallenges.deleteOne({ _id }, session ? { session } : {});
  return deletedCount === 1;
}
