import { onUserChange } from '@/lib/user-change';
import { advanceClock } from '@/sync/logical-clock';
import { setUnread, useUnread } from '@/sync/unread';

let receivedAt = 0;
onUserChange(() => {
  receivedAt = advanceClock();
});

/** Applies the unread count of a live message, which the gateway counted when it sent the message. */
export function applyReceivedUnread(count: number): void {
  receivedAt = advanceClock();
  setUnread(count);
}

/** Applies the unread count of an answer, unless a live message was received after the request. */
export function applyFetchedUnread(count: number, requestedAt: number): void {
  if (receivedAt <= requestedAt) setUnread(count);
}

/** Lowers the count optimistically; returns the rollback. */
export function lowerUnread(by: number, requestedAt: number): () => void {
  const { count, isLoaded } = useUnread.getState();
  if (isLoaded) setUnread(Math.max(0, count - by));
  return () => applyFetchedUnread(count, requestedAt);
}
