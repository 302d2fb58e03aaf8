import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { inReportQueue, makeDocument } from '#gateway/plugins/documents/documents';
import { requireStoredTerm } from '#gateway/plugins/documents/stored-term';
import { tableOf } from '#gateway/plugins/documents/table';
import type { Locale } from '#models/bus/i18n';
import { fail } from '#models/contract/failure';
import type {
  exportSocietyReport,
  exportSocietyReportTable,
  exportUniversityReport,
  exportUniversityReportTable,
} from '#models/contract/term-reports';
import { localOf } from '#models/db/local-time';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import { societyTerm, type Term, universityTerm } from '#models/db/term-reports';
import {
  type ReportSetting,
  reportContent,
  societyReport,
  type TermReport,
  tableColumns,
  tableRows,
  universityReport,
} from './report-content.js';

type Input = Term & { lang: Locale };

const settingOf = ({ lang, from, to }: Input, { settings }: Ctx): ReportSetting => ({
  lang,
  term: { from, to },
  host: new URL(settings.publicUrl).host,
  today: localOf(new Date(), settings.timeZone).date,
});

/** Authorizes, and returns the work that reads the society's report. */
async function readSociety({ society_id, ...term }: Input & { society_id: string }, ctx: Ctx): Promise<() => Promise<TermReport>> {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.insights', facts);
  requireStoredTerm(term);
  return async () => {
    const { figures, events } = await societyTerm(society._id, term, ctx.settings.timeZone);
    return societyReport(society.name, figures, events);
  };
}

function readUniversity(term: Input, ctx: Ctx): () => Promise<TermReport> {
  ctx.require('platform.manage');
  requireStoredTerm(term);
  return async () => {
    const { sums, rows } = await universityTerm(term, ctx.settings.timeZone);
    return universityReport(sums, rows);
  };
}

const asPdf = async (read: () => Promise<TermReport>, input: Input, ctx: Ctx) => ({
  data: await inReportQueue(async () => makeDocument(reportContent(await read(), settingOf(input, ctx)))),
  filename: `term-${input.from}-${input.to}.pdf`,
});

async function asTable(read: () => Promise<TermReport>, input: Input, ctx: Ctx) {
  const rows = tableRows(await inReportQueue(read), settingOf(input, ctx));
  return { data: tableOf(tableColumns(input.lang), rows), filename: `term-${input.from}-${input.to}.csv` };
}

export const exportSocietyReportAction: Action<typeof exportSocietyReport> = async (input, ctx) =>
  asPdf(await readSociety(input, ctx), input, ctx);

export const exportSocietyReportTableAction: Action<typeof exportSocietyReportTable> = async (input, ctx) =>
  asTable(await readSociety(input, ctx), input, ctx);

export const exportUniversityReportAction: Action<typeof exportUniversityReport> = async (input, ctx) =>
  asPdf(readUniversity(input, ctx), input, ctx);

export const exportUniversityReportTableAction: Action<typeof exportUniversityReportTable> = async (input, ctx) =>
  asTable(readUniversity(input, ctx), input, ctx);
