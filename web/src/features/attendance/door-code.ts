import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventCheckedIn } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import { getDoorCode } from '#models/contract/door';
import { doorTimes } from '#models/contract/limits';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/query';
import { on, registerEffects } from '@/sync/effects';

interface ShownCode extends DataOf<typeof getDoorCode> {
  /** Time of the next code, by this device's clock. */
  changesAt: number;
}

const keyOf = (event: string) => ['door-code', event];
/** Pause before the next try after a failure, and the shortest between two codes. */
const pause = { failed: 3000, least: 250 };

async function fetchCode(event_id: string, signal: AbortSignal): Promise<ShownCode> {
  const { data } = await api(getDoorCode, { event_id }, { signal });
  return { ...data, changesAt: Date.now() + data.changes_in };
}

/** Time until the next request: a little after the code has changed. */
const waitFor = (shown: ShownCode | undefined, hasFailed: boolean): number =>
  hasFailed ? pause.failed : Math.max(pause.least, (shown?.changesAt ?? 0) - Date.now() + pause.least);

/** The code and the counts of a door screen. The code is null once it is out of date, as without a connection. */
export function useDoorCode(event: string) {
  const query = useQuery({
    queryKey: keyOf(event),
    queryFn: ({ signal }) => fetchCode(event, signal),
    refetchInterval: ({ state }) => waitFor(state.data, state.status === 'error'),
    refetchIntervalInBackground: true,
    gcTime: 0,
    meta: { persist: false },
  });
  const goodUntil = (query.data?.changesAt ?? 0) + doorTimes.stepMs;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, goodUntil - Date.now()));
    return () => clearTimeout(timer);
  }, [goodUntil]);
  return { query, shown: query.data, code: query.data && now < goodUntil ? query.data.code : null };
}

registerEffects('door', [
  on(eventCheckedIn, ({ event_id, checked_in }) => {
    queryClient.setQueryData<ShownCode>(keyOf(event_id), (shown) => shown && { ...shown, checked_in });
  }),
]);
