import { reportAppealed } from '#models/contract/report-appeals';
import { getReports, type Report, type ReportFilter, reportCreated, reportResolved, reportTaken } from '#models/contract/reports';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';

const reports = createEntities<Report>({});

/** Reports of one status: a society's for its moderators, or all for platform admins. */
const reportList = defineList({
  key: ['reports'],
  call: getReports,
  input: ({ status, society_id }: { status: ReportFilter; society_id?: string | undefined }) => ({
    status,
    ...(society_id && { society_id }),
  }),
  entities: reports,
  matches: (report, { status }) => (status === 'appealed' ? report.Appeal?.status === 'open' : report.status === status),
  hold: 'always',
  persist: false,
});

/** Reports of one status, newest first. The pages join the rooms `society:{id}:moderators` and `platform`. */
export const useReports = (status: ReportFilter, societyId?: string) => reportList.useItems({ status, society_id: societyId });

/** Refetches lists and counts, after another moderator decided first. */
export const refetchReports = (): void => void reportList.refetch();

const statusAfter = { dismiss: 'dismissed', remove: 'removed', note: 'noted' } as const;

/** Merges the report of an answer, and refetches lists and counts. */
export function mergeReport(report: Report): void {
  reports.merge([report]);
  refetchReports();
}

registerEffects('reports', [
  on(reportCreated, ({ report }) => mergeReport(report)),
  on(reportAppealed, ({ report }) => mergeReport(report)),
  on(reportTaken, ({ report_id, ...taken }) => reports.patch(report_id, taken)),
  // Leaves the open reports at once; the decision's author and note come with the refetch.
  on(reportResolved, ({ report_id, action, version }) => {
    reports.patch(report_id, { status: statusAfter[action], version });
    refetchReports();
  }),
]);
