import type { DataOf, InputOf } from '#models/contract/define';
import { stepDown, updateMemberRole } from '#models/contract/members';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { noteOwnAction } from '@/lib/recent-own-actions';
import { askMembersAnew } from './members.queries';
import { heardOfMember } from './members.store';

/** What an admin goes away to: nothing, or another role. */
export type Going = 'leave' | InputOf<typeof stepDown>['role'];
/** `only-admin`: somebody has to take over first. */
export type Went = 'gone' | 'only-admin' | 'failed';
export type Leave = (societyId: string) => Promise<'left' | 'only-admin' | 'failed'>;

const heard = (societyId: string, data: DataOf<typeof updateMemberRole>): void => {
  heardOfMember(data);
  void askMembersAnew(societyId);
};

/** Makes somebody an admin; answers whether they are. */
export async function makeAdmin(societyId: string, member: string): Promise<boolean> {
  try {
    heard(societyId, (await api(updateMemberRole, { society_id: societyId, member, role: 'admin' })).data);
    return true;
  } catch (error) {
    reportFailure(error);
    void askMembersAnew(societyId);
    return false;
  }
}

/** Is an admin no more. Who is the only one has to choose another first, so that nobody is without. */
export async function goAway(society_id: string, going: Going, leave: Leave): Promise<Went> {
  if (going === 'leave') {
    const outcome = await leave(society_id);
    return outcome === 'left' ? 'gone' : outcome;
  }
  noteOwnAction(society_id);
  try {
    heard(society_id, (await api(stepDown, { society_id, role: going })).data);
    return 'gone';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'only_admin') {
      void askMembersAnew(society_id);
      return 'only-admin';
    }
    reportFailure(error);
    return 'failed';
  }
}
