import { randomBytes } from 'node:crypto';
import type { Action } from '#gateway/plugins/calls';
import { hashPassword } from '#gateway/plugins/passwords';
import type { RateLimits } from '#gateway/plugins/rate-limit';
import { liveMessage } from '#models/bus/live-stream';
import { publishWithRetry } from '#models/bus/publish';
import { changeOwned, findOwned } from '#models/commands/owned-accounts';
import { sessionEnded } from '#models/contract/auth';
import type { undoEmail } from '#models/contract/credentials';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import { noteAudit } from '#models/db/audit-draft';
import { dropCalendarKeys } from '#models/db/calendar-keys';
import { formerOf } from '#models/db/former-emails';
import { invalidate } from '#models/db/invalidate';
import { isDuplicate } from '#models/db/locks';
import { makeToken, useToken } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';

/** Restores the account's former address, to which the link was mailed, also in its grace. Null where the link no longer works. */
const giveBack = (undoToken: string, passwordHash: string) =>
  transaction(async (session) => {
    const token = await useToken(session, 'undo', undoToken);
    const owned = token && (await findOwned(session, token.user));
    const found = owned && formerOf(owned.account, token.address ?? '');
    if (!owned || !found) return null;
    const user = owned.account._id;
    noteAudit({ actor: user });
    const { email, emailFolded } = found.former;
    // Later addresses may belong to the attacker: their links end with this. The link proves access to the mailbox.
    const restored = { email, emailFolded, pendingEmail: null, formerEmails: found.earlier, verifiedAt: new Date(), passwordHash };
    await changeOwned(session, owned, restored);
    await Sessions.deleteMany({ user }, { session });
    await dropCalendarKeys(user, session);
    return { user, email, emailFolded };
  });

/**
 * Undoes a change of an e-mail address. The account was probably taken over: every session ends, the password stops working, and
 * the answer carries a token for choosing a new one.
 */
export const makeUndoEmail =
  ({ passwords }: RateLimits): Action<typeof undoEmail> =>
  async ({ undo_token }) => {
    const nobodyKnows = await hashPassword(randomBytes(32).toString('base64url'));
    try {
      const restored = await giveBack(undo_token, nobodyKnows);
      if (!restored) return fail('validation_failed', { undo_token: fieldTexts.link_invalid });
      const { user, email, emailFolded } = restored;
      // Delete again: a sign-in by the old password may have been in progress. Later ones check the new password.
      await Sessions.deleteMany({ user });
      invalidate.person(String(user));
      publishWithRetry(liveMessage(sessionEnded, [roomOf('user', String(user))], { reason: 'password_reset', session_ids: 'all' }));
      await passwords.forget(emailFolded);
      return { data: { Email: email, Reset_Token: await makeToken({ purpose: 'reset', user, emailFolded }) } };
    } catch (error) {
      if (isDuplicate(error)) return fail('email_taken');
      throw error;
    }
  };
