import { askToJoin, withdrawRequest } from '#models/contract/join-requests';
import type { Society, SocietyRole } from '#models/contract/societies';
import { api } from '@/lib/api';
import { useSession } from '@/lib/session';
import { refetchAccess } from '@/sync/access';
import { oneSociety, societies } from '@/sync/societies';
import { readAnswer, writeAnswer } from './join-answer';

type OwnRequest = Pick<Society, 'Request_ID' | 'Request_Version' | 'Request_Status'>;

/** Applies the state of the viewer's join request, unless stale. */
export const applyOwnRequest = (societyId: string, request: OwnRequest): void => societies.patchOwn(societyId, request);

/** Derives the main rights of a role, to apply at once; the rest comes with the refetch. */
function rightsOf({ Can }: Society, role: SocietyRole | null): Society['Can'] {
  const manages = role === 'admin' || useSession.getState().user?.Role === 'admin';
  return {
    ...Can,
    join: role === null,
    leave: role !== null,
    seePosts: role !== null || Can.seePosts,
    manageRequests: manages,
    moderate: manages || role === 'moderator',
    manage: manages,
  };
}

/** Applies the viewer's role in a society and the counters as of it, unless stale. */
export function applyOwnRole(societyId: string, state: Pick<Society, 'Role' | 'rev'> & Partial<Society>): void {
  const society = societies.get(societyId);
  if (society) societies.patch(societyId, { ...state, Can: rightsOf(society, state.Role) });
}

/** Requests to join a society, or joins an open one. Throws what the call throws. */
export async function join(societyId: string): Promise<void> {
  const answer = readAnswer(societyId);
  const { data } = await api(askToJoin, { society_id: societyId, ...(answer ? { answer } : {}) });
  if (answer) writeAnswer(societyId, '');
  const { Request_ID, version, status } = data;
  if (Request_ID !== null && version !== null) applyOwnRequest(societyId, { Request_ID, Request_Version: version, Request_Status: status });
  if (status === 'approved') await refetchAccess();
}

/** Withdraws the join request with an optimistic update. Throws what the call throws. */
export async function withdraw(societyId: string): Promise<void> {
  const rollback = societies.applyOptimistic(societyId, (society) => ({ ...society, Request_Status: null }));
  try {
    const { data } = await api(withdrawRequest, { society_id: societyId });
    const { Request_ID, version } = data;
    if (Request_ID !== null && version !== null) applyOwnRequest(societyId, { Request_ID, Request_Version: version, Request_Status: null });
  } catch (error) {
    await oneSociety.refetch(societyId);
    throw error;
  } finally {
    rollback();
  }
}
