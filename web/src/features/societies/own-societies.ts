import { useEffect } from 'react';
import type { Society } from '#models/contract/societies';
import { useUser } from '@/lib/session';
import { ownSocieties, societies } from '@/sync/societies';

/** Highest count, as on the server. */
const maxNew = 100;

/** Loads the viewer's societies; one that the viewer has left disappears before the refetch. */
export function useOwnSocietiesQuery() {
  const isSignedIn = useUser() !== null;
  const { query, items } = ownSocieties.useItems({}, isSignedIn);
  return { query, own: isSignedIn ? items.filter(({ Role }) => Role !== null) : [] };
}

/** The viewer's societies as far as they are loaded. */
export const useOwnSocieties = (): readonly Society[] => useOwnSocietiesQuery().own;

/** Counts another person's post as new. */
export function countNewPost(societyId: string): void {
  const count = societies.confirmed(societyId)?.New_Count;
  if (typeof count === 'number') societies.patch(societyId, { New_Count: Math.min(maxNew, count + 1) });
}

/** Marks the society's posts as seen while they are shown, up to the unmount. */
export function useMarkSeen(societyId: string): void {
  useEffect(() => {
    const endOverlay = societies.applyOptimistic(societyId, (society) => (society.New_Count ? { ...society, New_Count: 0 } : society));
    return () => {
      societies.patch(societyId, { New_Count: 0 });
      endOverlay();
    };
  }, [societyId]);
}
