import { useInfiniteQuery } from '@tanstack/react-query';
import { type Account, getAllUsers } from '#models/contract/users';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';

const accounts = createEntities<Account>({});

/** Takes an account as an answer gave it. */
export const takeAccount = (account: Account): void => void accounts.merge([account]);

/** Everybody whom a part of a name finds, or a whole address; without one everybody, the newest first, page by page. */
export function useAccounts(q: string) {
  const query = useInfiniteQuery({
    queryKey: ['accounts', q],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getAllUsers, { q, ...(pageParam ? { cursor: pageParam } : {}) }, { signal });
      return { ids: accounts.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  return { query, items: accounts.useList(query.data?.pages.flatMap(({ ids }) => ids) ?? []) };
}
