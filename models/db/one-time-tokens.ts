import { createHash, randomBytes } from 'node:crypto';
import { date, defineModel, type Id, maybeString, needed, ref } from './model.js';
import { type DbSession, transaction } from './transaction.js';
import { Users } from './users.js';

/** `undo`: of a change of the e-mail address, from the old one. */
export type TokenPurpose = 'verify' | 'reset' | 'undo';

/** A secret that was mailed and works once. `_id` is its SHA-256 as hex: the secret itself is nowhere. */
export interface OneTimeTokenDoc {
  _id: string;
  purpose: TokenPurpose;
  user: Id;
  /** SHA-256 of the address that it was mailed to, folded: it proves that one and no other. */
  address: string | null;
  expiresAt: Date;
}

const hourMs = 3600_000;
const livesMs: Record<TokenPurpose, number> = { verify: 48 * hourMs, reset: hourMs, undo: 7 * 24 * hourMs };

export const OneTimeTokens = defineModel<OneTimeTokenDoc>(
  'oneTimeTokens',
  { _id: { type: String, required: true }, purpose: needed, user: ref, address: maybeString, expiresAt: date },
  [[{ user: 1, purpose: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** What is kept of an address that a secret was mailed to. */
export const hashAddress = sha256;

interface Wanted {
  purpose: TokenPurpose;
  user: Id;
  emailFolded: string;
}

/**
 * Makes a secret and keeps its hash; earlier ones of the same purpose no longer work. Those that undo end for their own
 * address only: whoever changes an address again must not end the link in the first one's mail.
 */
export async function makeToken({ purpose, user, emailFolded }: Wanted): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + livesMs[purpose]);
  const address = sha256(emailFolded);
  await transaction(async (session) => {
    // Of two at once the second finds the first one's, which it ends.
    await Users.updateOne({ _id: user }, { $inc: { rev: 1 } }, { session });
    await OneTimeTokens.deleteMany({ user, purpose, ...(purpose === 'undo' ? { address } : {}) }, { session });
    await OneTimeTokens.create([{ _id: sha256(token), purpose, user, address, expiresAt }], { session });
  });
  return token;
}

/** Uses a secret up, in the transaction of what it allows; null for one that is unknown, used or too old. */
export async function useToken(session: DbSession, purpose: TokenPurpose, token: string): Promise<OneTimeTokenDoc | null> {
  const which = { _id: sha256(token), purpose };
  const found = await OneTimeTokens.findOne(which, null, { session }).lean();
  const { deletedCount } = await OneTimeTokens.deleteOne(which, { session });
  return found && deletedCount === 1 && found.expiresAt.getTime() > Date.now() ? found : null;
}
