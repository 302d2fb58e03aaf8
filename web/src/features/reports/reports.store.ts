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

/** Merges the report of an answer, and refetches lists and counts. */
export function mergeReport(report: Report): void {
  reports.merge([report]);
  void cancelAndInvalidate(key);
}

/** Refetches lists and counts, after another moderator decided first. */
export const refetchReports = (): void => void cancelAndInvalidate(key);

/** Adds a report, and refetches lists and counts. */
function onCreated({ report }: PayloadOf<typeof reportCreated>): void {
  reports.merge([report]);
  void cancelAndInvalidate(key);
}

/** Removes a report from the open ones at once; the decision's author and note come with the refetch. */
function onResolved({ report_id, action, version }: PayloadOf<typeof reportResolved>): void {
  reports.patch(report_id, { status: statusAfter[action], version });
  void cancelAndInvalidate(key);
}

/**
 * Loads reports of one status page by page, newest first, and updates them live: a society's for its moderators, or all for
 * platform admins. The pages join the rooms `society:{id}:moderators` and `platform`.
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
