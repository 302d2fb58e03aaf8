import { factorLimits } from '#models/contract/limits';
import type { SecondFactor } from '#models/contract/second-factors';
import { type ProofMethod, proofMethods } from '#models/contract/second-step';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, maybeDate, needed, newId, optionalNumber, optionalString, ref, string } from './model.js';
import type { DbSession } from './transaction.js';
import { hashOfTypedCode, newTypedCode } from './typed-codes.js';

/** A second factor, or one recovery code. The fields beside the first six are of one kind each. */
export interface SecondFactorDoc {
  _id: Id;
  user: Id;
  kind: ProofMethod;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
  /** `totp`: the secret, encrypted, and the time step of the last used code. */
  secret?: string;
  lastStep?: number;
  /** `passkey`: credential id and public key (base64url), the authenticator's counter, and how a browser reaches it. */
  credential?: string;
  publicKey?: string;
  counter?: number;
  transports?: string[];
  /** `recovery`: SHA-256 of the code. */
  hash?: string;
}

export const SecondFactors = defineModel<SecondFactorDoc>(
  'secondFactors',
  {
    user: ref,
    kind: needed,
    name: string,
    createdAt: date,
    usedAt: maybeDate,
    secret: optionalString,
    lastStep: optionalNumber,
    credential: optionalString,
    publicKey: optionalString,
    counter: optionalNumber,
    transports: { type: [String], default: undefined },
    hash: optionalString,
  },
  [
    [{ user: 1, kind: 1 }],
    [{ credential: 1 }, { unique: true, partialFilterExpression: { credential: { $exists: true } } }],
    [
      { user: 1, hash: 1 },
      { unique: true, partialFilterExpression: { hash: { $exists: true } } },
    ],
  ],
);

describeCollection(SecondFactors, {
  description: 'Second factors: names, encrypted secrets, public keys, hashes of recovery codes. Deleted.',
  exportFilter: ofUser,
  omitted: ['secret', 'lastStep', 'credential', 'publicKey', 'counter', 'hash'],
  erase: deleteAll(SecondFactors, byUser),
});

/** A second factor, for its owner only. */
export const secondFactorToWire = ({ _id, kind, name, createdAt, usedAt }: SecondFactorDoc): SecondFactor => ({
  ID: String(_id),
  Kind: kind === 'passkey' ? 'passkey' : 'totp',
  Name: name,
  CreatedAt: createdAt.toISOString(),
  Used_At: usedAt?.toISOString() ?? null,
});

/** Everything with which an account proves a second factor, the oldest first. */
export const secondFactorsOf = async (user: Id, session: DbSession | null = null): Promise<SecondFactorDoc[]> =>
  (await SecondFactors.find({ user }, null, session ? { session } : {}).lean()).sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );

/** Deletes everything with which an account proves a second factor; false where it had none. */
export async function deleteSecondFactors(user: Id, session: DbSession): Promise<boolean> {
  const { deletedCount } = await SecondFactors.deleteMany({ user }, { session });
  return deletedCount > 0;
}

/** Whether it is a factor by itself; recovery codes only stand in for one. */
export const isFactor = ({ kind }: Pick<SecondFactorDoc, 'kind'>): boolean => kind !== 'recovery';

/** Ways in which an account with these can prove itself; empty for an account without a factor. */
export const methodsOf = (own: readonly SecondFactorDoc[]): ProofMethod[] =>
  own.some(isFactor) ? proofMethods.filter((method) => own.some(({ kind }) => kind === method)) : [];

const codeLength = 16;

/** Replaces the recovery codes of an account. Returns the new ones, which are stored as hashes only. */
export async function replaceRecoveryCodes(user: Id, session: DbSession): Promise<string[]> {
  const codes = Array.from({ length: factorLimits.recoveryCodes }, () => newTypedCode(codeLength));
  await SecondFactors.deleteMany({ user, kind: 'recovery' }, { session });
  const made = { user, kind: 'recovery' as const, name: '', createdAt: new Date(), usedAt: null };
  await SecondFactors.insertMany(
    codes.map((code) => ({ _id: newId(), ...made, hash: hashOfTypedCode(code) })),
    { session },
  );
  return codes;
}

/** Uses up a recovery code; false for a wrong or used one. */
export async function spendRecoveryCode(user: Id, code: string): Promise<boolean> {
  const { deletedCount } = await SecondFactors.deleteOne({ user, hash: hashOfTypedCode(code) });
  return deletedCount === 1;
}

/** Uses the time step of a code, once; false for a step that is not later than the last used one. */
export async function spendTotpStep(id: Id, step: number): Promise<boolean> {
  const { modifiedCount } = await SecondFactors.updateOne(
    { _id: id, lastStep: { $lt: step } },
    { $set: { lastStep: step, usedAt: new Date() } },
  );
  return modifiedCount === 1;
}

/** Stores the counter of a passkey; false if another use of it came in between. */
export async function countPasskeyUse({ _id, counter }: SecondFactorDoc, newCounter: number): Promise<boolean> {
  const { matchedCount } = await SecondFactors.updateOne({ _id, counter }, { $set: { counter: newCounter, usedAt: new Date() } });
  return matchedCount === 1;
}
