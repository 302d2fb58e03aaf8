import type { Report } from '#models/contract/reports';
import { date, defineModel, type Id, mark, maybeRef, needed, ref, string, version } from './model.js';
import { type PersonDoc, personName } from './users.js';

export interface ReportDoc {
  _id: Id;
  kind: 'post' | 'comment' | 'event' | 'society' | 'user';
  object: Id;
  society: Id | null;
  by: Id;
  reason: string;
  status: 'open' | 'dismissed' | 'removed' | 'noted';
  open?: true;
  outcome: string;
  createdAt: Date;
  version: number;
}

export const Reports = defineModel<ReportDoc>(
  'reports',
  {
    kind: needed,
    object: ref,
    society: maybeRef,
    by: ref,
    reason: needed,
    status: needed,
    open: mark,
    outcome: string,
    createdAt: date,
    version,
  },
  [
    [
      { kind: 1, object: 1, by: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ society: 1, status: 1, createdAt: -1 }],
  ],
);

/** A report as moderators see it. */
export const reportToWire = (report: ReportDoc, reporter: PersonDoc | undefined): Report => ({
  ID: String(report._id),
  kind: report.kind,
  object: String(report.object),
  Society_ID: report.society ? String(report.society) : null,
  message: report.reason,
  User: String(report.by),
  User_Name: personName(reporter),
  CreatedAt: report.createdAt.toISOString(),
  status: report.status,
  version: report.version,
});
