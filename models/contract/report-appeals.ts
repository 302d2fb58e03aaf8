import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, optionalText, text, time } from './parts.js';
import { report } from './reports.js';

const feature = 'reports';

/** Kinds of content that have an author who can appeal. */
export const appealableKinds = ['post', 'comment', 'event'] as const;

export const appealRemoval = call({
  name: 'appealRemoval',
  feature,
  method: 'POST',
  path: '/report/appeal',
  auth: 'required',
  policy: 'report.appeal',
  rate: 'report',
  status: 200,
  input: z.object({
    kind: z.enum(appealableKinds, fieldTexts.unknown_choice),
    id,
    message: text(lengths.report, fieldTexts.required),
  }),
  data: z.object({ Due_At: time }),
  summary:
    'Appeal, once, against the removal of own content by a report. Somebody else than who removed it decides; neither side sees the report.',
  errors: ['not_found', 'already_appealed'],
});

export const resolveAppeal = call({
  name: 'resolveAppeal',
  feature,
  method: 'POST',
  path: '/report/resolve_appeal',
  auth: 'required',
  policy: 'appeal.resolve',
  rate: 'write',
  status: 200,
  input: z.object({
    report_id: id,
    action: z.enum(['uphold', 'restore'], fieldTexts.unknown_choice),
    note: optionalText(lengths.reason),
  }),
  data: report,
  summary:
    'Decide an appeal: uphold the removal, or restore the content (needs the right to delete it). Its author is told. Not by who removed it, made the report, or wrote the content.',
  errors: ['not_found', 'forbidden', 'own_report', 'own_decision', 'already_resolved', 'appeal_withdrawn', 'not_restorable'],
});

/** Sent when an appeal is made, decided or withdrawn. */
export const reportAppealed = message('report:appealed', ['societyModerators', 'platform'], z.object({ report }));
