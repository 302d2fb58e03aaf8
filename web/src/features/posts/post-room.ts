import { useEffect } from 'react';
import { roomOf } from '#models/contract/rooms';
import { onClear } from '@/lib/entities';
import { currentPlace, joinRooms } from '@/lib/live';

/** The place in the live stream up to which each post is known to be true. */
const places = new Map<string, string | null>();
onClear(() => places.clear());

/** These posts were fetched, or heard of, at this place. */
export function knownSince(ids: readonly string[], place: string | null): void {
  for (const id of ids) places.set(id, place);
}

/**
 * Hears a post's likes and comments while its card is in view. A card that comes into view later hears first what it
 * missed since it was fetched, or since it went out of view.
 */
export function usePostRoom(id: string, isInView: boolean): void {
  useEffect(() => {
    if (!isInView) return;
    const leave = joinRooms([roomOf('post', id)], places.get(id) ?? null);
    return () => {
      places.set(id, currentPlace());
      leave();
    };
  }, [id, isInView]);
}
