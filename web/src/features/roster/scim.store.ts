import type { DataOf } from '#models/contract/define';
import { getScim } from '#models/contract/roster';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';

type ScimState = DataOf<typeof getScim> & { ID: string };

/** Whether the university's identity system changes the roster. */
export const scimState = defineThings({
  key: (id) => ['scim', id],
  call: getScim,
  input: () => ({}),
  entities: createEntities<ScimState>({}),
  toEntity: (data, ID) => ({ ...data, ID }),
  persist: false,
});

/** Id of the one answer. */
export const thisScim = 'here';
