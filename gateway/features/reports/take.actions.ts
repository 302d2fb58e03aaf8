import type { Action } from '#gateway/plugins/calls';
import { publishEphemeral } from '#models/bus/publish';
import { reportTakenLive } from '#models/bus/verbs/reports';
import { take } from '#models/commands/take';
import { fail } from '#models/contract/failure';
import type { takeReport } from '#models/contract/reports';
import { toId } from '#models/db/model';
import { Reports } from '#models/db/reports';
import { findReport, reportsToWire } from '#models/db/reports.loaders';

/** Takes an open report or puts it back. */
export const takeReportAction: Action<typeof takeReport> = async ({ report_id, taken }, ctx) => {
  const { report, facts } = (await findReport(ctx, toId(report_id))) ?? fail('not_found');
  ctx.require('report.resolve', facts, [facts.by, facts.about].includes(ctx.me.id) ? 'own_report' : 'forbidden');
  const { current, isChanged } = await take(Reports, report._id, { open: true }, { me: ctx.me._id, taken });
  if (current && current.status !== 'open') fail('already_resolved');
  const now = current ?? fail('not_found');
  const [wire = fail('not_found')] = await reportsToWire([now]);
  if (isChanged) publishEphemeral(reportTakenLive(now, wire));
  return { data: wire };
};
