import type { Action } from '#gateway/plugins/calls';
import type { PasswordGuard } from '#gateway/plugins/password-guard';
import { isPassword } from '#gateway/plugins/passwords';
import { accountDeletedMessages, enqueueErasure, enqueueWithdrawal } from '#models/bus/account-deletion';
import { dayWords } from '#models/bus/date-words';
import { enqueueMailInBackground, recordMail } from '#models/bus/mails';
import { publish, publishWithRetry } from '#models/bus/publish';
import { startGrace } from '#models/commands/account-grace';
import { markDeleted } from '#models/commands/delete-account';
import type { deleteAccount as deleteAccountCall, exportData } from '#models/contract/account';
import { fail } from '#models/contract/failure';
import { localOf } from '#models/db/local-time';
import type { Id } from '#models/db/model';
import { exportPerson } from '#models/db/person-data.loaders';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';

export const exportDataAction: Action<typeof exportData> = async (_nothing, { me }) => ({
  data: { exported_at: new Date().toISOString(), collections: await exportPerson(me._id) },
});

/** Makes the action of 'Delete account'. */
export function makeDeleteAccount(passwords: PasswordGuard): Action<typeof deleteAccountCall> {
  return async ({ password, keep_posts }, { me, session: own, settings }) => {
    const user = (await Users.findById(me._id, { passwordHash: 1, version: 1 }).lean()) ?? fail('unauthorized');
    if (!(await passwords.confirm(own ?? '', () => isPassword(user.passwordHash, password)))) return fail('wrong_password');
    const days = settings.deletionGraceDays ?? 0;
    const grace = days > 0 ? await deactivate(me._id, { days, keepPosts: keep_posts, timeZone: settings.timeZone }) : null;
    const records = days > 0 ? grace?.records : await transaction((session) => markDeleted(session, me._id, keep_posts));
    // Delete again: a sign-in may have been in progress.
    await Sessions.deleteMany({ user: me._id });
    await passwords.forget(foldEmail(me.email));
    publishWithRetry(...accountDeletedMessages(me._id, user.version + 1));
    for (const record of records ?? []) publish(record);
    if (days === 0) enqueueErasure(me._id);
    return { data: grace ? { Restorable_Until: grace.until.toISOString() } : {} };
  };
}

interface Grace {
  days: number;
  keepPosts: boolean;
  timeZone: string;
}

const dayMs = 86_400_000;

/** Deactivates an account for its grace, with the mail that says until when it can be restored; null if it is deleted already. */
async function deactivate(id: Id, { days, keepPosts, timeZone }: Grace) {
  const until = new Date(Date.now() + days * dayMs);
  const started = await transaction(async (session) => {
    const grace = await startGrace(session, id, { until, keepPosts });
    if (!grace) return null;
    const { name, email, preferences } = grace.user;
    const locale = preferences.locale ?? 'en';
    const params = { name, date: dayWords(localOf(until, timeZone).date, locale), path: '/login' };
    return { ...grace, mail: await recordMail({ kind: 'account_leaving', address: email, locale, params }, session) };
  });
  if (!started) return null;
  enqueueMailInBackground(started.mail);
  enqueueWithdrawal(id, started.since);
  return { until, records: started.records };
}
