import type { Action } from '#gateway/plugins/calls';
import { publishEphemeral } from '#models/bus/publish';
import { reportTakenLive } from '#models/bus/verbs/reports';
import { fail } from '#models/contract/failure';
import type { takeReport } from '#models/contract/reports';
import { toId } from '#models/db/model';
import { Reports } from '#models/db/reports';
import { findReport, reportsToWire } from '#models/db/reports.loaders';

/** Takes an open report or puts it back in one atomic write; a repeat changes nothing. */
export const takeReportAction: Action<typeof takeReport> = async ({ report_id, taken }, ctx) => {
  const { report, facts } = (await findReport(ctx, toId(report_id))) ?? fail('not_found');
  ctx.require('report.resolve', facts, [facts.by, facts.about].includes(ctx.me.id) ? 'own_report' : 'forbidden');
  const me = ctx.me._id;
  const changed = await Reports.findOneAndUpdate(
    { _id: report._id, open: true, takenBy: taken ? { $ne: me } : me },
    { $set: { takenBy: taken ? me : null }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean();
  const current = changed ?? (await Reports.findById(report._id).lean()) ?? fail('not_found');
  if (current.status !== 'open') fail('already_resolved');
  const [wire = fail('not_found')] = await reportsToWire([current]);
  if (changed) publishEphemeral(reportTakenLive(changed, wire));
  return { data: wire };
};
