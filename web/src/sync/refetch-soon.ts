import { hashKey, type QueryKey } from '@tanstack/react-query';
import { cancelAndInvalidate } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';

/** Milliseconds to collect changes before one refetch. */
const delay = 400;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

onUserChange(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
});

/** Refetches active queries whose data may have changed, once for several changes in a row. */
export function refetchSoon(queryKey: QueryKey): void {
  const hash = hashKey(queryKey);
  if (timers.has(hash)) return;
  const refetch = (): void => {
    timers.delete(hash);
    void cancelAndInvalidate(queryKey);
  };
  timers.set(hash, setTimeout(refetch, delay));
}
