import { useQuery } from '@tanstack/react-query';
import type { DataOf, InputOf } from '#models/contract/define';
import { profileCounts } from '#models/contract/people';
import { getUserProfileInfo, type UserProfile, updatePreferences } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { useSession, useUser } from '@/lib/session';
import { on, registerEffects } from './effects';
import { createEntities } from './entities';
import { onOwnChange } from './own-changes';
import { onPersonChange } from './people';

const key = ['profile', 'own'];

/** The user's own profile, shared by everything that shows a part of it. */
const profiles = createEntities<UserProfile>({
  name: 'own-profile',
  orderedBy: { rev: ['Society_Count', 'Event_Count', 'Post_Count', 'Likes_Count', 'Followers', 'Following'] },
});

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
  return profile.ID;
}

const ownQuery = {
  queryKey: key,
  queryFn: async ({ signal }: { signal: AbortSignal }) => upsertOwnProfile((await api(getUserProfileInfo, {}, { signal })).data),
};
const ownId = (): string => queryClient.getQueryData<string>(key) ?? '';

/** Loads the user's own profile, in one request with concurrent callers; undefined if it was cleared meanwhile. */
export const loadOwnProfile = async (): Promise<UserProfile | undefined> => profiles.get(await queryClient.fetchQuery(ownQuery));

/** Patches a part of the profile. Refetches the rest if other versions came in between. */
function patch(id: string, fields: Partial<UserProfile>, version: number): void {
  const before = profiles.get(id)?.version ?? version;
  profiles.patch(id, { ...fields, version });
  if (version > before + 1) void cancelAndInvalidate(key);
}

/** Saves some of the user's preferences and updates everything that shows them. Throws if the server refuses. */
export async function savePreferences(change: InputOf<typeof updatePreferences>): Promise<DataOf<typeof updatePreferences>> {
  const { data } = await api(updatePreferences, change);
  patch(ownId(), { preferences: data.preferences }, data.version);
  return data;
}

/** A part of the own profile, with live updates. `isAsked`: whether to load it. */
export function useOwn<R>(select: (profile: UserProfile | undefined) => R, isAsked = true): R {
  const me = useUser()?.ID ?? '';
  const { data } = useQuery({ ...ownQuery, enabled: isAsked });
  return profiles.useSelected(data ?? me, select);
}

/** The user's own profile with live updates; the page must join `profile:{id}`. */
export function useOwnProfile() {
  const me = useUser()?.ID ?? '';
  const query = useQuery(ownQuery);
  return { query, profile: profiles.useOne(query.data ?? me) };
}

/** Refetches after another tab changed preferences: the message does not say which. */
function refetchNewer({ version }: { version: number }): void {
  if (version > (profiles.get(ownId())?.version ?? 0)) void cancelAndInvalidate(key);
}

registerEffects('own-profile', [on(profileCounts, ({ user_id, ...counts }) => profiles.patch(user_id, counts))]);
onPersonChange(({ ID, version, ...shown }) => patch(ID, shown, version));
onOwnChange('mute', refetchNewer);
onOwnChange('privacy', refetchNewer);
