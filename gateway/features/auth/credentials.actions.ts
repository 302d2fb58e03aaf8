import { browserCookie, newBrowser } from '#gateway/plugins/browser-cookie';
import type { Action } from '#gateway/plugins/calls';
import { hashPassword, isPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { liveMessage } from '#models/bus/live-stream';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish, publishWithRetry } from '#models/bus/publish';
import { onAddressVerified } from '#models/commands/address-verified';
import { confirmEmailChange } from '#models/commands/change-email';
import { changeOwned, findOwned } from '#models/commands/owned-accounts';
import { sessionEnded } from '#models/contract/auth';
import type {
  changePassword as changePasswordCall,
  forgotPassword as forgotPasswordCall,
  resendVerification as resendVerificationCall,
  resetPassword as resetPasswordCall,
  verifyEmail as verifyEmailCall,
} from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import { noteAudit } from '#models/db/audit-draft';
import { dropCalendarKeys } from '#models/db/calendar-keys';
import { invalidate } from '#models/db/invalidate';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { hashAddress, useToken } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { wasJustMailed } from './mail-pauses.js';

const badLink = (field: string): never => fail('validation_failed', { [field]: fieldTexts.link_invalid });

const addresses = { email: 1, emailFolded: 1, pendingEmail: 1, formerEmails: 1 } as const;

const verifyEmail: Action<typeof verifyEmailCall> = async ({ verify_token }) => {
  try {
    const verified = await transaction(async (session) => {
      const token = await useToken(session, 'verify', verify_token);
      const user = token ? await Users.findOne({ _id: token.user, deletedAt: null }, addresses, { session }).lean() : null;
      const proved = user?.pendingEmail ?? user?.email;
      if (!token || !user || !proved || hashAddress(foldEmail(proved)) !== token.address) return null;
      noteAudit({ actor: user._id });
      const mail = user.pendingEmail ? await confirmEmailChange(session, user, proved) : null;
      await Users.updateOne({ _id: user._id }, { $set: { verifiedAt: new Date() } }, { session });
      return { user: user._id, proved, mail, records: await onAddressVerified(session, user._id) };
    });
    if (verified?.mail) enqueueMailInBackground(verified.mail);
    if (verified) invalidate.person(String(verified.user));
    for (const record of verified?.records ?? []) publish(record);
    return { data: { Email: verified?.proved ?? badLink('verify_token') } };
  } catch (error) {
    if (isDuplicate(error)) return fail('email_taken');
    throw error;
  }
};

const mailedAnswer = 'If there is an account with this address, a mail with a link is on its way.';

const publishSessionEnded = (user: Id, reason: string, ids: string[] | 'all'): void =>
  publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(user))], { reason, session_ids: ids }));

/** Sets the password of the account of a link, also of one that can be restored; null where the link is no longer valid. */
const setByLink = (reset_token: string, passwordHash: string) =>
  transaction(async (session) => {
    const token = await useToken(session, 'reset', reset_token);
    const owned = token && (await findOwned(session, token.user));
    if (!token || !owned || hashAddress(owned.account.emailFolded) !== token.address) return null;
    const { _id: user, emailFolded, verifiedAt } = owned.account;
    noteAudit({ actor: user });
    // The link proves access to the mailbox, so the address is verified too.
    await changeOwned(session, owned, { passwordHash, verifiedAt: verifiedAt ?? new Date() });
    await Sessions.deleteMany({ user }, { session });
    await dropCalendarKeys(user, session);
    const claimed = verifiedAt || owned.isInGrace ? [] : await onAddressVerified(session, user);
    return { user, emailFolded, claimed };
  });

/** Makes the actions that mail a link, limited by recipient. */
function makeMailActions({ spend, trySpend }: RateLimits) {
  const resendVerification: Action<typeof resendVerificationCall> = async (_nothing, { me }) => {
    const user = (await Users.findById(me._id, { email: 1, verifiedAt: 1, pendingEmail: 1 }).lean()) ?? fail('unauthorized');
    const isDone = user.verifiedAt !== null && !user.pendingEmail;
    const mayMail = async () =>
      !(await wasJustMailed(user._id, 'verify_email')) && trySpend('mailTo', `verify_email ${foldEmail(user.pendingEmail ?? user.email)}`);
    if (!isDone && (await mayMail()))
      enqueueMailInBackground(
        await recordMail({ kind: 'verify_email', user: user._id, ...(user.pendingEmail ? { address: user.pendingEmail } : {}) }),
      );
    return { data: { Verified: isDone } };
  };

  /**
   * Does the same reads and writes for an address without an account, so that the time does not reveal it; the worker then finds
   * no recipient.
   */
  const forgotPassword: Action<typeof forgotPasswordCall> = async ({ email }, { client }) => {
    const emailFolded = foldEmail(email);
    await spend('mailFrom', client.address);
    // Also an account in its grace, which has its address still: somebody else may have deleted it.
    const user = await Users.findOne({ emailFolded }, { _id: 1 }).lean();
    const reader = user?._id ?? newId();
    if (!(await wasJustMailed(reader, 'reset_password')) && (await trySpend('mailTo', `reset_password ${emailFolded}`)))
      enqueueMailInBackground(await recordMail({ kind: 'reset_password', user: reader }));
    return { data: { message: mailedAnswer } };
  };

  return { resendVerification, forgotPassword };
}

/** Makes the actions that set a password. */
function makePasswordActions({ passwords }: RateLimits) {
  const resetPassword: Action<typeof resetPasswordCall> = async ({ reset_token, password }, { client }) => {
    const reset = await setByLink(reset_token, await hashPassword(password));
    if (!reset) return badLink('reset_token');
    const { user, emailFolded, claimed } = reset;
    for (const record of claimed) publish(record);
    // Delete again: a sign-in by the old password may have been in progress. Later ones check the new password.
    await Sessions.deleteMany({ user });
    publishSessionEnded(user, 'password_reset', 'all');
    enqueueMailInBackground(await recordMail({ kind: 'password_changed', user }));
    await passwords.forget(emailFolded);
    const browser = client.browser ?? newBrowser();
    await passwords.remember(emailFolded, { ...client, browser });
    return { data: {}, cookie: browserCookie(browser) };
  };

  const changePassword: Action<typeof changePasswordCall> = async ({ password, new_password }, { me, session, client }) => {
    const user = (await Users.findById(me._id, { passwordHash: 1 }).lean()) ?? fail('unauthorized');
    if (!(await passwords.confirm(session ?? '', () => isPassword(user.passwordHash, password)))) return fail('wrong_password');
    const passwordHash = await hashPassword(new_password);
    const { modifiedCount } = await Users.updateOne({ _id: me._id, passwordHash: user.passwordHash }, { $set: { passwordHash } });
    if (modifiedCount === 0) return fail('wrong_password');
    await dropCalendarKeys(me._id);
    const others = { user: me._id, _id: { $ne: session ?? '' } };
    const ended = (await Sessions.find(others, { _id: 1 }).lean()).map(({ _id }) => _id);
    await Sessions.deleteMany(others);
    if (ended.length > 0) publishSessionEnded(me._id, 'password_changed', ended);
    enqueueMailInBackground(await recordMail({ kind: 'password_changed', user: me._id }));
    await passwords.forget(foldEmail(me.email));
    await passwords.remember(foldEmail(me.email), client);
    return { data: {} };
  };

  return { resetPassword, changePassword };
}

/** Makes the actions for verifying an address and for passwords. */
export const makeCredentialActions = (limits: RateLimits) => ({ verifyEmail, ...makeMailActions(limits), ...makePasswordActions(limits) });
