import type { DataOf, PayloadOf } from '#models/contract/define';
import { getFollowers, getFollowing } from '#models/contract/follow-lists';
import { type followUser, type PersonCard, profileCounts } from '#models/contract/people';
import { getPublicProfile, type PublicProfile } from '#models/contract/profiles';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { onOwnChange } from '@/sync/own-changes';
import { onPersonChange, personRef } from '@/sync/people';
import { defineThings } from '@/sync/things';

const profilesKey = ['profiles'];
/** Prefix of all query keys about one person's profile. */
export const profileKey = (id: string) => [...profilesKey, id];

/** Loaded profiles as the viewer may see them. */
export const profiles = createEntities<PublicProfile>({
  name: 'profiles',
  orderedBy: { rev: ['Followers', 'Following'], Follow_Version: ['Is_Following'] },
  refs: [personRef('ID', { Name: 'Name', Image: 'Image' })],
});

const profileThings = defineThings({
  key: (id) => [...profileKey(id), 'head'],
  call: getPublicProfile,
  input: (user_id) => ({ user_id }),
  entities: profiles,
  goneOn: [400, 404],
  access: true,
});

/** A profile as the viewer may see it; the page joins the room `profile:{id}`. */
export function useProfile(id: string) {
  const view = profileThings.useThing(id);
  return { ...view, profile: view.thing };
}

/** People in lists of followers. */
const people = createEntities<PersonCard>({
  orderedBy: { Follow_Version: ['Is_Following'] },
  refs: [personRef('ID', { Name: 'Name', Image: 'Image' })],
});

const peopleList = (call: typeof getFollowers | typeof getFollowing) =>
  defineList({
    key: ['people', call.name],
    call,
    input: ({ user_id }: { user_id: string }) => ({ user_id }),
    entities: people,
    access: true,
    persist: false,
  });

/** A person's followers, and the people they follow, newest first. */
export const peopleLists = { followers: peopleList(getFollowers), following: peopleList(getFollowing) };

/** Applies counts, unless the profile hides them from the viewer. */
function applyCounts(
  id: string,
  { Followers, Following, rev }: Pick<PayloadOf<typeof profileCounts>, 'Followers' | 'Following' | 'rev'>,
): void {
  if (profiles.get(id)?.Followers !== null) profiles.patch(id, { Followers, Following, rev });
}

function applyOwnFollow(id: string, Is_Following: boolean, Follow_Version: number): void {
  for (const store of [profiles, people]) store.patchOwn(id, { Is_Following, Follow_Version });
}

/** Applies the answer to a follow or unfollow: the state and the counts. */
export function applyFollow(id: string, { Is_Following, version, ...counts }: DataOf<typeof followUser>): void {
  applyCounts(id, counts);
  applyOwnFollow(id, Is_Following, version);
}

// Being followed, or followed back, may reveal fields that only friends see: refetch.
onOwnChange('follow', ({ id, on: isFollowing, version }) => {
  if (id === useSession.getState().user?.ID) return void cancelAndInvalidate(profilesKey);
  applyOwnFollow(id, isFollowing, version);
  void cancelAndInvalidate(profileKey(id));
  void peopleLists.followers.refetch({ user_id: id });
});

registerEffects('profiles', [on(profileCounts, ({ user_id, ...counts }) => applyCounts(user_id, counts))]);
// The message has the name and the picture; more of the profile may have changed.
onPersonChange(({ ID }) => void profileThings.refetch(ID));
