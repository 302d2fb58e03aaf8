import { hashKey, type QueryKey } from '@tanstack/react-query';
import { cancelAndInvalidate } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';

const timers = new Map<string, ReturnType<typeof setTimeout>>();

onUserChange(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
});

/**
 * Refetches active queries whose data may have changed, once for several changes in a row.
 * @param delay milliseconds in which changes are collected
 */
export function refetchSoon(queryKey: QueryKey, delay = 400): void {
  const hash = hashKey(queryKey);
  if (timers.has(hash)) return;
  const refetch = (): void => {
    timers.delete(hash);
    void cancelAndInvalidate(queryKey);
  };
  timers.set(hash, setTimeout(refetch, delay));
}
