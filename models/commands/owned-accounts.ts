import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

/** An account whose owner has proved by a mailed link that it is theirs. */
interface OwnedAccount {
  /** In its grace: the account as it was. */
  account: UserDoc;
  isInGrace: boolean;
}

/** Fields of an account that a mailed link changes. */
type OwnedFields = Partial<Pick<UserDoc, 'email' | 'emailFolded' | 'pendingEmail' | 'formerEmails' | 'verifiedAt' | 'passwordHash'>>;

/** Account of a mailed link, also one that was deleted and can be restored; null for one that is deleted for good. */
export async function findOwned(session: DbSession, id: Id): Promise<OwnedAccount | null> {
  const found = await Users.findById(id).session(session).lean();
  if (!found) return null;
  if (!found.deletedAt) return { account: found, isInGrace: false };
  return found.grace && found.grace.until > new Date() ? { account: found.grace.account, isInGrace: true } : null;
}

/** Of these fields those that the placeholder of an account in its grace has, too: what is unique, and the password. */
const placeholderFields = ({ emailFolded, formerEmails, passwordHash }: OwnedFields): OwnedFields => ({
  ...(emailFolded === undefined ? {} : { emailFolded }),
  ...(formerEmails === undefined ? {} : { formerEmails }),
  ...(passwordHash === undefined ? {} : { passwordHash }),
});

/** Changes an account of `findOwned`. One in its grace stays hidden, and has the change when it is restored. */
export async function changeOwned(session: DbSession, { account, isInGrace }: OwnedAccount, fields: OwnedFields): Promise<void> {
  const before = Object.entries(fields).map(([field, value]) => [`grace.account.${field}`, value]);
  const set = isInGrace ? { ...placeholderFields(fields), ...Object.fromEntries(before) } : fields;
  await Users.updateOne({ _id: account._id }, { $set: set, $inc: { version: 1 } }, { session });
}
