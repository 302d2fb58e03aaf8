import { recordMail } from '#models/bus/mails';
import { fail } from '#models/contract/failure';
import { formerWith, isEmailTaken } from '#models/db/former-emails';
import type { MailDoc } from '#models/db/mails';
import { foldEmail } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

type Owner = Pick<UserDoc, '_id' | 'email' | 'emailFolded' | 'formerEmails'>;

interface Change {
  user: Owner;
  email: string;
  /** Whether this installation verifies addresses. */
  verification: boolean;
}

/** Keeps the present address restorable, and mails it a link that undoes the change. */
async function notifyOldAddress(session: DbSession, user: Owner, email: string): Promise<MailDoc> {
  await Users.updateOne({ _id: user._id }, { $set: { formerEmails: formerWith(user) } }, { session });
  return recordMail({ kind: 'email_changed', user: user._id, address: user.email, params: { email } }, session);
}

/**
 * Changes a person's address: at once without verification, else once the link mailed to the new address is opened. Notifies
 * the old address in both cases. Returns the mails, for `enqueueMailInBackground` after the commit. Fails with `email_taken`.
 */
export async function changeEmail(session: DbSession, { user, email, verification }: Change): Promise<MailDoc[]> {
  const emailFolded = foldEmail(email);
  if (emailFolded === user.emailFolded) {
    await Users.updateOne({ _id: user._id }, { $set: { email, pendingEmail: null } }, { session });
    return [];
  }
  if (await isEmailTaken(session, email, user._id)) return fail('email_taken');
  const notice = await notifyOldAddress(session, user, email);
  if (!verification) {
    await Users.updateOne({ _id: user._id }, { $set: { email, emailFolded, pendingEmail: null } }, { session });
    return [notice];
  }
  await Users.updateOne({ _id: user._id }, { $set: { pendingEmail: email } }, { session });
  return [notice, await recordMail({ kind: 'verify_email', user: user._id, address: email }, session)];
}

/** Completes an address change after its link was opened; the old address is notified once more. Fails with `email_taken`. */
export async function confirmEmailChange(session: DbSession, user: Owner, email: string): Promise<MailDoc> {
  if (await isEmailTaken(session, email, user._id)) return fail('email_taken');
  const notice = await notifyOldAddress(session, user, email);
  const changed = { email, emailFolded: foldEmail(email), pendingEmail: null };
  await Users.updateOne({ _id: user._id }, { $set: changed, $inc: { version: 1 } }, { session });
  return notice;
}
