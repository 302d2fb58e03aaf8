import type { Report, ReportStatus } from '#models/contract/reports';
import { type AnswerClock, clockFields, clockIndex } from './answer-clock.js';
import { describeCollection } from './collections.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, needed, ref, string, version } from './model.js';
import { type PersonDoc, personName } from './users.js';

export interface ReportDoc extends AnswerClock {
  _id: Id;
  kind: 'post' | 'comment' | 'event' | 'society' | 'user';
  object: Id;
  society: Id | null;
  by: Id;
  reason: string;
  status: ReportStatus;
  open?: true;
  /** Author of the reported object, or the reported person. */
  about: Id | null;
  /** Note of the moderators. */
  outcome: string;
  decidedBy: Id | null;
  decidedAt: Date | null;
  takenBy?: Id | null;
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
    about: maybeRef,
    outcome: string,
    decidedBy: maybeRef,
    decidedAt: maybeDate,
    takenBy: maybeRef,
    createdAt: date,
    ...clockFields,
    version,
  },
  [
    [
      { kind: 1, object: 1, by: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ by: 1 }],
    [{ object: 1 }],
    [{ society: 1, status: 1, createdAt: -1, _id: -1 }],
    [{ status: 1, createdAt: -1, _id: -1 }],
    clockIndex,
  ],
);

describeCollection(Reports, {
  description: 'Reports by the person: the text is deleted, the decision stays. Reports about the person are deleted.',
  exportFilter: (user) => ({ by: user }),
  erase: async ({ user }) => {
    await Reports.updateMany({ by: user }, { $set: { reason: '' } });
    await Reports.deleteMany({ kind: 'user', object: user });
  },
});

/** Link to the reported object and its first words. */
export interface ReportPreview {
  excerpt: string;
  link: string;
}

/** A report as its moderators see it; without `preview` its object is gone. */
export function reportToWire(report: ReportDoc, people: ReadonlyMap<string, PersonDoc>, preview: ReportPreview | undefined): Report {
  const nameOf = (id: Id): string => personName(people.get(String(id)));
  const person = (id: Id | null | undefined) => (id ? { ID: String(id), Name: nameOf(id) } : null);
  return {
    ID: String(report._id),
    kind: report.kind,
    object: String(report.object),
    Society_ID: report.society ? String(report.society) : null,
    message: report.reason,
    User: String(report.by),
    User_Name: nameOf(report.by),
    About: report.about ? String(report.about) : null,
    About_Name: report.about ? nameOf(report.about) : '',
    Excerpt: preview?.excerpt ?? '',
    link: preview?.link ?? '',
    CreatedAt: report.createdAt.toISOString(),
    status: report.status,
    note: report.outcome,
    Decided_By: person(report.decidedBy),
    Decided_At: report.decidedAt?.toISOString() ?? null,
    Taken_By: report.status === 'open' ? person(report.takenBy) : null,
    Due_At: report.dueAt?.toISOString() ?? null,
    version: report.version,
  };
}
