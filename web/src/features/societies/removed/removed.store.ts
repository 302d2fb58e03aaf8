import { societyCreated, societyRemoved } from '#models/contract/societies';
import { getRemoved, type RemovedSociety } from '#models/contract/society-removal';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

/** Restorable societies, last deleted first. */
export const removedList = defineList({
  key: ['societies', 'removed'],
  call: getRemoved,
  input: () => ({}),
  entities: createEntities<RemovedSociety>({}),
  persist: false,
});

const refetchRemoved = (): Promise<void> => removedList.refetch();
registerEffects('removed-societies', [on(societyRemoved, refetchRemoved), on(societyCreated, refetchRemoved)]);
