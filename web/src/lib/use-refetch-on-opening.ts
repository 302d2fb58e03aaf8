import { useEffect } from 'react';
import { roomOf } from '#models/contract/rooms';
import { societyVisibility } from '#models/contract/society-settings';
import { onMessage, useRooms } from './live';
import { cancelAndInvalidate } from './query';

/**
 * Refetches a page that is not there for its viewer when some society opens up or is restored: that may have brought it back.
 * Visibility is published in the room of the list of societies, which everybody may join.
 * @param queryKey of the page's query
 */
export function useRefetchOnOpening(queryKey: readonly unknown[]): void {
  useRooms([roomOf('societies')]);
  const key = JSON.stringify(queryKey);
  useEffect(() => onMessage(societyVisibility, () => void cancelAndInvalidate(JSON.parse(key) as unknown[])), [key]);
}
