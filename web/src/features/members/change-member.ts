import { removeMember, updateMemberRole } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { refetchMembers } from './members.queries';
import { applyRoleChange, memberKey, members, type ShownMember } from './members.store';

/** Refetches after a 4xx refusal: the list on the screen was stale. */
function refetchIfStale(societyId: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) void refetchMembers(societyId);
}

/** Changes a member's role with an optimistic update. Returns whether it succeeded. */
export async function changeRole(societyId: string, { ID }: Pick<ShownMember, 'ID'>, role: SocietyRole): Promise<boolean> {
  const rollback = members.applyOptimistic(memberKey(societyId, ID), (row) => ({ ...row, Role: role }));
  try {
    const { data } = await api(updateMemberRole, { society_id: societyId, member: ID, role });
    applyRoleChange(data);
    void refetchMembers(societyId);
    return true;
  } catch (error) {
    reportFailure(error);
    refetchIfStale(societyId, error);
    return false;
  } finally {
    rollback();
  }
}

/** Removes a member, and bans them if `ban`; `failure` is the text of the error toast. Returns whether it succeeded. */
export async function removeFromSociety(
  societyId: string,
  { ID }: Pick<ShownMember, 'ID'>,
  ban: boolean,
  failure: string,
): Promise<boolean> {
  try {
    await api(removeMember, { society_id: societyId, user_id: ID, ban: ban ? 'true' : 'false' });
    applyRoleChange({ society_id: societyId, user_id: ID, Role: null });
    void refetchMembers(societyId);
    return true;
  } catch (error) {
    reportFailure(error, failure);
    refetchIfStale(societyId, error);
    return false;
  }
}
