import type { Ctx } from '#gateway/plugins/context';
import { fail } from '#models/contract/failure';
import { loadTies } from '#models/db/follows.loaders';
import { toId } from '#models/db/model';
import { personFacts } from '#models/db/people.loaders';
import { type UserDoc, Users } from '#models/db/users';

/** Finds a person whom the caller may unfollow, block or unblock, even one whom they cannot see. */
export async function findTargetPerson(ctx: Ctx, userId: string): Promise<UserDoc> {
  const id = toId(userId);
  const [user, ties] = await Promise.all([Users.findById(id).lean(), loadTies(ctx.viewer, [id])]);
  if (!user || user.deletedAt) return fail('not_found');
  ctx.require('person.part', personFacts(user, ties));
  return user;
}
