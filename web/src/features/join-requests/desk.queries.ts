import { useQuery } from '@tanstack/react-query';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { membershipChanged } from '#models/contract/members';
import { getOpenRequests } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { api } from '@/lib/api';
import { useRooms } from '@/lib/live';
import { useSession } from '@/lib/session';
import { on, registerEffects } from '@/sync/effects';
import { defineList } from '@/sync/lists';
import { refetchSoon } from '@/sync/refetch-soon';
import { ownSocieties } from '@/sync/societies';
import './requests.live';
import { byAge, hasWords, type RequestEntity, requests } from './requests.queries';

export type DeskFilter = 'all' | 'late' | 'unanswered';
interface DeskArgs extends Record<string, unknown> {
  q: string;
  filter: DeskFilter;
}

/** Waiting time in hours after which a request is late. */
const lateHours = 24;
const hourMs = 3_600_000;

const isLate = ({ CreatedAt }: RequestEntity): boolean => Date.now() - Date.parse(CreatedAt) > lateHours * hourMs;

/** The open requests of every society that the viewer runs, oldest first. */
export const deskList = defineList({
  key: ['requests-desk'],
  call: getOpenRequests,
  input: ({ q, filter }: DeskArgs) => ({
    limit: 50,
    ...(q && { q }),
    ...(filter === 'late' && { waiting_over: lateHours }),
    ...(filter === 'unanswered' && { unanswered: 'true' as const }),
  }),
  entities: requests,
  toEntities: (data) => data.map(({ Society_ID, Society: _named, ...request }) => ({ ...request, society: Society_ID })),
  order: (a, b) => byAge(b, a),
  matches: (request, { q, filter }) =>
    request.Status === 'pending' &&
    hasWords(request, q) &&
    (filter !== 'late' || isLate(request)) &&
    (filter !== 'unanswered' || request.Answer === ''),
  keepPrevious: true,
  persist: false,
});

const countKey = ['requests-desk', 'count'];

/** Number of open requests in all societies that the viewer runs. */
export function useOpenCount(isEnabled: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: countKey,
    queryFn: async ({ signal }) => (await api(getOpenRequests, { limit: 1 }, { signal })).counts?.open ?? 0,
    enabled: isEnabled,
    meta: { persist: false },
  });
  return data;
}

const recount = (): void => refetchSoon(countKey);

registerEffects('request-desk', [
  on(joinRequestCreated, ({ society_id: society, request }) => {
    if (requests.confirmed(request.Request_ID)?.Status === 'pending') deskList.insert({ ...request, society });
    recount();
  }),
  on(joinRequestDecided, recount),
  on(joinRequestWithdrawn, ({ request_id }) => {
    deskList.remove(request_id);
    recount();
  }),
  on(membershipChanged, ({ user_id }) => {
    if (user_id !== useSession.getState().user?.ID) return;
    deskList.refetchSoon();
    recount();
  }),
]);

/** Receives the request messages of every society that the viewer runs, while it is mounted. */
export function useDeskLive(): void {
  const { items } = ownSocieties.useItems({});
  useRooms(items.filter(({ Role }) => Role === 'admin').map(({ ID }) => roomOf('societyAdmins', ID)));
}
