import { removeMember, updateMemberRole } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { askMembersAnew } from './members.queries';
import { heardOfMember, members, rowKey, type Shown } from './members.store';

/** What is on the screen was no longer so. */
function askIfStale(societyId: string, error: unknown): void {
  if (error instanceof ApiError && error.status >= 403 && error.status < 500) void askMembersAnew(societyId);
}

/** Gives another role: seen at once, taken back when the server does not take it. Answers whether it did. */
export async function changeRole(societyId: string, { ID }: Pick<Shown, 'ID'>, role: SocietyRole): Promise<boolean> {
  const settle = members.applyOptimistic(rowKey(societyId, ID), (row) => ({ ...row, Role: role }));
  try {
    const { data } = await api(updateMemberRole, { society_id: societyId, member: ID, role });
    heardOfMember(data);
    void askMembersAnew(societyId);
    return true;
  } catch (error) {
    reportFailure(error);
    askIfStale(societyId, error);
    return false;
  } finally {
    settle();
  }
}

/** Removes somebody, or for good; `failure` is what is said where that fails. Answers whether they are gone. */
export async function remove(societyId: string, { ID }: Pick<Shown, 'ID'>, ban: boolean, failure: string): Promise<boolean> {
  try {
    await api(removeMember, { society_id: societyId, user_id: ID, ban: ban ? 'true' : 'false' });
    heardOfMember({ society_id: societyId, user_id: ID, Role: null });
    void askMembersAnew(societyId);
    return true;
  } catch (error) {
    reportFailure(error, failure);
    askIfStale(societyId, error);
    return false;
  }
}
