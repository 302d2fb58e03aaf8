import { Memberships } from './memberships.js';
import type { Id } from './model.js';
import { canSignIn } from './staff.loaders.js';
import type { DbSession } from './transaction.js';
import { Users } from './users.js';

/** Admins of a society who can sign in, so that they can decide: without suspended ones. */
export async function ableAdminsIn(session: DbSession | null, society: Id): Promise<Id[]> {
  const admins = await Memberships.find({ society, role: 'admin' }, { user: 1 }).session(session).lean();
  const able = await Users.find({ _id: { $in: admins.map(({ user }) => user) }, ...canSignIn }, { _id: 1 })
    .session(session)
    .lean();
  return able.map(({ _id }) => _id);
}
