import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataOf, PayloadOf } from '#models/contract/define';
import { type followUser, profileCounts } from '#models/contract/people';
import { getPublicProfile, type PublicProfile, userUpdated } from '#models/contract/profiles';
import { parseRoom } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { ApiError, api } from '@/lib/api';
import { createEntities, onClear } from '@/lib/entities';
import { combineStops, onMessage, onRoomLeft } from '@/lib/live';
import { advanceClock, readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';

/** Every profile on the screen, once, as the reader may see it. */
export const profiles = createEntities<PublicProfile>({ name: 'profiles', byRev: ['Followers', 'Following'] });
const key = ['profiles'];
/** Everything that is asked of one person's profile. */
export const keyOf = (id: string) => [...key, id];

interface OwnFollow {
  on: boolean;
  version: number;
  heard: number;
}
/** Whom the reader follows, as far as it was heard of apart from fetching: the version of the follow decides. */
const ownFollows = new Map<string, OwnFollow>();
onClear(() => ownFollows.clear());

function takeFetched(profile: PublicProfile, asked: number): string {
  const follow = ownFollows.get(profile.ID);
  profiles.merge([follow && follow.heard > asked ? { ...profile, Is_Following: follow.on } : profile]);
  return profile.ID;
}

async function fetchProfile(id: string, signal: AbortSignal): Promise<string> {
  const asked = readClock();
  try {
    return takeFetched((await api(getPublicProfile, { user_id: id }, { signal })).data, asked);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) profiles.drop(id);
    throw error;
  }
}

/** A profile that hides its counts goes on hiding them. */
function onCounts({ user_id, Followers, Following, rev }: PayloadOf<typeof profileCounts>): void {
  if (profiles.get(user_id)?.Followers !== null) profiles.patch(user_id, { Followers, Following, rev });
}

/** Also another tab's follow; that somebody follows the reader may open what only friends see. */
function onFollow({ id, on, version }: PayloadOf<typeof ownChanged>): void {
  if (id === useSession.getState().user?.ID) return void cancelAndInvalidate(key);
  if (version < (ownFollows.get(id)?.version ?? 0)) return;
  ownFollows.set(id, { on, version, heard: advanceClock() });
  profiles.patch(id, { Is_Following: on });
  void cancelAndInvalidate(keyOf(id));
}

/** What following or leaving somebody answered: their counts, and that it is so now. */
export function takeFollow(id: string, { Is_Following, version, ...counts }: DataOf<typeof followUser>): void {
  onCounts({ user_id: id, ...counts });
  if (version < (ownFollows.get(id)?.version ?? 0)) return;
  ownFollows.set(id, { on: Is_Following, version, heard: advanceClock() });
  profiles.patch(id, { Is_Following });
}

/** What one may see of others changes with a block and with what they show; who it was is not always said. */
function onOwn(change: PayloadOf<typeof ownChanged>): void {
  if (change.kind === 'follow') onFollow(change);
  if (change.kind === 'block' || change.kind === 'privacy') void cancelAndInvalidate(key);
}

function onLeft(rooms: readonly string[]): void {
  for (const room of rooms.map(parseRoom)) if (room?.kind === 'profile') void cancelAndInvalidate(keyOf(room.id));
}

/** Somebody's profile as the reader may see it, kept true while it is on the screen; its page is in `profile:{id}`. */
export function useProfile(id: string) {
  useEffect(() => {
    return combineStops([
      onMessage(profileCounts, onCounts),
      onMessage(userUpdated, ({ user_id, Name, Image, version }) => profiles.patch(user_id, { Name, Image, version })),
      onMessage(ownChanged, onOwn),
      onRoomLeft(({ rooms }) => onLeft(rooms)),
    ]);
  }, []);
  const query = useQuery({ queryKey: [...keyOf(id), 'head'], queryFn: ({ signal }) => fetchProfile(id, signal), meta: { failure: false } });
  return { query, profile: profiles.useOne(id) };
}
