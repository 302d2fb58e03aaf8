import { useEffect } from 'react';
import { roomOf } from '#models/contract/rooms';
import { joinRooms, roomStreamId } from '@/lib/live';
import { onUserChange } from '@/lib/user-change';

/**
 * Rooms of things on cards, each joined while its card is in view. A card that comes into view later first gets a replay of
 * what it missed since its thing was fetched or went out of view.
 */
export function defineCardRooms(kind: 'post' | 'event') {
  /** Stream id up to which each thing is current. */
  const currentUpTo = new Map<string, string | null>();
  onUserChange(() => currentUpTo.clear());
  return {
    /** Notes the stream id at which things were fetched or received. */
    setCurrentUpTo: (ids: readonly string[], streamId: string | null): void => {
      for (const id of ids) currentUpTo.set(id, streamId);
    },
    /** Joins the room of one thing while its card is in view. */
    useCardRoom: (id: string, isInView: boolean): void =>
      useEffect(() => {
        if (!isInView) return;
        const room = roomOf(kind, id);
        const leave = joinRooms([room], currentUpTo.get(id) ?? null);
        return () => {
          currentUpTo.set(id, roomStreamId(room));
          leave();
        };
      }, [id, isInView]),
  };
}
