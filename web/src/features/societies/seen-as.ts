import type { Society } from '#models/contract/societies';
import type { Viewer } from '#models/policies/facts';
import { askerFor } from '#models/policies/index';
import { societyCanOf } from '#models/policies/society-can';

export type SeenAs = 'visitor' | 'member';

/** Viewer who is a member of only this society. */
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

/** Computes the society as a visitor or member would get it, by the server's policies; null if they could not see it. */
export function seenAs(society: Society, as: SeenAs): Society | null {
  const { ID, Privacy, Permissions, Notifications } = society;
  if (!Privacy || !Permissions) return null;
  const policyFacts = { id: ID, removed: false, ...Privacy, ...Permissions };
  const isMember = as === 'member';
  const asker = askerFor(isMember ? memberOf(ID) : null);
  if (!asker.can('society.see', policyFacts)) return null;
  return {
    ...society,
    Role: isMember ? 'member' : null,
    Privacy: isMember ? Privacy : null,
    Permissions: isMember ? Permissions : null,
    Notifications: isMember ? Notifications : null,
    Request_Status: null,
    New_Count: isMember ? 0 : null,
    Can: societyCanOf(asker, policyFacts),
  };
}
