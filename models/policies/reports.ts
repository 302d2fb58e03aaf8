import type { ReportFacts, Viewer } from './facts.js';
import { isModerator, isPlatformAdmin, mayWrite } from './societies.js';

/** The society's moderators and admins, except for a report about themselves; platform admins see all. */
const seeReport = (viewer: Viewer | null, { society, about }: ReportFacts): boolean => {
  if (isPlatformAdmin(viewer)) return true;
  if (!viewer || !society || society.removed || about === viewer.id) return false;
  return isModerator(viewer, society);
};

export const reportRules = {
  /** Content that the viewer sees and that is not their own. */
  'thing.report': (viewer: Viewer | null, { isSeen, about }: { isSeen: boolean; about: string | null }) =>
    mayWrite(viewer) && isSeen && about !== viewer.id,
  'report.see': seeReport,
  /** Nobody, platform admins included, resolves a report that they made or that is about them. */
  'report.resolve': (viewer: Viewer | null, report: ReportFacts) =>
    mayWrite(viewer) && seeReport(viewer, report) && report.by !== viewer.id && report.about !== viewer.id,
};
