import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type { getPublicProfile } from '#models/contract/profiles';
import { toId } from '#models/db/model';
import { type FoundPerson, findPerson } from '#models/db/people.loaders';
import { publicProfileFor } from '#models/db/profiles.loaders';
import type { Viewer } from '#models/policies/facts';
import { type Asker, askerFor } from '#models/policies/index';

/** A signed-in viewer without any relation. */
const someone: Viewer = {
  id: '',
  role: 'user',
  suspended: false,
  verified: true,
  roles: new Map(),
  invited: new Set(),
  banned: new Set(),
  blocked: new Set(),
};

/** Previews the caller's own profile as a visitor, or as a mutual follower. */
function through(as: 'visitor' | 'follower', own: FoundPerson): [Asker, FoundPerson] {
  if (as === 'visitor') return [askerFor(null), own];
  return [askerFor(someone), { ...own, isFollowed: true, facts: { ...own.facts, follows: true, mutual: true } }];
}

export const getPublicProfileAction: Action<typeof getPublicProfile> = async ({ user_id, as }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  const [asker, person] = as && ctx.viewer?.id === user_id ? through(as, found) : [ctx, found];
  return { data: await publicProfileFor(asker, person) };
};
