import type { DataOf } from '#models/contract/define';
import { getRoleHistory, getRoleTerm, type RolePeriod } from '#models/contract/role-terms';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { defineThings } from '@/sync/things';
import { memberKey } from './members.store';

type RoleTerm = DataOf<typeof getRoleTerm>;
export type Successor = NonNullable<RoleTerm['Successor']>;

const partsOf = (key: string): { society_id: string; member: string } => {
  const [society_id = '', member = ''] = key.split('/');
  return { society_id, member };
};

const isOf = (society: string, key: string): boolean => partsOf(key).society_id === society;

/** Roles with their ends and successors, for the dialog that changes them. Each opening fetches. */
const roleTerms = defineThings({
  key: (key) => ['role-term', key],
  call: getRoleTerm,
  input: partsOf,
  entities: createEntities<RoleTerm & { key: string }>({ key: 'key' }),
  toEntity: (term, key) => ({ ...term, key }),
  access: isOf,
  persist: false,
});

/** The end and the successor of a member's role. */
export const useRoleTerm = (societyId: string, userId: string, isEnabled: boolean) =>
  roleTerms.useThing(memberKey(societyId, userId), isEnabled);

/** Fetches a role's end and successor again after a change. */
export const refetchRoleTerm = (societyId: string, userId: string): Promise<void> => roleTerms.refetch(memberKey(societyId, userId));

/** Roles that people have and had in a society, the newest first. */
export const roleHistory = defineList({
  key: ['role-history'],
  call: getRoleHistory,
  input: ({ society_id }: { society_id: string }) => ({ society_id, limit: 20 }),
  entities: createEntities<RolePeriod>({}),
  access: (society, { society_id }) => society === society_id,
  persist: false,
});
