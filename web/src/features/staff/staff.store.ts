import { useQuery } from '@tanstack/react-query';
import { roomOf } from '#models/contract/rooms';
import { getStaff } from '#models/contract/staff';
import { staffChanged } from '#models/contract/staff-scopes';
import { api } from '@/lib/api';
import { useRooms } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { on, registerEffects } from '@/sync/effects';

const key = ['staff'];

/** Staff with their scopes and the open proposals, kept current while it is mounted. */
export function useStaff() {
  useRooms([roomOf('staff')]);
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api(getStaff, {}, { signal })).data,
    meta: { persist: false },
  });
}

/** Fetches staff again; an answer that is under way may be older than the change. */
export const refetchStaff = (): Promise<void> => cancelAndInvalidate(key);

registerEffects('staff', [on(staffChanged, () => void refetchStaff())]);
