import { useQuery } from '@tanstack/react-query';
import { type AdminClaim, claimChanged, claimSociety, decideClaim, getClaimState, getClaims } from '#models/contract/admin-claims';
import type { DataOf, InputOf } from '#models/contract/define';
import { api } from '@/lib/api';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { refetchSoon } from '@/sync/refetch-soon';

const claims = createEntities<AdminClaim>({ refs: [personRef('User', { Name: 'User_Name', Image: 'User_Photo' })] });

const claimList = defineList({
  key: ['claims'],
  call: getClaims,
  input: () => ({}),
  entities: claims,
  order: (a, b) => a.CreatedAt.localeCompare(b.CreatedAt) || a.ID.localeCompare(b.ID),
  matches: ({ Status }) => Status === 'open',
  persist: false,
});

/** Open claims of all societies, the oldest first. The page joins the room `staff`. */
export const useClaims = () => claimList.useItems({});

/** Refetches the claims, after another platform admin was first. */
export const refetchClaims = (): void => void claimList.refetch();

/** Decides a claim, and takes it off the list. */
export async function decide(input: InputOf<typeof decideClaim>): Promise<void> {
  claims.merge([(await api(decideClaim, input)).data]);
}

const stateKey = (society_id: string) => ['claim-state', society_id] as const;

/** Whether a society can be claimed, and the own claim; undefined until loaded. */
export function useClaimState(society_id: string): DataOf<typeof getClaimState> | undefined {
  const { data } = useQuery({
    queryKey: stateKey(society_id),
    queryFn: async ({ signal }) => (await api(getClaimState, { society_id }, { signal })).data,
    meta: { persist: false, access: (society: string) => society === society_id },
  });
  return data;
}

/** Claims a society. */
export async function claim(society_id: string, words: string): Promise<void> {
  await api(claimSociety, { society_id, words });
  refetchSoon(stateKey(society_id));
}

registerEffects('claims', [
  on(claimChanged, ({ claim: changed }) => {
    claimList.insert(changed);
    refetchSoon(stateKey(changed.Society_ID));
  }),
]);
