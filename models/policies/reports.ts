import type { ReportFacts, Viewer } from './facts.js';
import { isModerator, isPlatformAdmin, mayWrite } from './societies.js';

/** The society's moderators and admins, except for a report about themselves; platform admins see all. */
const seeReport = (viewer: Viewer | null, { society, about }: ReportFacts): boolean => {
  if (isPlatformAdmin(viewer)) return true;
  if (!viewer || !society || society.removed || about === viewer.id) return false;
  return isModerator(viewer, society);
};

/** Nobody, platform admins included, decides about a report that they made or that is about them. */
const resolveReport = (viewer: Viewer | null, report: ReportFacts): boolean =>
  mayWrite(viewer) && seeReport(viewer, report) && report.by !== viewer.id && report.about !== viewer.id;

export const reportRules = {
  /** Content that the viewer sees and that is not their own. */
  'thing.report': (viewer: Viewer | null, { isSeen, about }: { isSeen: boolean; about: string | null }) =>
    mayWrite(viewer) && isSeen && about !== viewer.id,
  'report.see': seeReport,
  'report.resolve': resolveReport,
  /** The author of what was removed. */
  'report.appeal': (viewer: Viewer | null, { about }: { about: string | null }) => mayWrite(viewer) && about === viewer.id,
  /** Somebody else than who removed it. */
  'appeal.resolve': (viewer: Viewer | null, report: ReportFacts) => resolveReport(viewer, report) && report.decidedBy !== viewer?.id,
};
