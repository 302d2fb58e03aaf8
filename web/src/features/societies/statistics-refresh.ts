import { onClear } from '@/lib/entities';
import { cancelAndInvalidate } from '@/lib/query';
import { keys } from './societies.queries';

/** The panel may lag a little: it is fetched again for many changes at once, and not by everybody at the same moment. */
const soonest = 2000;
const spread = 4000;
const members = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
onClear(() => {
  members.clear();
  clearTimeout(timer);
  timer = undefined;
});

/** A society's members may have become more or fewer: then the totals have too. */
export function statisticsMayDiffer(societyId: string, memberCount: number): void {
  if (members.get(societyId) === memberCount) return;
  members.set(societyId, memberCount);
  timer ??= setTimeout(
    () => {
      timer = undefined;
      void cancelAndInvalidate(keys.statistics);
    },
    soonest + Math.random() * spread,
  );
}
