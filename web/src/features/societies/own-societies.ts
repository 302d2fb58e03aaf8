import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/query';
import { useUser } from '@/lib/session';
import { onUserChange } from '@/lib/user-change';
import { keys } from './societies.queries';

/** Highest count, as on the server. */
const maxNew = 100;
const countedPosts = new Set<string>();
onUserChange(() => countedPosts.clear());

/** Society whose posts are on the screen; its posts are not counted as new. */
const useOpenSociety = create<{ id: string }>(() => ({ id: '' }));

const updateNewCount = (societyId: string, next: (count: number) => number): void => {
  queryClient.setQueryData<Society[]>(keys.own, (own) =>
    own?.map((society) => (society.ID === societyId ? { ...society, New_Count: next(society.New_Count ?? 0) } : society)),
  );
};

/** Loads the viewer's societies; shares its query key with the composer. */
export function useOwnSocietiesQuery() {
  const isSignedIn = useUser() !== null;
  const openId = useOpenSociety(({ id }) => id);
  const query = useQuery({
    queryKey: keys.own,
    queryFn: async ({ signal }) => (await api(getSocietiesByUser, {}, { signal })).data,
    enabled: isSignedIn,
  });
  const loaded = isSignedIn ? (query.data ?? []) : [];
  return { query, own: loaded.map((society) => (society.ID === openId ? { ...society, New_Count: 0 } : society)) };
}

/** The viewer's societies as far as they are loaded. */
export const useOwnSocieties = (): Society[] => useOwnSocietiesQuery().own;

/** Counts another person's post as new, once per post. */
export function countNewPost(postId: string, societyId: string): void {
  if (countedPosts.has(postId)) return;
  countedPosts.add(postId);
  updateNewCount(societyId, (count) => Math.min(maxNew, count + 1));
}

/** Marks the society's posts as seen while they are shown, up to the unmount. */
export function useMarkSeen(societyId: string): void {
  useEffect(() => {
    useOpenSociety.setState({ id: societyId });
    return () => {
      useOpenSociety.setState({ id: '' });
      updateNewCount(societyId, () => 0);
    };
  }, [societyId]);
}
