import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { getReports, type Report, type ReportStatus, reportCreated, reportResolved } from '#models/contract/reports';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const reports = createEntities<Report>({});
const key = ['reports'];
const statusAfter = { dismiss: 'dismissed', remove: 'removed', note: 'noted' } as const satisfies Record<
  PayloadOf<typeof reportResolved>['action'],
  ReportStatus
>;

/** Takes a report as an answer gave it; the lists and their counts follow. */
export function takeReport(report: Report): void {
  reports.merge([report]);
  void cancelAndInvalidate(key);
}

/** Somebody else was faster: the lists are asked for as they are now. */
export const reportsChanged = (): void => void cancelAndInvalidate(key);

/** The list of its society and that of the platform have one more. */
function onCreated({ report }: PayloadOf<typeof reportCreated>): void {
  reports.merge([report]);
  void cancelAndInvalidate(key);
}

/** It leaves the list of the open ones at once; who decided, and why, comes with the next answer. */
function onResolved({ report_id, action, version }: PayloadOf<typeof reportResolved>): void {
  reports.patch(report_id, { status: statusAfter[action], version });
  void cancelAndInvalidate(key);
}

/**
 * Reports of one status, newest first, page by page, as they come and are decided: a society's for its moderators, or all for
 * platform admins. Their pages are in `society:{id}:moderators` and `platform`.
 */
export function useReports(status: ReportStatus, societyId?: string) {
  useEffect(() => {
    return combineStops([onMessage(reportCreated, onCreated), onMessage(reportResolved, onResolved)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: [...key, societyId ?? 'all', status],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { status, ...(societyId ? { society_id: societyId } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, next, counts } = await api(getReports, input, { signal });
      return { ids: reports.merge(data), next, counts };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  const ids = query.data?.pages.flatMap((page) => page.ids) ?? [];
  const items = reports.useList(ids).filter((report) => report.status === status);
  return { query, items, counts: query.data?.pages[0]?.counts };
}
