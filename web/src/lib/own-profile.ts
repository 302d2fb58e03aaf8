import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InputOf } from '#models/contract/define';
import { profileCounts } from '#models/contract/people';
import { getUserProfileInfo, type Preferences, type UserProfile, updatePreferences, userUpdated } from '#models/contract/profiles';
import { ownChanged } from '#models/contract/users';
import { api } from './api';
import { createEntities } from './entities';
import { combineStops, onMessage } from './live';
import { cancelAndInvalidate, queryClient } from './query';
import { useSession, useUser } from './session';

const key = ['profile', 'own'];

/** The own profile, once, whoever shows a part of it. */
const profiles = createEntities<UserProfile>({
  name: 'own-profile',
  byRev: ['Society_Count', 'Event_Count', 'Post_Count', 'Likes_Count', 'Followers', 'Following'],
});

type Listener = (preferences: Preferences, version: number) => void;
const listeners = new Set<Listener>();

/** Called with the preferences as each answer gives them, also an older one: `version` says which is newer. */
export const onPreferences = (listener: Listener): void => void listeners.add(listener);

/** Who is signed in is shown as the profile says. */
function showInSession(id: string): void {
  const profile = profiles.get(id);
  const { user } = useSession.getState();
  if (!profile || user?.ID !== id) return;
  const { Name, Email, Image, Verified } = profile;
  const isNew = Name !== user.Name || Email !== user.Email || Image !== user.Image || Verified !== user.Verified;
  if (isNew) useSession.setState({ user: { ...user, Name, Email, Image, Verified } });
}

/** Takes the profile as an answer gave it; answers whose it is. */
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
  meta: { failure: false as const },
};

/** Asks for the own profile, together with whoever else asks just now; nothing where it is gone again by then. */
export const loadOwnProfile = async (): Promise<UserProfile | undefined> => profiles.get(await queryClient.fetchQuery(ownQuery));

/** An answer about a part is as new as its version; where others came between, the rest is asked for. */
function patch(id: string, fields: Partial<UserProfile>, version: number): void {
  const before = profiles.get(id)?.version ?? version;
  profiles.patch(id, { ...fields, version });
  if (version > before + 1) void cancelAndInvalidate(key);
}

/** Changes some of the own preferences; whoever shows them follows. Throws where the server does not take it. */
export async function savePreferences(change: InputOf<typeof updatePreferences>): Promise<void> {
  const { data } = await api(updatePreferences, change);
  const id = queryClient.getQueryData<string>(key);
  if (id) patch(id, { preferences: data.preferences }, data.version);
  for (const listener of listeners) listener(data.preferences, data.version);
}

/** The query of the own profile alone, for what needs only that it was asked for. */
export const useOwnProfileQuery = (isAsked = true) => useQuery({ ...ownQuery, enabled: isAsked });

/** The own profile, kept true while it is on the screen; its page is in `profile:{id}`. */
export function useOwnProfile() {
  const me = useUser()?.ID ?? '';
  useEffect(() => {
    return combineStops([
      onMessage(profileCounts, ({ user_id, ...counts }) => profiles.patch(user_id, counts)),
      onMessage(userUpdated, ({ user_id, version, ...shown }) => user_id === me && patch(user_id, shown, version)),
      // That another screen chose something is said, but not what.
      onMessage(ownChanged, ({ kind, version }) => {
        const isMine = kind === 'mute' || kind === 'privacy';
        if (isMine && version > (profiles.get(me)?.version ?? 0)) void cancelAndInvalidate(key);
      }),
    ]);
  }, [me]);
  const query = useOwnProfileQuery();
  return { query, profile: profiles.useOne(query.data ?? me) };
}
