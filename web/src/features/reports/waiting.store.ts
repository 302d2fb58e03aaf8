import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '#models/contract/define';
import { membershipChanged } from '#models/contract/members';
import { reportAppealed } from '#models/contract/report-appeals';
import { reportCreated, reportResolved } from '#models/contract/reports';
import { supportRequestUpdated } from '#models/contract/support';
import { getWaiting } from '#models/contract/waiting';
import { api } from '@/lib/api';
import { useSession } from '@/lib/session';
import { on, registerEffects } from '@/sync/effects';
import { refetchSoon } from '@/sync/refetch-soon';

const key = ['waiting'];

/** Numbers of open reports and tickets that the viewer may decide or answer; undefined until loaded. */
export function useWaiting(): DataOf<typeof getWaiting> | undefined {
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api(getWaiting, {}, { signal })).data,
    meta: { persist: false },
  });
  return data;
}

const recount = (): void => refetchSoon(key);

registerEffects('waiting', [
  on(reportCreated, recount),
  on(reportResolved, recount),
  on(reportAppealed, recount),
  on(supportRequestUpdated, recount),
  on(membershipChanged, ({ user_id }) => {
    if (user_id === useSession.getState().user?.ID) recount();
  }),
]);
