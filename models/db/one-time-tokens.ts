import { createHash, randomBytes } from 'node:crypto';
import { byUser, deleteAll, describeCollection } from './collections.js';
import { isDuplicate } from './locks.js';
import { date, defineModel, type Id, maybeRef, maybeString, needed, optionalString, ref } from './model.js';
import { type DbSession, retryTransaction, transaction } from './transaction.js';
import { hashOfTypedCode, newTypedCode } from './typed-codes.js';
import { Users } from './users.js';

/** `undo`: reverts a change of the e-mail address, from the old address. `factor`: a code with which staff add their first factor. */
export type MailedPurpose = 'verify' | 'reset' | 'undo' | 'factor';
/**
 * `approve`: approves one join request, from the button of a push. `sso`: begins the session of a sign-in by the university. `saml`:
 * an assertion of the identity provider that was used.
 */
export type TokenPurpose = MailedPurpose | 'approve' | 'sso' | 'saml';

/** A mailed or pushed secret that works once. `_id` is its SHA-256 as hex: the secret itself is not stored. */
export interface OneTimeTokenDoc {
  _id: string;
  purpose: TokenPurpose;
  user: Id;
  /** SHA-256 of the folded address that it was mailed to: the token verifies no other address. */
  address: string | null;
  /** The join request that it approves. */
  object?: Id | null;
  /** Session at the identity provider, of a sign-in by it. */
  sid?: string | null;
  expiresAt: Date;
}

const minuteMs = 60_000;
const hourMs = 3600_000;
const livesMs: Record<Exclude<TokenPurpose, 'saml'>, number> = {
  verify: 48 * hourMs,
  reset: hourMs,
  undo: 7 * 24 * hourMs,
  factor: 15 * minuteMs,
  approve: 48 * hourMs,
  sso: minuteMs,
};

export const OneTimeTokens = defineModel<OneTimeTokenDoc>(
  'oneTimeTokens',
  {
    _id: { type: String, required: true },
    purpose: needed,
    user: ref,
    address: maybeString,
    object: maybeRef,
    sid: optionalString,
    expiresAt: date,
  },
  [[{ user: 1, purpose: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
);

describeCollection(OneTimeTokens, {
  isInternal: true,
  description: 'Hashes of mailed and pushed secrets. Deleted.',
  exportFilter: null,
  erase: deleteAll(OneTimeTokens, byUser),
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Hash stored in place of a recipient's address. */
export const hashAddress = sha256;

const codeLength = 12;

/** A new secret and its hash: a code to type for a first factor, else a part of a link. */
function newSecret(purpose: MailedPurpose): { token: string; hash: string } {
  if (purpose === 'factor') {
    const code = newTypedCode(codeLength);
    return { token: code, hash: hashOfTypedCode(code) };
  }
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

interface Wanted {
  purpose: MailedPurpose;
  user: Id;
  emailFolded: string;
}

/**
 * Creates a secret, stores its hash and revokes earlier ones of the same purpose. An undo token revokes only those of its own
 * address: a second change of address must not disable the link in the first mail.
 */
export async function makeToken({ purpose, user, emailFolded }: Wanted): Promise<string> {
  const { token, hash } = newSecret(purpose);
  const expiresAt = new Date(Date.now() + livesMs[purpose]);
  const address = sha256(emailFolded);
  await transaction(async (session) => {
    // Serialize concurrent calls, so that the second revokes the token of the first.
    await Users.updateOne({ _id: user }, { $inc: { rev: 1 } }, { session });
    await OneTimeTokens.deleteMany({ user, purpose, ...(purpose === 'undo' ? { address } : {}) }, { session });
    await OneTimeTokens.create([{ _id: hash, purpose, user, address, expiresAt }], { session });
  });
  return token;
}

/** Creates a secret with which a push of this admin approves one join request. */
export async function makeApprovalToken(user: Id, object: Id): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + livesMs.approve);
  await OneTimeTokens.create([{ _id: sha256(token), purpose: 'approve', user, address: null, object, expiresAt }]);
  return token;
}

/** Creates a secret with which the app begins the session of a sign-in by the university. */
export async function makeSsoToken(user: Id, sid: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + livesMs.sso);
  await OneTimeTokens.create([{ _id: sha256(token), purpose: 'sso', user, address: null, sid: sid ?? undefined, expiresAt }] as never);
  return token;
}

/**
 * Notes in the transaction of a sign-in that an assertion was used. Returns false if it was used before.
 *
 * @param until time at which the assertion is no longer valid
 */
export async function useAssertion(session: DbSession, user: Id, assertion: string, until: Date): Promise<boolean> {
  const _id = sha256(`saml:${assertion}`);
  if (await OneTimeTokens.exists({ _id }).session(session)) return false;
  try {
    await OneTimeTokens.create([{ _id, purpose: 'saml', user, address: null, expiresAt: until }], { session });
  } catch (error) {
    // A concurrent transaction has just inserted it: the repetition finds it.
    if (isDuplicate(error)) retryTransaction('The assertion is being used.', error);
    throw error;
  }
  return true;
}

/** The token of an approval; null for an unknown, used or expired one. */
export const findApprovalToken = async (token: string): Promise<OneTimeTokenDoc | null> =>
  OneTimeTokens.findOne({ _id: sha256(token), purpose: 'approve', expiresAt: { $gt: new Date() } }).lean();

/** Consumes a token in the transaction of its effect; null for an unknown, used or expired one. */
export async function useToken(session: DbSession, purpose: TokenPurpose, token: string): Promise<OneTimeTokenDoc | null> {
  const which = { _id: sha256(token), purpose };
  const found = await OneTimeTokens.findOne(which, null, { session }).lean();
  const { deletedCount } = await OneTimeTokens.deleteOne(which, { session });
  return found && deletedCount === 1 && found.expiresAt.getTime() > Date.now() ? found : null;
}

/** Id of the code that was mailed to this address of the account for a first factor; null for an unknown, used or expired one. */
export async function findMailedCode(user: Id, emailFolded: string, code: string): Promise<string | null> {
  const which = { _id: hashOfTypedCode(code), purpose: 'factor' as const, user, address: sha256(emailFolded) };
  const found = await OneTimeTokens.findOne({ ...which, expiresAt: { $gt: new Date() } }, { _id: 1 }).lean();
  return found?._id ?? null;
}

/** Consumes a mailed code in the transaction that adds the factor; false for a used or expired one. */
export async function spendMailedCode(session: DbSession, user: Id, id: string): Promise<boolean> {
  const which = { _id: id, purpose: 'factor' as const, user, expiresAt: { $gt: new Date() } };
  const { deletedCount } = await OneTimeTokens.deleteOne(which, { session });
  return deletedCount === 1;
}
