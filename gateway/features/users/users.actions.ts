import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type { getUserInfo } from '#models/contract/users';
import { Users, userToWire } from '#models/db/users';

export const getUserInfoAction: Action<typeof getUserInfo> = async (_input, ctx) => {
  const user = (await Users.findById(ctx.me._id).lean()) ?? fail('unauthorized');
  if (!ctx.me.heldRights) return { data: userToWire(user) };
  return { data: { ...userToWire({ ...user, role: 'user', staff: [] }), Staff_Held: true } };
};
