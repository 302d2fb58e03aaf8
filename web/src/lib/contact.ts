import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '#models/contract/define';
import { getContact } from '#models/contract/support';
import { api } from './api';

/** The support team's address and the university's time zone; undefined until loaded. */
export function useContact(): DataOf<typeof getContact> | undefined {
  const { data } = useQuery({
    queryKey: ['contact'],
    queryFn: async ({ signal }) => (await api(getContact, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
