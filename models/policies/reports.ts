import type { ReportFacts, Viewer } from './facts.js';
import { hasScope } from './scopes.js';
import { mayWrite, moderates } from './societies.js';

/** Staff who moderate all; the society's moderators and admins. Only platform admins see a report about themselves. */
const judgeReport = (viewer: Viewer | null, { society, about }: ReportFacts): boolean => {
  if (hasScope(viewer, 'all')) return true;
  if (!viewer || about === viewer.id) return false;
  return hasScope(viewer, 'moderate') || (society !== null && !society.removed && moderates(viewer, society));
};

/** Nobody, staff included, decides about a report that they made or that is about them. */
const resolveReport = (viewer: Viewer | null, report: ReportFacts): boolean =>
  mayWrite(viewer) && judgeReport(viewer, report) && report.by !== viewer.id && report.about !== viewer.id;

export const reportRules = {
  /** Content that the viewer sees and that is not their own. */
  'thing.report': (viewer: Viewer | null, { isSeen, about }: { isSeen: boolean; about: string | null }) =>
    mayWrite(viewer) && isSeen && about !== viewer.id,
  /** Those who decide, and staff who report on all, except for a report about themselves. */
  'report.see': (viewer: Viewer | null, report: ReportFacts) =>
    judgeReport(viewer, report) || (hasScope(viewer, 'report') && report.about !== viewer?.id),
  'report.resolve': resolveReport,
  /** The author of what was removed. */
  'report.appeal': (viewer: Viewer | null, { about }: { about: string | null }) => mayWrite(viewer) && about === viewer.id,
  /** Somebody else than who removed it. */
  'appeal.resolve': (viewer: Viewer | null, report: ReportFacts) => resolveReport(viewer, report) && report.decidedBy !== viewer?.id,
};
