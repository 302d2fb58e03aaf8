import { useEffect } from 'react';
import { roomOf } from '#models/contract/rooms';
import { joinRooms, roomStreamId } from '@/lib/live';
import { onUserChange } from '@/lib/user-change';

/** Stream id up to which each event of a list is current. */
const currentUpTo = new Map<string, string | null>();
onUserChange(() => currentUpTo.clear());

/** Records the stream id at which events were fetched. */
export function setCurrentUpTo(ids: readonly string[], streamId: string | null): void {
  for (const id of ids) currentUpTo.set(id, streamId);
}

/**
 * Joins an event's room while its card is in view: the room of all events has counts only of public events, not of private
 * societies'. A card that comes into view later first gets a replay since its event was loaded.
 */
export function useEventRoom(id: string, isInView: boolean): void {
  useEffect(() => {
    if (!isInView) return;
    const room = roomOf('event', id);
    const leave = joinRooms([room], currentUpTo.get(id) ?? null);
    return () => {
      currentUpTo.set(id, roomStreamId(room));
      leave();
    };
  }, [id, isInView]);
}
