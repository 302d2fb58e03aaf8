import { useEffect } from 'react';
import type { Society } from '#models/contract/societies';
import { onClear } from '@/lib/entities';
import { queryClient } from '@/lib/query';
import { keys } from './societies.queries';

/** The server counts no further. */
const mostNew = 100;
const counted = new Set<string>();
/** The society whose posts are on the screen: what is new there is seen. */
let openId = '';
onClear(() => counted.clear());

const setNew = (societyId: string, next: (count: number) => number): void => {
  queryClient.setQueryData<Society[]>(keys.own, (own) =>
    own?.map((society) => (society.ID === societyId ? { ...society, New_Count: next(society.New_Count ?? 0) } : society)),
  );
};

/** Somebody else wrote in one of the own societies; each post counts once. */
export function countNewPost(postId: string, societyId: string): void {
  if (counted.has(postId) || societyId === openId) return;
  counted.add(postId);
  setNew(societyId, (count) => Math.min(mostNew, count + 1));
}

/** The society's posts are being read: nothing of them is new any more. */
export function useSeen(societyId: string): void {
  useEffect(() => {
    openId = societyId;
    setNew(societyId, () => 0);
    return () => {
      openId = '';
    };
  }, [societyId]);
}
