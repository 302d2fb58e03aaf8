import type { DataOf } from '#models/contract/define';
import { getSecondFactors } from '#models/contract/second-factors';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';

/** One's own second factors, as the server has them. */
export type OwnFactors = DataOf<typeof getSecondFactors> & { ID: string };

export const ownFactors = defineThings({
  key: (id) => ['second-factors', id],
  call: getSecondFactors,
  input: () => ({}),
  entities: createEntities<OwnFactors>({}),
  toEntity: (data, ID) => ({ ...data, ID }),
  persist: false,
});

/** Id of the one answer. */
export const theseFactors = 'own';
