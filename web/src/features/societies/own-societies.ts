import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { getSocietiesByUser, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { queryClient } from '@/lib/query';
import { useUser } from '@/lib/session';
import { keys } from './societies.queries';

/** The server counts no further. */
const mostNew = 100;
const counted = new Set<string>();
onClear(() => counted.clear());

/** The society whose posts are on the screen: nothing of them is new. */
const useOpen = create<{ id: string }>(() => ({ id: '' }));

const setNew = (societyId: string, next: (count: number) => number): void => {
  queryClient.setQueryData<Society[]>(keys.own, (own) =>
    own?.map((society) => (society.ID === societyId ? { ...society, New_Count: next(society.New_Count ?? 0) } : society)),
  );
};

/** The own societies and their query; the composer asks by the same key. */
export function useOwnList() {
  const isSignedIn = useUser() !== null;
  const openId = useOpen(({ id }) => id);
  const query = useQuery({
    queryKey: keys.own,
    queryFn: async ({ signal }) => (await api(getSocietiesByUser, {}, { signal })).data,
    enabled: isSignedIn,
    meta: { failure: false },
  });
  const found = isSignedIn ? (query.data ?? []) : [];
  return { query, own: found.map((society) => (society.ID === openId ? { ...society, New_Count: 0 } : society)) };
}

/** The own societies, as far as they are known. */
export const useOwnSocieties = (): Society[] => useOwnList().own;

/** Somebody else wrote in one of the own societies; each post counts once. */
export function countNewPost(postId: string, societyId: string): void {
  if (counted.has(postId)) return;
  counted.add(postId);
  setNew(societyId, (count) => Math.min(mostNew, count + 1));
}

/** The society's posts are being read: what came up to the end of that is seen. */
export function useSeen(societyId: string): void {
  useEffect(() => {
    useOpen.setState({ id: societyId });
    return () => {
      useOpen.setState({ id: '' });
      setNew(societyId, () => 0);
    };
  }, [societyId]);
}
