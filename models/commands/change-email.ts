import { recordMail } from '#models/bus/mails';
import { fail } from '#models/contract/failure';
import type { MailDoc } from '#models/db/mails';
import { foldEmail } from '#models/db/text';
import type { Session } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';

interface Change {
  user: Pick<UserDoc, '_id' | 'emailFolded'>;
  email: string;
  /** Whether addresses are verified here. */
  verification: boolean;
}

/**
 * Changes a person's address: at once where addresses are not verified, else when the mail to the new one is answered.
 * Answers that mail, for `sendSoon` after the commit. Fails with `email_taken`.
 */
export async function changeEmail(session: Session, { user, email, verification }: Change): Promise<MailDoc | null> {
  const emailFolded = foldEmail(email);
  const isSame = emailFolded === user.emailFolded;
  if (!isSame && (await Users.findOne({ emailFolded }, { _id: 1 }, { session }).lean())) return fail('email_taken');
  if (isSame || !verification) {
    await Users.updateOne({ _id: user._id }, { $set: { email, emailFolded, pendingEmail: null } }, { session });
    return null;
  }
  await Users.updateOne({ _id: user._id }, { $set: { pendingEmail: email } }, { session });
  return recordMail({ kind: 'verify_email', user: user._id, address: email }, session);
}
