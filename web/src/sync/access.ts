import type { Query } from '@tanstack/react-query';
import type { PayloadOf } from '#models/contract/define';
import { invitationNew, invitationRemoved } from '#models/contract/invitations';
import { membershipChanged } from '#models/contract/members';
import { namesChanged } from '#models/contract/names-changed';
import { societyRemoved, societyVisibility } from '#models/contract/societies';
import { queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { on, onEviction, registerEffects } from './effects';
import { onOwnChange } from './own-changes';

/** `meta.access` of the query with these arguments. */
export const accessMeta = <A>(access: true | ((society: string, args: A) => boolean) | undefined, args: A) =>
  access && { access: access === true ? access : (society: string) => access(society, args) };

/** Whether data of a society may be about `society`; true if its own society is not known. */
export const mayConcern = (of: string | undefined, society: string): boolean => of === undefined || of === society;

/**
 * Refetches every query whose answer depends on what the viewer may see (`meta.access`). Cancels requests under way first,
 * since their answers may be older than the change. Messages cause it; an own action does after its answer, to wait for it.
 * @param society the only one of which the viewer may see more or less: everybody online gets its message at once, so
 * what cannot depend on it is not refetched
 */
export async function refetchAccess(society?: string): Promise<void> {
  const dependsOnAccess = ({ meta, state }: Query): boolean =>
    typeof meta?.access === 'function' && society !== undefined && state.fetchStatus === 'idle'
      ? meta.access(society)
      : meta?.access !== undefined;
  // Chosen before the message's other effects drop what tells the society.
  const chosen = new Set(queryClient.getQueryCache().findAll({ predicate: dependsOnAccess }));
  const predicate = (query: Query): boolean => chosen.has(query);
  await queryClient.cancelQueries({ predicate });
  await queryClient.invalidateQueries({ predicate });
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
  on(societyVisibility, ({ society_id, restored }) => void refetchAccess(restored ? undefined : society_id)),
  on(namesChanged, ({ society_id }) => void refetchAccess(society_id ?? undefined)),
  on(societyRemoved, ({ society_id }) => void refetchAccess(society_id)),
]);
onOwnChange('block', refetch);
onOwnChange('privacy', refetch);
const evictingKinds: readonly string[] = ['society', 'societyPublic', 'event', 'profile'];
onEviction((rooms) => {
  if (rooms.some(({ kind }) => evictingKinds.includes(kind))) refetch();
});
