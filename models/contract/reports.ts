import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { count, id, nullable, optionalText, paging, text, time } from './parts.js';

const feature = 'reports';

const reportStatus = z.enum(['open', 'dismissed', 'removed', 'noted']);
export type ReportStatus = z.output<typeof reportStatus>;
/** `appealed`: removed, with an appeal that nobody has decided. */
const reportFilter = z.enum([...reportStatus.options, 'appealed']);
export type ReportFilter = z.output<typeof reportFilter>;

/** Rules that a report says were broken. */
export const reportReasons = ['spam', 'harassment', 'hate', 'nudity_or_violence', 'false_information', 'something_else'] as const;
export type ReportReason = (typeof reportReasons)[number];
const reportReason = z.enum(reportReasons, fieldTexts.unknown_choice);

/** An appeal for moderators. */
const reportAppeal = z.object({
  message: z.string(),
  CreatedAt: time,
  /** `withdrawn`: its author has deleted the account, so nobody decides it. */
  status: z.enum(['open', 'upheld', 'restored', 'withdrawn']),
  note: z.string(),
  Decided_By: nullable(z.object({ ID: id, Name: z.string() })),
  Decided_At: nullable(time),
});
export type ReportAppeal = z.output<typeof reportAppeal>;

/** A report for moderators. */
export const report = z.object({
  ID: id,
  kind: z.enum(['post', 'comment', 'event', 'society', 'user']),
  object: id,
  /** Society whose moderators review it; null if only platform admins do. */
  Society_ID: nullable(id),
  message: z.string(),
  /** The rule that was broken, as the reporter says. */
  reason: reportReason,
  User: id,
  User_Name: z.string(),
  /** Author of the reported content, or the reported person. */
  About: nullable(id),
  About_Name: z.string(),
  /** First words or name of the reported thing; '' once it is gone. */
  Excerpt: z.string(),
  /** Page that shows it. */
  link: z.string(),
  CreatedAt: time,
  status: reportStatus,
  note: z.string(),
  /** The rule that it was removed or noted for. */
  Rule: nullable(reportReason),
  Decided_By: nullable(z.object({ ID: id, Name: z.string() })),
  Decided_At: nullable(time),
  /** Moderator who is on it while it is open. */
  Taken_By: nullable(z.object({ ID: id, Name: z.string() })),
  /** When it is to be decided; null once it is. */
  Due_At: nullable(time),
  /** Appeal of the author against the removal. */
  Appeal: nullable(reportAppeal),
  version: z.number(),
});
export type Report = z.output<typeof report>;

const words = text(lengths.report, fieldTexts.report_required);
const reason = z._default(reportReason, 'something_else');

export const reportPost = call({
  name: 'reportPost',
  feature,
  method: 'POST',
  path: '/report/report_post',
  auth: 'required',
  policy: 'post.report',
  rate: 'report',
  status: 200,
  creates: true,
  input: z.object({ post_id: id, message: words, reason }),
  data: z.object({ ID: id }),
  summary: 'Report a post, for one of six reasons; one open report a user and post. The body field `user_id` may carry the token.',
  errors: ['not_found', 'forbidden', 'own_content'],
});

export const reportThing = call({
  name: 'reportThing',
  feature,
  method: 'POST',
  path: '/report/report',
  auth: 'required',
  policy: 'thing.report',
  rate: 'report',
  status: 200,
  creates: true,
  input: z.object({ kind: z.enum(['comment', 'event', 'society', 'user'], fieldTexts.unknown_choice), id, message: words, reason }),
  data: z.object({ ID: id }),
  summary: 'Report a comment, an event, a society or a person, for one of six reasons; one open report a user and object.',
  errors: ['not_found', 'forbidden', 'own_content'],
});

export const getReports = call({
  name: 'getReports',
  feature,
  method: 'GET',
  path: '/report/get_all',
  auth: 'required',
  policy: 'report.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: z.optional(id), status: z._default(reportFilter, 'open') }),
  data: z.array(report),
  counts: z.object({ open: count, appealed: count, dismissed: count, removed: count, noted: count }),
  summary: "A society's reports for its moderators and admins, or, without a society, all of them for platform admins; newest first.",
  errors: ['not_found', 'forbidden'],
});

export const resolveReport = call({
  name: 'resolveReport',
  feature,
  method: 'POST',
  path: '/report/resolve',
  auth: 'required',
  policy: 'report.resolve',
  rate: 'write',
  status: 200,
  input: z.object({
    report_id: id,
    action: z.enum(['dismiss', 'remove', 'note'], fieldTexts.unknown_choice),
    note: optionalText(lengths.reason),
    /** The rule that was broken, if not the one that was reported. */
    reason: z.optional(reportReason),
  }),
  data: report,
  summary:
    'Decide a report: dismiss it, remove what it is about (with every other open report of it; needs the right to delete it), or note it to its author. Its author and the reporter hear for which rule: `reason`, or what was reported. Nobody decides a report of their own or about themselves.',
  errors: ['not_found', 'forbidden', 'own_report', 'already_resolved'],
});

export const takeReport = call({
  name: 'takeReport',
  feature,
  method: 'POST',
  path: '/report/take',
  auth: 'required',
  policy: 'report.resolve',
  rate: 'write',
  status: 200,
  input: z.object({ report_id: id, taken: z.boolean(fieldTexts.wrong_type) }),
  data: report,
  summary:
    'Take an open report, also from another moderator, or put it back; the others see at once who is on it. Only its taker puts it back.',
  errors: ['not_found', 'forbidden', 'own_report', 'already_resolved'],
});

export const reportCreated = message('report:created', ['societyModerators', 'platform'], z.object({ report }));
export const reportResolved = message(
  'report:resolved',
  ['societyModerators', 'platform'],
  z.object({ report_id: id, action: z.enum(['dismiss', 'remove', 'note']), version: z.number() }),
);
export const reportTaken = message(
  'report:taken',
  ['societyModerators', 'platform'],
  z.object({ report_id: id, Taken_By: report.shape.Taken_By, version: z.number() }),
);
