import type { ReportFacts, Viewer } from './facts.js';
import { isModerator, isPlatformAdmin, mayWrite } from './societies.js';

/** The society's moderators and admins, but nobody judges a report about themselves; platform admins all. */
const seeReport = (viewer: Viewer | null, { society, about }: ReportFacts): boolean => {
  if (isPlatformAdmin(viewer)) return true;
  if (!viewer || !society || society.removed || about === viewer.id) return false;
  return isModerator(viewer, society);
};

export const reportRules = {
  /** Who may see a thing may report it. */
  'thing.report': (viewer: Viewer | null, { isSeen }: { isSeen: boolean }) => mayWrite(viewer) && isSeen,
  'report.see': seeReport,
  'report.resolve': (viewer: Viewer | null, report: ReportFacts) => mayWrite(viewer) && seeReport(viewer, report),
};
