import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataOf, PayloadOf } from '#models/contract/define';
import { type followUser, profileCounts } from '#models/contract/people';
import { getPublicProfile, type PublicProfile, userUpdated } from '#models/contract/profiles';
import { parseRoom } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { ApiError, api } from '@/lib/api';
import { combineStops, onMessage, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock, readClock } from '@/sync/logical-clock';

/** Loaded profiles as the viewer may see them. */
export const profiles = createEntities<PublicProfile>({ name: 'profiles', orderedBy: { rev: ['Followers', 'Following'] } });
const profilesKey = ['profiles'];
/** Prefix of all query keys about one person's profile. */
export const profileKey = (id: string) => [...profilesKey, id];

interface OwnFollow {
  on: boolean;
  version: number;
  changedAt: number;
}
/** The viewer's follows by messages and own actions, ordered by version; they win over answers to earlier requests. */
const ownFollows = new Map<string, OwnFollow>();
onUserChange(() => ownFollows.clear());

function mergeFetched(profile: PublicProfile, requestedAt: number): string {
  const follow = ownFollows.get(profile.ID);
  profiles.merge([follow && follow.changedAt > requestedAt ? { ...profile, Is_Following: follow.on } : profile]);
  return profile.ID;
}

async function fetchProfile(id: string, signal: AbortSignal): Promise<string> {
  const requestedAt = readClock();
  try {
    return mergeFetched((await api(getPublicProfile, { user_id: id }, { signal })).data, requestedAt);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) profiles.drop(id);
    throw error;
  }
}

/** Applies counts, unless the profile hides them from the viewer. */
function onProfileCounts({ user_id, Followers, Following, rev }: PayloadOf<typeof profileCounts>): void {
  if (profiles.get(user_id)?.Followers !== null) profiles.patch(user_id, { Followers, Following, rev });
}

/** Applies a follow of the viewer, also from another tab. Being followed may reveal friends-only fields: refetch all. */
function onFollow({ id, on, version }: PayloadOf<typeof ownChanged>): void {
  if (id === useSession.getState().user?.ID) return void cancelAndInvalidate(profilesKey);
  if (version < (ownFollows.get(id)?.version ?? 0)) return;
  ownFollows.set(id, { on, version, changedAt: advanceClock() });
  profiles.patch(id, { Is_Following: on });
  void cancelAndInvalidate(profileKey(id));
}

/** Applies the answer to a follow or unfollow: the state and the counts. */
export function applyFollow(id: string, { Is_Following, version, ...counts }: DataOf<typeof followUser>): void {
  onProfileCounts({ user_id: id, ...counts });
  if (version < (ownFollows.get(id)?.version ?? 0)) return;
  ownFollows.set(id, { on: Is_Following, version, changedAt: advanceClock() });
  profiles.patch(id, { Is_Following });
}

/** Refetches all profiles after a block or privacy change, since the message does not always name the person. */
function onOwnChanged(change: PayloadOf<typeof ownChanged>): void {
  if (change.kind === 'follow') onFollow(change);
  if (change.kind === 'block' || change.kind === 'privacy') void cancelAndInvalidate(profilesKey);
}

function onRoomsLost(rooms: readonly string[]): void {
  for (const room of rooms.map(parseRoom)) if (room?.kind === 'profile') void cancelAndInvalidate(profileKey(room.id));
}

/** Loads a profile as the viewer may see it, and updates it live; the page joins the room `profile:{id}`. */
export function useProfile(id: string) {
  useEffect(() => {
    return combineStops([
      onMessage(profileCounts, onProfileCounts),
      onMessage(userUpdated, ({ user_id, Name, Image, version }) => profiles.patch(user_id, { Name, Image, version })),
      onMessage(ownChanged, onOwnChanged),
      onRoomLeft(({ rooms }) => onRoomsLost(rooms)),
    ]);
  }, []);
  const query = useQuery({
    queryKey: [...profileKey(id), 'head'],
    queryFn: ({ signal }) => fetchProfile(id, signal),
  });
  return { query, profile: profiles.useOne(id) };
}
