import { useInfiniteQuery } from '@tanstack/react-query';
import { type Account, getAllUsers } from '#models/contract/users';
import { api } from '@/lib/api';
import { createEntities } from '@/sync/entities';

const accounts = createEntities<Account>({});

/** Merges an account from an answer. */
export const mergeAccount = (account: Account): void => void accounts.merge([account]);

/** Infinite list of accounts, newest first; `q` filters by part of a name or by a full address. */
export function useAccounts(q: string) {
  const query = useInfiniteQuery({
    queryKey: ['accounts', q],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getAllUsers, { q, ...(pageParam ? { cursor: pageParam } : {}) }, { signal });
      return { ids: accounts.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
  return { query, items: accounts.useList(query.data?.pages.flatMap(({ ids }) => ids) ?? []) };
}
