import type { Society } from '#models/contract/societies';
import {
  type FollowedSociety,
  followSociety,
  getFollowedSocieties,
  type MailCadence,
  setMailCadence,
  unfollowSociety,
  usualCadence,
} from '#models/contract/society-follows';
import { api } from '@/lib/api';
import { createEntities } from './entities';
import { defineList } from './lists';
import { lastPressWins, runAction } from './mutations';
import { onOwnChange } from './own-changes';
import { societyRef } from './societies';

/** Societies that the viewer follows or has followed since the page was loaded. */
const followed = createEntities<FollowedSociety>({
  name: 'followed-societies',
  orderedBy: { Follow_Version: ['Is_Following'] },
  refs: [societyRef('ID', { Name: 'Name', Category: 'Category' })],
});

/** The societies that the viewer follows, whole. */
const followedList = defineList({
  key: ['societies', 'followed'],
  call: getFollowedSocieties,
  input: () => ({}),
  entities: followed,
  matches: ({ Is_Following }) => Is_Following,
  access: true,
});

/** The followed societies with live updates, and the mail cadence for all. `isAsked`: whether to load them. */
export function useFollowed(isAsked = true) {
  const { query, items, counts } = followedList.useItems({}, isAsked);
  return { query, societies: items, cadence: counts?.cadence ?? usualCadence };
}

/** Whether the viewer follows this society, with live updates; null until loaded. */
export function useIsFollowing(id: string, isAsked = true): boolean | null {
  const { query, societies } = useFollowed(isAsked);
  return query.data ? societies.some(({ ID }) => ID === id) : null;
}

/** Whether the viewer follows this society, as far as it is loaded. */
export const isFollowed = (id: string): boolean => followed.get(id)?.Is_Following === true;

const changed = new Set<() => void>();
/** Calls `apply` when the viewer has followed or unfollowed a society, here or in another tab. */
export const onFollowChange = (apply: () => void): void => void changed.add(apply);
const tellChanged = (): void => {
  for (const apply of changed) apply();
};

onOwnChange('followSociety', ({ id, on, version }) => {
  followed.patchOwn(id, { Is_Following: on, Follow_Version: version });
  void followedList.refetch();
  tellChanged();
});

type Followable = Pick<Society, 'ID' | 'Name' | 'Category' | 'Image'>;

/** Shows the choice at once, in the list too. */
function showFollowing({ ID, Name, Category, Image }: Followable, isOn: boolean): () => void {
  const before = { Is_Following: false, Follow_Version: 0, Cadence: null, ...followed.confirmed(ID), ID, Name, Category, Image };
  followed.merge([before]);
  const rollback = followed.applyOptimistic(ID, (society) => ({ ...society, Is_Following: isOn }));
  followedList.insert(before);
  return rollback;
}

const sendFollowing = lastPressWins(async (society_id: string, isOn: boolean) => {
  const { data } = await api(isOn ? followSociety : unfollowSociety, { society_id });
  followed.patchOwn(society_id, { Is_Following: data.Is_Following, Follow_Version: data.version });
  tellChanged();
});

/** Follows or unfollows a society optimistically; rolls back if the server refuses. Resolves to whether it was saved. */
export const setFollowing = (society: Followable, isOn: boolean): Promise<boolean> =>
  runAction(() => sendFollowing(society.ID, isOn, () => [showFollowing(society, isOn)]));

/** Saves how often mail brings news: of one followed society, or of all (null). Throws if the server refuses. */
export async function saveCadence(society_id: string | null, cadence: MailCadence | null): Promise<void> {
  await api(setMailCadence, { ...(society_id !== null && { society_id }), cadence });
  if (society_id !== null) followed.patch(society_id, { Cadence: cadence });
  else followedList.updateCounts((counts) => ({ ...counts, cadence: cadence ?? usualCadence }));
}
