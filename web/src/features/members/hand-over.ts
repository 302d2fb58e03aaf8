import type { DataOf, InputOf } from '#models/contract/define';
import { stepDown, updateMemberRole } from '#models/contract/member-list';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { applyRoleChange, refetchMembers } from './members.store';

/** Role of an admin after the handover; `leave` for none. */
export type RoleAfter = 'leave' | InputOf<typeof stepDown>['role'];
export type Leave = (societyId: string) => Promise<'left' | 'only-admin' | 'failed'>;

const applyAndRefetch = (data: DataOf<typeof updateMemberRole>): void => {
  applyRoleChange(data);
  refetchMembers(data.society_id);
};

/** Makes a member an admin. */
export async function makeAdmin(society_id: string, member: string): Promise<void> {
  applyAndRefetch((await api(updateMemberRole, { society_id, member, role: 'admin' })).data);
}

/**
 * Leaves the society or steps down to another role. Refused for the only admin, so that no society is without one. Resolves to
 * whether it is done; reports other failures.
 */
export async function leaveOrStepDown(society_id: string, roleAfter: RoleAfter, leave: Leave): Promise<boolean> {
  if (roleAfter === 'leave') return (await leave(society_id)) === 'left';
  noteOwnAction(society_id);
  try {
    applyAndRefetch((await api(stepDown, { society_id, role: roleAfter })).data);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'only_admin') refetchMembers(society_id);
    else reportFailure(error);
    return false;
  }
}
