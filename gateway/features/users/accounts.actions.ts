import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { getAllUsers, suspendUser } from '#models/contract/users';
import { toId } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';
import { accountToWire, Users } from '#models/db/users';
import { accountPage } from '#models/db/users.loaders';

export const getAllUsersAction: Action<typeof getAllUsers> = async ({ q, limit, cursor }, ctx) => {
  ctx.require('platform.manage');
  const { users, next } = await accountPage(q, cursor, limit);
  return { data: users.map(accountToWire), next };
};

export const suspendUserAction: Action<typeof suspendUser> = async ({ user_id, suspended, reason }, ctx) => {
  ctx.require('platform.manage');
  const id = toId(user_id);
  const record = await transaction(async (session) => {
    const user = await Users.findById(id).session(session).lean();
    if (!user || user.deletedAt) return fail('not_found');
    ctx.require('account.suspend', { user: user_id, role: user.role });
    if ((user.suspendedAt !== null) === suspended) return null;
    const set = { suspendedAt: suspended ? new Date() : null, suspendedFor: suspended ? reason : '' };
    await Users.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
    if (suspended) await Sessions.deleteMany({ user: id }, { session });
    const fields = { actor: ctx.me._id, verb: 'user.suspended', object: id, society: null, open: false } as const;
    return recordActivity(session, fields);
  });
  if (record) {
    // Once more: a sign-in may have been under way. After this it finds the account suspended.
    if (suspended) await Sessions.deleteMany({ user: id });
    tell(record);
  }
  return { data: accountToWire((await Users.findById(id).lean()) ?? fail('not_found')) };
};
