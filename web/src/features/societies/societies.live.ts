import { hashKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { postCreated } from '#models/contract/posts';
import { parseRoom } from '#models/contract/rooms';
import { type Society, societyCounts, societyCreated } from '#models/contract/societies';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { i18n } from '@/lib/i18n';
import { combineStops, onMessage, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toasts';
import { countNewPost } from './own-societies';
import { notifyRemoved, notifyRoleChanged } from './role-toasts';
import { keys } from './societies.queries';
import { applyOwnRequest, ownRequestId, societies, withRole } from './societies.store';
import { refetchStatisticsSoon } from './statistics-refresh';

const ownId = (): string | undefined => useSession.getState().user?.ID;

function onCreated(): void {
  void cancelAndInvalidate(keys.list);
  void cancelAndInvalidate(keys.statistics);
}

function onSocietyCounts({ society_id, ...counts }: PayloadOf<typeof societyCounts>): void {
  refetchStatisticsSoon(society_id, counts.Member_Count);
  societies.patch(society_id, counts);
}

/** Applies public fields at once; the viewer's rights come with the refetch. */
function onUpdated(society: PayloadOf<typeof societyUpdated>): void {
  societies.patch(society.ID, society);
  void cancelAndInvalidate(keys.info(society.ID));
  if (societies.get(society.ID)?.Role) void cancelAndInvalidate(keys.own);
}

/** Refetches after a visibility change, since the viewer may see more, less or nothing. */
function onVisibility({ society_id }: PayloadOf<typeof societyVisibility>): void {
  void cancelAndInvalidate(keys.info(society_id));
  onCreated();
}

/** Drops the society, without marking it removed for good, since a platform admin may restore it. */
function onRemoved({ society_id }: PayloadOf<typeof societyRemoved>): void {
  const current = societies.get(society_id);
  if (current) void notifyRemoved(current);
  societies.drop(society_id);
  void cancelAndInvalidate(keys.info(society_id));
  void cancelAndInvalidate(keys.own);
  onCreated();
}

/** Applies the counts, and for the viewer's own membership also the role and its rights. */
function onMembershipChanged({
  society_id,
  user_id,
  Role,
  Member_Count,
  Event_Count,
  Post_Count,
  rev,
}: PayloadOf<typeof membershipChanged>): void {
  const counts = { Member_Count, Event_Count, Post_Count, rev };
  const current = societies.get(society_id);
  const isOwn = user_id === ownId();
  if (current?.Role && isOwn && rev > current.rev && Role !== current.Role) void notifyRoleChanged(current, Role);
  societies.patch(society_id, current && isOwn ? { ...counts, ...withRole(current, Role) } : counts);
  if (!isOwn) return;
  void cancelAndInvalidate(keys.info(society_id));
  void cancelAndInvalidate(keys.own);
}

/** True for the viewer's own request. Admins also receive those of others, but never have one in their own society. */
function isOwnRequest(societyId: string, requestId: string): boolean {
  const own = ownRequestId(societyId);
  if (own !== undefined) return own === requestId;
  return !societies.get(societyId)?.Can.manageRequests;
}

function onRequestCreated({ society_id, request }: PayloadOf<typeof joinRequestCreated>): void {
  if (request.User !== ownId()) return;
  applyOwnRequest(society_id, { id: request.Request_ID, version: request.version, status: request.Status });
}

function onRequestDecided({ society_id, request_id, Status, Reason, version }: PayloadOf<typeof joinRequestDecided>): void {
  if (!isOwnRequest(society_id, request_id)) return;
  const isChanged = applyOwnRequest(society_id, { id: request_id, version, status: Status });
  if (isChanged && Status !== 'pending') void notifyDecided(society_id, Status, Reason);
}

/** Shows a toast about the decision on the viewer's request: with a link, or with the admins' reason. */
async function notifyDecided(societyId: string, status: 'approved' | 'rejected', reason: string): Promise<void> {
  await i18n.loadNamespaces('societies');
  const t = i18n.getFixedT(null, 'societies');
  const society = societies.get(societyId)?.Name;
  const text = society ? t(`join.${status}`, { society }) : t(`join.${status}Short`);
  const isIn = status === 'approved';
  toast(isIn ? 'live' : 'info', reason && !isIn ? t('join.withReason', { text, reason }) : text, {
    id: `${status}-${societyId}`,
    ...(isIn ? { link: { to: `/societies/${societyId}`, label: t('join.open') } } : {}),
  });
}

function onRequestWithdrawn({ society_id, request_id, version }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (isOwnRequest(society_id, request_id)) applyOwnRequest(society_id, { id: request_id, version, status: null });
}

function onPost({ ID, User, Society_ID }: PayloadOf<typeof postCreated>): void {
  if (User !== ownId()) countNewPost(ID, Society_ID);
}

/** Refetches societies whose rooms were lost, since the viewer may have lost access too. */
function onRoomsLost(rooms: readonly string[]): void {
  const ids = rooms.map(parseRoom).flatMap((room) => (room?.kind.startsWith('society') && room.id ? [room.id] : []));
  for (const id of new Set(ids)) void cancelAndInvalidate(keys.info(id));
  if (ids.length > 0) void cancelAndInvalidate(keys.own);
}

/** Erases offline data of societies that the viewer has left or lost, after each fetch of the own societies. */
function eraseLostOnRefetch(): () => void {
  const own = hashKey(keys.own);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== own) return;
    const fetched = event.query.state.data as readonly Society[];
    import('@/sync/offline-rights').then(({ eraseLostMemberships }) => eraseLostMemberships(fetched)).catch(() => {});
  });
}

/** Handles society messages for all loaded societies and the viewer's memberships; mounted once, in the shell. */
export function useSocietiesLive(): void {
  useEffect(() => {
    return combineStops([
      eraseLostOnRefetch(),
      onMessage(societyCreated, onCreated),
      onMessage(societyUpdated, onUpdated),
      onMessage(societyVisibility, onVisibility),
      onMessage(societyRemoved, onRemoved),
      onMessage(societyCounts, onSocietyCounts),
      onMessage(membershipChanged, onMembershipChanged),
      onMessage(joinRequestCreated, onRequestCreated),
      onMessage(joinRequestDecided, onRequestDecided),
      onMessage(joinRequestWithdrawn, onRequestWithdrawn),
      onMessage(postCreated, onPost),
      onRoomLeft(({ rooms }) => onRoomsLost(rooms)),
    ]);
  }, []);
}
