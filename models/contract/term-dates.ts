import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, day, id } from './parts.js';

const feature = 'events';

/** Maximum bytes of a file, and days that it may have. */
export const largestTermCalendar = 1024 * 1024;
export const mostTermDates = 1000;
/** Maximum days of a question. */
const longestSpan = 366;

/** Exams, a holiday or another date of the university, from one day to another. */
export const termDate = z.object({ ID: id, Name: z.string(), From: day, To: day });
export type TermDate = z.output<typeof termDate>;

const dayMs = 86_400_000;
const isShort = ({ from, to }: { from: string; to: string }): boolean => Date.parse(to) - Date.parse(from) < longestSpan * dayMs;

export const getTermDates = call({
  name: 'getTermDates',
  feature,
  method: 'GET',
  path: '/events/get_term_dates',
  auth: 'optional',
  policy: 'event.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ from: day, to: day }).check(z.refine(isShort, { error: fieldTexts.span_year, path: ['to'] })),
  data: z.array(termDate),
  summary: "The university's exams and holidays that touch these days, by start.",
});

export const setTermDates = call({
  name: 'setTermDates',
  feature,
  method: 'POST',
  path: '/events/term_dates',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'upload',
  status: 200,
  isForm: true,
  largestFile: largestTermCalendar,
  input: z.object({ calendar: z.file(fieldTexts.calendar_needed) }),
  data: z.object({ dates: count }),
  summary: 'Replace the exams and holidays by those of an iCalendar file; one without events removes all.',
  errors: ['forbidden', 'too_large'],
});
