import type { Report, ReportAppeal, ReportReason, ReportStatus } from '#models/contract/reports';
import { type AnswerClock, clockFields, clockIndex } from './answer-clock.js';
import { describeCollection } from './collections.js';
import { date, defineModel, type Id, mark, maybeDate, maybeRef, mixed, needed, optionalString, ref, string, version } from './model.js';
import { type PersonDoc, personName } from './users.js';

/** Appeal of the author against the removal. */
interface AppealDoc {
  message: string;
  at: Date;
  status: ReportAppeal['status'];
  note: string;
  by: Id | null;
  decidedAt: Date | null;
}

export interface ReportDoc extends AnswerClock {
  _id: Id;
  kind: 'post' | 'comment' | 'event' | 'society' | 'user';
  object: Id;
  society: Id | null;
  by: Id;
  /** What the reporter wrote. */
  reason: string;
  /** The rule that was broken, as the reporter says; missing for something else. */
  rule?: ReportReason;
  status: ReportStatus;
  open?: true;
  /** Author of the reported object, or the reported person. */
  about: Id | null;
  /** Note of the moderators. */
  outcome: string;
  /** The rule that it was removed or noted for. */
  decidedRule?: ReportReason;
  decidedBy: Id | null;
  decidedAt: Date | null;
  takenBy?: Id | null;
  appeal?: AppealDoc | null;
  /** While the appeal is open. */
  appealed?: true;
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
    rule: optionalString,
    status: needed,
    open: mark,
    about: maybeRef,
    outcome: string,
    decidedRule: optionalString,
    decidedBy: maybeRef,
    decidedAt: maybeDate,
    takenBy: maybeRef,
    appeal: mixed,
    appealed: mark,
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
    [{ society: 1, appealed: 1, createdAt: -1, _id: -1 }, { partialFilterExpression: { appealed: true } }],
    [{ appealed: 1, createdAt: -1, _id: -1 }, { partialFilterExpression: { appealed: true } }],
    [{ about: 1, society: 1 }],
    clockIndex,
  ],
);

/** Filter for reports with an appeal of this author. */
const appealedBy = (about: Id) => ({ about, appeal: { $exists: true } });

describeCollection(Reports, {
  description:
    'Reports by the person: the text is deleted, the decision stays. Reports about the person are deleted. Their appeals: exported without the report, which they do not see; the text is deleted.',
  exportFilter: (user) => ({ by: user }),
  exportedPart: {
    name: 'appeals',
    filter: appealedBy,
    fields: ['kind', 'object', 'decidedRule', 'appeal.message', 'appeal.at', 'appeal.status', 'appeal.note', 'appeal.decidedAt'],
  },
  erase: async ({ user }) => {
    await Reports.updateMany({ by: user }, { $set: { reason: '' } });
    await Reports.updateMany(appealedBy(user), { $set: { 'appeal.message': '' } });
    await Reports.deleteMany({ kind: 'user', object: user });
  },
});

/** Link to the reported object and its first words. */
export interface ReportPreview {
  excerpt: string;
  link: string;
}

/** Whether somebody has to decide the report or its appeal. */
export const isWaiting = ({ status, appealed }: Pick<ReportDoc, 'status' | 'appealed'>): boolean => status === 'open' || appealed === true;

const appealToWire = ({ message, at, status, note, decidedAt }: AppealDoc, decidedBy: ReportAppeal['Decided_By']): ReportAppeal => ({
  message,
  CreatedAt: at.toISOString(),
  status,
  note,
  Decided_By: decidedBy,
  Decided_At: decidedAt?.toISOString() ?? null,
});

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
    reason: report.rule ?? 'something_else',
    User: String(report.by),
    User_Name: nameOf(report.by),
    About: report.about ? String(report.about) : null,
    About_Name: report.about ? nameOf(report.about) : '',
    Excerpt: preview?.excerpt ?? '',
    link: preview?.link ?? '',
    CreatedAt: report.createdAt.toISOString(),
    status: report.status,
    note: report.outcome,
    Rule: report.decidedRule ?? null,
    Decided_By: person(report.decidedBy),
    Decided_At: report.decidedAt?.toISOString() ?? null,
    Taken_By: isWaiting(report) ? person(report.takenBy) : null,
    Due_At: report.dueAt?.toISOString() ?? null,
    Appeal: report.appeal ? appealToWire(report.appeal, person(report.appeal.by)) : null,
    version: report.version,
  };
}
