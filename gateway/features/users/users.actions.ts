import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type { getUserInfo } from '#models/contract/users';
import { Users, userToWire } from '#models/db/users';

export const getUserInfoAction: Action<typeof getUserInfo> = async (_input, ctx) => {
  const user = userToWire((await Users.findById(ctx.me._id).lean()) ?? fail('unauthorized'));
  return { data: ctx.me.staffHeld ? { ...user, Role: 'user', Staff_Held: true } : user };
};
