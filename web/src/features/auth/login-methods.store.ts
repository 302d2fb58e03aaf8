import type { DataOf } from '#models/contract/define';
import { getLoginMethods } from '#models/contract/sso';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';

type LoginMethods = DataOf<typeof getLoginMethods> & { ID: string };

/** How one can log in here. */
export const loginMethods = defineThings({
  key: (id) => ['login-methods', id],
  call: getLoginMethods,
  input: () => ({}),
  entities: createEntities<LoginMethods>({}),
  toEntity: (data, ID) => ({ ...data, ID }),
  persist: false,
});

/** Id of the one answer. */
export const theseMethods = 'here';
