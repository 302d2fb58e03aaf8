import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InputOf } from '#models/contract/define';
import { profileCounts } from '#models/contract/people';
import { getUserProfileInfo, type Preferences, type UserProfile, updatePreferences, userUpdated } from '#models/contract/profiles';
import { ownChanged } from '#models/contract/users';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { useSession, useUser } from '@/lib/session';
import { createEntities } from './entities';

const key = ['profile', 'own'];

/** The user's own profile, shared by everything that shows a part of it. */
const profiles = createEntities<UserProfile>({
  name: 'own-profile',
  orderedBy: { rev: ['Society_Count', 'Event_Count', 'Post_Count', 'Likes_Count', 'Followers', 'Following'] },
});

type Listener = (preferences: Preferences, version: number) => void;
const listeners = new Set<Listener>();

/** Called with the preferences of every answer, also stale ones: `version` orders them. */
export const onPreferences = (listener: Listener): void => void listeners.add(listener);

/** Copies name, address and picture from the profile to the session. */
function showInSession(id: string): void {
  const profile = profiles.get(id);
  const { user } = useSession.getState();
  if (!profile || user?.ID !== id) return;
  const { Name, Email, Image, Verified } = profile;
  const isNew = Name !== user.Name || Email !== user.Email || Image !== user.Image || Verified !== user.Verified;
  if (isNew) useSession.setState({ user: { ...user, Name, Email, Image, Verified } });
}

/** Stores the profile of an answer; returns its user's id. */
export function upsertOwnProfile(profile: UserProfile): string {
  profiles.merge([profile]);
  showInSession(profile.ID);
  for (const listener of listeners) listener(profile.preferences, profile.version);
  return profile.ID;
}

async function fetchOwnProfile(signal: AbortSignal): Promise<string> {
  return upsertOwnProfile((await api(getUserProfileInfo, {}, { signal })).data);
}

const ownQuery = {
  queryKey: key,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchOwnProfile(signal),
};

/** Loads the user's own profile, in one request with concurrent callers; undefined if it was cleared meanwhile. */
export const loadOwnProfile = async (): Promise<UserProfile | undefined> => profiles.get(await queryClient.fetchQuery(ownQuery));

/** Patches a part of the profile. Refetches the rest if other versions came in between. */
function patch(id: string, fields: Partial<UserProfile>, version: number): void {
  const before = profiles.get(id)?.version ?? version;
  profiles.patch(id, { ...fields, version });
  if (version > before + 1) void cancelAndInvalidate(key);
}

/** Saves some of the user's preferences and updates everything that shows them. Throws if the server refuses. */
export async function savePreferences(change: InputOf<typeof updatePreferences>): Promise<void> {
  const { data } = await api(updatePreferences, change);
  const id = queryClient.getQueryData<string>(key);
  if (id) patch(id, { preferences: data.preferences }, data.version);
  for (const listener of listeners) listener(data.preferences, data.version);
}

/** The query of the user's own profile, for components that only need it loaded. */
export const useOwnProfileQuery = (isAsked = true) => useQuery({ ...ownQuery, enabled: isAsked });

/** The user's own profile with live updates; the page must join `profile:{id}`. */
export function useOwnProfile() {
  const me = useUser()?.ID ?? '';
  useEffect(() => {
    return combineStops([
      onMessage(profileCounts, ({ user_id, ...counts }) => profiles.patch(user_id, counts)),
      onMessage(userUpdated, ({ user_id, version, ...shown }) => user_id === me && patch(user_id, shown, version)),
      // The message says that another tab changed preferences, but not which: refetch.
      onMessage(ownChanged, ({ kind, version }) => {
        const isMine = kind === 'mute' || kind === 'privacy';
        if (isMine && version > (profiles.get(me)?.version ?? 0)) void cancelAndInvalidate(key);
      }),
    ]);
  }, [me]);
  const query = useOwnProfileQuery();
  return { query, profile: profiles.useOne(query.data ?? me) };
}
