import { asyncState } from '@/components/async-list';
import { ownSocieties } from '@/sync/societies';
import type { SocietyOption } from './composer-form';

/** Societies that the viewer may post in. */
export function usePostableSocieties() {
  const { query, items } = ownSocieties.useItems({});
  const state = asyncState(query);
  return {
    targets: items.filter((society) => society.Can.post).map(({ ID, Name }): SocietyOption => ({ id: ID, name: Name })),
    isLoading: state === 'loading',
    isFailed: state === 'failed',
    retry: () => void query.refetch(),
  };
}
