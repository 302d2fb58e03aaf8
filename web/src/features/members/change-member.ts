import { removeMember, updateMemberRole } from '#models/contract/member-list';
import { setRoleTerm } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { applyRoleChange, memberKey, members, refetchMembers, type ShownMember } from './members.store';
import { refetchRoleTerm } from './role-terms.store';

/** Refetches after a 4xx refusal: the list on the screen was stale. */
export function refetchIfStale(societyId: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) refetchMembers(societyId);
}

/** Changes a member's role with an optimistic update. */
export async function changeRole(society_id: string, { ID }: Pick<ShownMember, 'ID'>, role: SocietyRole): Promise<void> {
  const rollback = members.applyOptimistic(memberKey(society_id, ID), (row) => ({ ...row, Role: role, Role_Until: null }));
  try {
    applyRoleChange((await api(updateMemberRole, { society_id, member: ID, role })).data);
    refetchMembers(society_id);
  } finally {
    rollback();
  }
}

interface Term {
  role: Exclude<SocietyRole, 'member'>;
  until: string | null;
  /** Id of the successor. */
  successor: string | null;
}

/** Gives a role with a last day, or changes the last day and the successor, with an optimistic update. */
export async function changeTerm(society_id: string, { ID }: Pick<ShownMember, 'ID'>, { role, until, successor }: Term): Promise<void> {
  const rollback = members.applyOptimistic(memberKey(society_id, ID), (row) => ({ ...row, Role: role, Role_Until: until }));
  try {
    applyRoleChange((await api(setRoleTerm, { society_id, member: ID, role, until, successor_id: successor })).data);
    refetchMembers(society_id);
    void refetchRoleTerm(society_id, ID);
  } finally {
    rollback();
  }
}

/** Removes a member, and bans them if `ban`. */
export async function removeFromSociety(society_id: string, { ID: user_id }: Pick<ShownMember, 'ID'>, ban: boolean): Promise<void> {
  await api(removeMember, { society_id, user_id, ban: ban ? 'true' : 'false' });
  applyRoleChange({ society_id, user_id, Role: null });
  refetchMembers(society_id);
}
