import type { InputOf } from '#models/contract/define';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { on, registerEffects } from '@/sync/effects';
import { defineList } from '@/sync/lists';
import { listedEvents } from './events.store';

/** Events at a planned time: the society's own first, then public ones. */
export const overlappingList = defineList({
  ...listedEvents,
  access: true,
  key: ['events', 'overlapping'],
  call: getOverlappingEvents,
  input: (plan: InputOf<typeof getOverlappingEvents>) => plan,
  persist: false,
});

const refetch = (): void => void overlappingList.refetch();
registerEffects('overlapping events', [on(eventCreated, refetch), on(eventUpdated, refetch), on(eventRemoved, refetch)]);
