import { cancelAndInvalidate } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { keys } from './societies.queries';

/** Delay that collects changes before a refetch, with jitter so that browsers do not refetch at the same moment. */
const minDelay = 2000;
const jitter = 4000;
const memberCounts = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
onUserChange(() => {
  memberCounts.clear();
  clearTimeout(timer);
  timer = undefined;
});

/** Refetches the statistics after a delay if the society's member count changed. */
export function refetchStatisticsSoon(societyId: string, memberCount: number): void {
  if (memberCounts.get(societyId) === memberCount) return;
  memberCounts.set(societyId, memberCount);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      void cancelAndInvalidate(keys.statistics);
    },
    minDelay + Math.random() * jitter,
  );
}
