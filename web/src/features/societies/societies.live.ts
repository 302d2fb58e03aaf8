import type { PayloadOf } from '#models/contract/define';
import { societyCounts, societyCreated, societyRemoved } from '#models/contract/societies';
import { on, registerEffects } from '@/sync/effects';
import { societies } from '@/sync/societies';
import { discovered, refetchStatistics, refetchStatisticsSoon } from './societies.queries';
import { notifyRemoved } from './society-toasts';

/** Drops the society, without marking it removed for good, since a platform admin may restore it. */
function onRemoved({ society_id }: PayloadOf<typeof societyRemoved>): void {
  const society = societies.get(society_id);
  if (society) void notifyRemoved(society);
  societies.drop(society_id);
}

registerEffects('societies', [
  on(societyCreated, () => {
    void discovered.refetch();
    void refetchStatistics();
  }),
  on(societyCounts, ({ society_id, ...counts }) => {
    refetchStatisticsSoon(society_id, counts.Member_Count);
    societies.patch(society_id, counts);
  }),
  on(societyRemoved, onRemoved),
]);

/** This table as a hook, for suites that mount a screen without the shell. */
export const useSocietiesLive = (): void => {};
