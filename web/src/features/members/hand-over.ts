import type { DataOf, InputOf } from '#models/contract/define';
import { stepDown, updateMemberRole } from '#models/contract/members';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { refetchMembers } from './members.queries';
import { applyRoleChange } from './members.store';

/** Role of an admin after the handover; `leave` for none. */
export type RoleAfter = 'leave' | InputOf<typeof stepDown>['role'];
/** `only-admin`: the server requires another admin first. */
export type StepDownOutcome = 'done' | 'only-admin' | 'failed';
export type Leave = (societyId: string) => Promise<'left' | 'only-admin' | 'failed'>;

const applyAndRefetch = (societyId: string, data: DataOf<typeof updateMemberRole>): void => {
  applyRoleChange(data);
  void refetchMembers(societyId);
};

/** Makes a member an admin. Returns whether it succeeded. */
export async function makeAdmin(societyId: string, member: string): Promise<boolean> {
  try {
    applyAndRefetch(societyId, (await api(updateMemberRole, { society_id: societyId, member, role: 'admin' })).data);
    return true;
  } catch (error) {
    reportFailure(error);
    void refetchMembers(societyId);
    return false;
  }
}

/** Leaves the society or steps down to another role. Refused for the only admin, so that no society is without one. */
export async function leaveOrStepDown(society_id: string, roleAfter: RoleAfter, leave: Leave): Promise<StepDownOutcome> {
  if (roleAfter === 'leave') {
    const outcome = await leave(society_id);
    return outcome === 'left' ? 'done' : outcome;
  }
  noteOwnAction(society_id);
  try {
    applyAndRefetch(society_id, (await api(stepDown, { society_id, role: roleAfter })).data);
    return 'done';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'only_admin') {
      void refetchMembers(society_id);
      return 'only-admin';
    }
    reportFailure(error);
    return 'failed';
  }
}
