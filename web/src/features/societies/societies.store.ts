import type { Society, SocietyRole } from '#models/contract/societies';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';
import { useSession } from '@/lib/session';

/** Every society on the screen, once. The viewer's role, and what it allows, goes by the society's `rev`. */
export const societies = createEntities<Society>({
  name: 'societies',
  byRev: ['Member_Count', 'Event_Count', 'Post_Count', 'Week_Growth', 'Role', 'Can'],
});

interface OwnRequest {
  id: string;
  version: number;
  status: Society['Request_Status'];
}

/** The viewer's newest request to each society, as far as answers and messages have told of it. */
const ownRequests = new Map<string, OwnRequest & { heard: number }>();
onClear(() => ownRequests.clear());

export const ownRequestId = (societyId: string): string | undefined => ownRequests.get(societyId)?.id;

/** A later request has a greater id. */
const isOlder = (next: OwnRequest, known: OwnRequest): boolean =>
  next.id < known.id || (next.id === known.id && next.version <= known.version);

/** Takes over how the viewer's request stands; answers whether that was news. */
export function settleOwnRequest(societyId: string, next: OwnRequest): boolean {
  const known = ownRequests.get(societyId);
  if (known && isOlder(next, known)) return false;
  ownRequests.set(societyId, { ...next, heard: advanceClock() });
  societies.patch(societyId, { Request_Status: next.status });
  return true;
}

/** Puts fetched societies in; a request that was heard of after `asked` stands as it was heard. */
export const takeFetched = (found: readonly Society[], asked: number): string[] =>
  societies.merge(
    found.map((society) => {
      const own = ownRequests.get(society.ID);
      return own && own.heard > asked ? { ...society, Request_Status: own.status } : society;
    }),
  );

/** What a role allows at once; the rest comes with the next answer. */
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
