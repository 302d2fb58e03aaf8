import type { Action } from '#gateway/plugins/calls';
import type { PasswordGuard } from '#gateway/plugins/password-guard';
import { isPassword } from '#gateway/plugins/passwords';
import { accountDeletedMessages, enqueueErasure } from '#models/bus/account-deletion';
import { publish, publishWithRetry } from '#models/bus/publish';
import { markDeleted } from '#models/commands/delete-account';
import type { deleteAccount as deleteAccountCall, exportData } from '#models/contract/account';
import { fail } from '#models/contract/failure';
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
  return async ({ password, keep_posts }, { me, session: own }) => {
    const user = (await Users.findById(me._id, { passwordHash: 1, version: 1 }).lean()) ?? fail('unauthorized');
    if (!(await passwords.confirm(own ?? '', () => isPassword(user.passwordHash, password)))) return fail('wrong_password');
    const records = await transaction((session) => markDeleted(session, me._id, keep_posts));
    // Delete again: a sign-in may have been in progress.
    await Sessions.deleteMany({ user: me._id });
    await passwords.forget(foldEmail(me.email));
    publishWithRetry(...accountDeletedMessages(me._id, user.version + 1));
    for (const record of records ?? []) publish(record);
    enqueueErasure(me._id);
    return { data: {} };
  };
}
