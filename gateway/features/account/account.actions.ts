import type { Action } from '#gateway/plugins/calls';
import { isPassword } from '#gateway/plugins/passwords';
import { sayFirmly, tell } from '#models/bus/activity';
import { askToForget } from '#models/bus/leaving';
import { live } from '#models/bus/push';
import { markDeleted } from '#models/commands/delete-account';
import type { deleteAccount as deleteAccountCall, exportData } from '#models/contract/account';
import { sessionEnded } from '#models/contract/auth';
import { fail } from '#models/contract/failure';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { exportPerson } from '#models/db/person-data.loaders';
import { Sessions } from '#models/db/sessions';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';

export const exportDataAction: Action<typeof exportData> = async (_nothing, { me }) => ({
  data: { exported_at: new Date().toISOString(), collections: await exportPerson(me._id) },
});

interface AccountOptions {
  takeSignIn(emailFolded: string): Promise<void>;
}

/** The action behind 'Delete account'. */
export function makeDeleteAccount({ takeSignIn }: AccountOptions): Action<typeof deleteAccountCall> {
  return async ({ password, keep_posts }, { me }) => {
    await takeSignIn(foldEmail(me.email));
    const user = (await Users.findById(me._id, { passwordHash: 1, version: 1 }).lean()) ?? fail('unauthorized');
    if (!(await isPassword(user.passwordHash, password))) return fail('wrong_password');
    const records = await transaction((session) => markDeleted(session, me._id, keep_posts));
    // Once more: a sign-in may have been under way.
    await Sessions.deleteMany({ user: me._id });
    const room = [roomOf('user', me.id)];
    sayFirmly(
      live(sessionEnded, room, { reason: 'account_deleted', session_ids: 'all' }),
      live(ownChanged, room, { kind: 'privacy', id: me.id, on: true, version: user.version + 1 }),
    );
    for (const record of records ?? []) tell(record);
    askToForget(me._id);
    return { data: {} };
  };
}
