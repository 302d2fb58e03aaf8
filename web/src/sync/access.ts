import type { Query } from '@tanstack/react-query';
import type { PayloadOf } from '#models/contract/define';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { societyRemoved } from '#models/contract/society-removal';
import { societyVisibility } from '#models/contract/society-settings';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { on, onEviction, registerEffects } from './effects';
import { onOwnChange } from './own-changes';

const dependsOnAccess = ({ meta }: Query): boolean => meta?.access === true;

/**
 * Refetches every query whose answer depends on what the viewer may see (`meta.access`). Cancels requests under way first,
 * since their answers may be older than the change. Messages cause it; an own action does after its answer, to wait for it.
 */
export async function refetchAccess(): Promise<void> {
  await queryClient.cancelQueries({ predicate: dependsOnAccess });
  await queryClient.invalidateQueries({ predicate: dependsOnAccess });
}
const refetch = (): void => void refetchAccess();

function onMembershipChanged({ user_id }: PayloadOf<typeof membershipChanged>): void {
  if (user_id === useSession.getState().user?.ID) refetch();
}

registerEffects('access', [
  on(membershipChanged, onMembershipChanged),
  // An invitation shows an invite-only society.
  on(invitationNew, refetch),
  on(invitationRemoved, refetch),
  on(societyVisibility, refetch),
  on(societyRemoved, refetch),
]);
onOwnChange('block', refetch);
onOwnChange('privacy', refetch);
const evictingKinds: readonly string[] = ['society', 'societyPublic', 'event', 'profile'];
onEviction((rooms) => {
  if (rooms.some(({ kind }) => evictingKinds.includes(kind))) refetch();
});
