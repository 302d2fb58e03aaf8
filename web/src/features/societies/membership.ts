import type { Society, SocietyRole } from '#models/contract/societies';
import { userHasScope } from '@/lib/scopes';
import { useSession } from '@/lib/session';
import { societies } from '@/sync/societies';

type OwnRequest = Pick<Society, 'Request_ID' | 'Request_Version' | 'Request_Status'>;

/** Applies the state of the viewer's join request, unless stale. */
export const applyOwnRequest = (societyId: string, request: OwnRequest): void => societies.patchOwn(societyId, request);

/** Derives the main rights of a role, to apply at once; the rest comes with the refetch. */
function rightsOf({ Can }: Society, role: SocietyRole | null): Society['Can'] {
  const { user } = useSession.getState();
  const manages = role === 'admin' || user?.Role === 'admin';
  return {
    ...Can,
    join: role === null,
    leave: role !== null,
    seePosts: role !== null || Can.seePosts,
    manageRequests: manages,
    moderate: manages || role === 'moderator' || userHasScope(user, 'moderate'),
    manage: manages,
  };
}

/** Applies the viewer's role in a society and the counters as of it, unless stale. */
export function applyOwnRole(societyId: string, state: Pick<Society, 'Role' | 'rev'> & Partial<Society>): void {
  const society = societies.get(societyId);
  if (society) societies.patch(societyId, { ...state, Can: rightsOf(society, state.Role) });
}
