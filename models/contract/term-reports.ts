import * as z from 'zod/mini';
import { addDays } from './days.js';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { day, id, isDay, nothing, pdf } from './parts.js';

/** Maximum days of a report. */
const longestSpan = 366;
/** Age in days of the first day: attendances are stored for a year after an event. */
export const oldestTermDays = 365;

const lang = z._default(z.enum(['en', 'ar'], fieldTexts.unknown_choice), 'en');

interface Term {
  from: string;
  to: string;
}
// These also run for days that are refused themselves.
const isOrdered = ({ from, to }: Term): boolean => from <= to;
const isShort = ({ from, to }: Term): boolean => !isDay(from) || to < addDays(from, longestSpan);

/** Checks of the days of a term. */
const inTerm = [
  z.refine<Term>(isOrdered, { error: fieldTexts.span_order, path: ['to'] }),
  z.refine<Term>(isShort, { error: fieldTexts.span_year, path: ['to'] }),
] as const;
const term = { from: day, to: day, lang };

export const exportParticipation = call({
  name: 'exportParticipation',
  feature: 'account',
  method: 'GET',
  path: '/users/participation_record',
  auth: 'required',
  policy: null,
  rate: 'export',
  status: 200,
  media: 'application/pdf',
  input: z.object(term).check(...inTerm),
  data: pdf,
  summary: 'The events of some days at which the caller was checked in, as a signed PDF in English or Arabic.',
  errors: ['reports_busy'],
});

export const getRecordCertificate = call({
  name: 'getRecordCertificate',
  feature: 'account',
  method: 'GET',
  path: '/users/record_certificate',
  auth: 'none',
  policy: null,
  rate: 'read',
  status: 200,
  media: 'application/x-pem-file',
  input: nothing,
  data: z.string(),
  summary: 'The certificate by which the signature of a record of participation is checked.',
});

const societyTerm = z.object({ society_id: id, ...term }).check(...inTerm);

export const exportSocietyReport = call({
  name: 'exportSocietyReport',
  feature: 'societies',
  method: 'GET',
  path: '/societies/term_report',
  auth: 'required',
  policy: 'society.insights',
  rate: 'export',
  status: 200,
  media: 'application/pdf',
  input: societyTerm,
  data: pdf,
  summary: "A society's term as a PDF: members, posts, events, and of each event who went, who came and who did not.",
  errors: ['not_found', 'forbidden', 'reports_busy'],
});

export const exportSocietyReportTable = call({
  name: 'exportSocietyReportTable',
  feature: 'societies',
  method: 'GET',
  path: '/societies/term_report_table',
  auth: 'required',
  policy: 'society.insights',
  rate: 'export',
  status: 200,
  media: 'text/csv',
  input: societyTerm,
  data: z.string(),
  summary: 'The same as a table.',
  errors: ['not_found', 'forbidden', 'reports_busy'],
});

const universityTerm = z.object(term).check(...inTerm);

export const exportUniversityReport = call({
  name: 'exportUniversityReport',
  feature: 'societies',
  method: 'GET',
  path: '/admin/term_report',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'export',
  status: 200,
  media: 'application/pdf',
  input: universityTerm,
  data: pdf,
  summary: "The university's term as a PDF: the sums, and those of each society.",
  errors: ['forbidden', 'reports_busy'],
});

export const exportUniversityReportTable = call({
  name: 'exportUniversityReportTable',
  feature: 'societies',
  method: 'GET',
  path: '/admin/term_report_table',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'export',
  status: 200,
  media: 'text/csv',
  input: universityTerm,
  data: z.string(),
  summary: 'The same as a table.',
  errors: ['forbidden', 'reports_busy'],
});
