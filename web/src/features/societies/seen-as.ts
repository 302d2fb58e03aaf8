import type { Society } from '#models/contract/societies';
import type { Viewer } from '#models/policies/facts';
import { askerFor } from '#models/policies/index';
import { societyCanOf } from '#models/policies/society-can';

export type SeenAs = 'visitor' | 'member';

/** A member of this society and of no other, about whom nothing else is known. */
const memberOf = (id: string): Viewer => ({
  id: '',
  role: 'user',
  suspended: false,
  verified: true,
  roles: new Map([[id, 'member' as const]]),
  invited: new Set(),
  banned: new Set(),
  blocked: new Set(),
});

/** The society as somebody else gets it, by the policies of the server; null where they would not know of it. */
export function seenAs(society: Society, as: SeenAs): Society | null {
  const { ID, Privacy, Permissions, Notifications } = society;
  if (!Privacy || !Permissions) return null;
  const facts = { id: ID, removed: false, ...Privacy, ...Permissions };
  const isMember = as === 'member';
  const asker = askerFor(isMember ? memberOf(ID) : null);
  if (!asker.can('society.see', facts)) return null;
  return {
    ...society,
    Role: isMember ? 'member' : null,
    Privacy: isMember ? Privacy : null,
    Permissions: isMember ? Permissions : null,
    Notifications: isMember ? Notifications : null,
    Request_Status: null,
    New_Count: isMember ? 0 : null,
    Can: societyCanOf(asker, facts),
  };
}
