import type { Society, SocietyRole } from '#models/contract/societies';
import { useSession } from '@/lib/session';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock } from '@/sync/logical-clock';

/** Loaded societies. The society's `rev` also orders the viewer's role and rights. */
export const societies = createEntities<Society>({
  name: 'societies',
  orderedBy: { rev: ['Member_Count', 'Event_Count', 'Post_Count', 'Week_Growth', 'Role', 'Can'] },
});

interface OwnRequest {
  id: string;
  version: number;
  status: Society['Request_Status'];
}

/** The viewer's newest join request to each society, by answers and messages. */
const ownRequests = new Map<string, OwnRequest & { changedAt: number }>();
onUserChange(() => ownRequests.clear());

export const ownRequestId = (societyId: string): string | undefined => ownRequests.get(societyId)?.id;

/** True if `next` is not newer; ids of requests grow with time. */
const isOlder = (next: OwnRequest, current: OwnRequest): boolean =>
  next.id < current.id || (next.id === current.id && next.version <= current.version);

/** Applies the status of the viewer's request, unless stale. Returns whether it changed. */
export function applyOwnRequest(societyId: string, next: OwnRequest): boolean {
  const current = ownRequests.get(societyId);
  if (current && isOlder(next, current)) return false;
  ownRequests.set(societyId, { ...next, changedAt: advanceClock() });
  societies.patch(societyId, { Request_Status: next.status });
  return true;
}

/** Merges fetched societies; a join request that changed after `requestedAt` wins over the answer. */
export const mergeFetched = (fetched: readonly Society[], requestedAt: number): string[] =>
  societies.merge(
    fetched.map((society) => {
      const own = ownRequests.get(society.ID);
      return own && own.changedAt > requestedAt ? { ...society, Request_Status: own.status } : society;
    }),
  );

/** Derives the main rights of a role, to apply at once; the rest comes with the refetch. */
export function withRole(society: Society, Role: SocietyRole | null): Pick<Society, 'Role' | 'Can'> {
  const manages = Role === 'admin' || useSession.getState().user?.Role === 'admin';
  const Can = {
    ...society.Can,
    join: Role === null,
    leave: Role !== null,
    seePosts: Role !== null || society.Can.seePosts,
    manageRequests: manages,
    moderate: manages || Role === 'moderator',
    manage: manages,
  };
  return { Role, Can };
}
