import { useEffect } from 'react';
import { roomOf } from '#models/contract/rooms';
import { onClear } from '@/lib/entities';
import { joinRooms, roomStreamId } from '@/lib/live';

/** The place in the live stream up to which each event of a list is known to be true. */
const places = new Map<string, string | null>();
onClear(() => places.clear());

/** These events were fetched at this place. */
export function knownSince(ids: readonly string[], place: string | null): void {
  for (const id of ids) places.set(id, place);
}

/**
 * Hears an event's counts while its card is in view: the room of all events tells them only of those that are open to
 * everybody, not of a private society's. A card that comes into view later hears first what it missed.
 */
export function useEventRoom(id: string, isInView: boolean): void {
  useEffect(() => {
    if (!isInView) return;
    const room = roomOf('event', id);
    const leave = joinRooms([room], places.get(id) ?? null);
    return () => {
      places.set(id, roomStreamId(room));
      leave();
    };
  }, [id, isInView]);
}
