import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { afterPersonSuspended, suspendPerson } from '#models/commands/suspend-person';
import { fail } from '#models/contract/failure';
import type { getAllUsers, suspendUser } from '#models/contract/users';
import { toId } from '#models/db/model';
import { staffRightsOf } from '#models/db/staff-rights';
import { accountToWire, Users } from '#models/db/users';
import { accountPage } from '#models/db/users.loaders';

export const getAllUsersAction: Action<typeof getAllUsers> = async ({ q, limit, cursor }, ctx) => {
  ctx.require('account.list');
  const { users, next } = await accountPage(q, cursor, limit);
  return { data: users.map(accountToWire), next };
};

export const suspendUserAction: Action<typeof suspendUser> = async ({ user_id, suspended, reason }, ctx) => {
  ctx.require('account.list');
  const id = toId(user_id);
  const { user, record } = await transactionOf(ctx, async (session) => {
    const found = await Users.findById(id).session(session).lean();
    if (!found || (found.deletedAt && !found.grace)) return fail('not_found');
    ctx.require('account.suspend', { user: user_id, ...staffRightsOf(found.grace?.account ?? found) });
    return { user: found, record: await suspendPerson(session, found, { suspended, reason, by: ctx.me._id }) };
  });
  if (record && suspended) await afterPersonSuspended(record, user);
  else if (record) publish(record);
  return { data: accountToWire((await Users.findById(id).lean()) ?? fail('not_found')) };
};
