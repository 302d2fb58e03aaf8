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
import { tellRemoved, tellRole } from './role-news';
import { keys } from './societies.queries';
import { ownRequestId, settleOwnRequest, societies, withRole } from './societies.store';
import { statisticsMayDiffer } from './statistics-refresh';

const me = (): string | undefined => useSession.getState().user?.ID;

function onCreated(): void {
  void cancelAndInvalidate(keys.list);
  void cancelAndInvalidate(keys.statistics);
}

function onCounts({ society_id, ...counts }: PayloadOf<typeof societyCounts>): void {
  statisticsMayDiffer(society_id, counts.Member_Count);
  societies.patch(society_id, counts);
}

/** What is the same for everybody at once; what one may do in it comes with the next answer. */
function onUpdated(society: PayloadOf<typeof societyUpdated>): void {
  societies.patch(society.ID, society);
  void cancelAndInvalidate(keys.info(society.ID));
  if (societies.get(society.ID)?.Role) void cancelAndInvalidate(keys.own);
}

/** What one may see of it is for the server to say; where it is not there any more, it goes from the screen. */
function onVisibility({ society_id }: PayloadOf<typeof societyVisibility>): void {
  void cancelAndInvalidate(keys.info(society_id));
  onCreated();
}

/** It is gone from every screen; a platform admin may bring it back. */
function onRemoved({ society_id }: PayloadOf<typeof societyRemoved>): void {
  const known = societies.get(society_id);
  if (known) void tellRemoved(known);
  societies.drop(society_id);
  void cancelAndInvalidate(keys.info(society_id));
  void cancelAndInvalidate(keys.own);
  onCreated();
}

/** The counts are for everybody; an own membership also changes what one may do and see, at once. */
function onMembership({
  society_id,
  user_id,
  Role,
  Member_Count,
  Event_Count,
  Post_Count,
  rev,
}: PayloadOf<typeof membershipChanged>): void {
  const counts = { Member_Count, Event_Count, Post_Count, rev };
  const known = societies.get(society_id);
  const isOwn = user_id === me();
  if (known?.Role && isOwn && rev > known.rev && Role !== known.Role) void tellRole(known, Role);
  societies.patch(society_id, known && isOwn ? { ...counts, ...withRole(known, Role) } : counts);
  if (!isOwn) return;
  void cancelAndInvalidate(keys.info(society_id));
  void cancelAndInvalidate(keys.own);
}

/** An admin hears of other people's requests too; a requester is never an admin of the society. */
function isOwn(societyId: string, requestId: string): boolean {
  const own = ownRequestId(societyId);
  if (own !== undefined) return own === requestId;
  return !societies.get(societyId)?.Can.manageRequests;
}

function onAsked({ society_id, request }: PayloadOf<typeof joinRequestCreated>): void {
  if (request.User !== me()) return;
  settleOwnRequest(society_id, { id: request.Request_ID, version: request.version, status: request.Status });
}

function onDecided({ society_id, request_id, Status, Reason, version }: PayloadOf<typeof joinRequestDecided>): void {
  if (!isOwn(society_id, request_id)) return;
  const isNews = settleOwnRequest(society_id, { id: request_id, version, status: Status });
  if (isNews && Status !== 'pending') void tellDecided(society_id, Status, Reason);
}

/** Says how the viewer's request was decided: with the way in, or with the admins' reason where they gave one. */
async function tellDecided(societyId: string, status: 'approved' | 'rejected', reason: string): Promise<void> {
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

function onWithdrawn({ society_id, request_id, version }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (isOwn(society_id, request_id)) settleOwnRequest(society_id, { id: request_id, version, status: null });
}

function onPost({ ID, User, Society_ID }: PayloadOf<typeof postCreated>): void {
  if (User !== me()) countNewPost(ID, Society_ID);
}

/** What may no longer be heard may no longer be seen either, or only in part: the next answer says which. */
function onLeft(rooms: readonly string[]): void {
  const ids = rooms.map(parseRoom).flatMap((room) => (room?.kind.startsWith('society') && room.id ? [room.id] : []));
  for (const id of new Set(ids)) void cancelAndInvalidate(keys.info(id));
  if (ids.length > 0) void cancelAndInvalidate(keys.own);
}

/** Tells what this browser keeps for when there is no network which roles one has: of a lost one nothing stays. */
function followMemberships(): () => void {
  const own = hashKey(keys.own);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== own) return;
    const found = event.query.state.data as readonly Society[];
    import('@/lib/offline-rights').then(({ eraseLostMemberships: settleMemberships }) => settleMemberships(found)).catch(() => {});
  });
}

/** Keeps every society on the screen true, and the viewer's place in it; stands once, in the shell. */
export function useSocietiesLive(): void {
  useEffect(() => {
    return combineStops([
      followMemberships(),
      onMessage(societyCreated, onCreated),
      onMessage(societyUpdated, onUpdated),
      onMessage(societyVisibility, onVisibility),
      onMessage(societyRemoved, onRemoved),
      onMessage(societyCounts, onCounts),
      onMessage(membershipChanged, onMembership),
      onMessage(joinRequestCreated, onAsked),
      onMessage(joinRequestDecided, onDecided),
      onMessage(joinRequestWithdrawn, onWithdrawn),
      onMessage(postCreated, onPost),
      onRoomLeft(({ rooms }) => onLeft(rooms)),
    ]);
  }, []);
}
