import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { afterRestored, restoreContent } from '#models/commands/restore-content';
import { fail } from '#models/contract/failure';
import type { appealableKinds, appealRemoval, resolveAppeal } from '#models/contract/report-appeals';
import { reportClock, stopClock } from '#models/db/answer-clock';
import { Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { toId } from '#models/db/model';
import { type ReportDoc, Reports } from '#models/db/reports';
import { findRemovalOf, findReport, reportsToWire } from '#models/db/reports.loaders';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

type Kind = (typeof appealableKinds)[number];

/** Stores the one appeal of a removal. Of several concurrent ones one transaction commits. */
export const appealRemovalAction: Action<typeof appealRemoval> = async ({ kind, id, message }, ctx) => {
  const report = (await findRemovalOf(kind, toId(id))) ?? fail('not_found');
  ctx.require('report.appeal', { about: report.about ? String(report.about) : null }, 'not_found');
  const at = new Date();
  const clock = reportClock(at, ctx.settings);
  const record = await transactionOf(ctx, async (session) => {
    const appeal = { message, at, status: 'open', note: '', by: null, decidedAt: null } as const;
    const { modifiedCount } = await Reports.updateOne(
      { _id: report._id, status: 'removed', appeal: null },
      { $set: { appeal, appealed: true, takenBy: null, ...clock }, $inc: { version: 1 } },
      { session },
    );
    if (modifiedCount === 0) return fail('already_appealed');
    const appealed = { verb: 'report.appealed', object: report._id, society: report.society, open: false } as const;
    return recordActivity(session, { ...appealed, actor: ctx.me._id });
  });
  publish(record);
  return { data: { Due_At: clock.dueAt.toISOString() } };
};

/** Restoring an event needs the right to delete it; posts and comments every judge may delete. */
async function requireRestoring(ctx: Ctx, { kind, object }: ReportDoc): Promise<void> {
  if (kind !== 'event') return;
  const event = await Events.findById(object).lean();
  const society = event && (await Societies.findById(event.society).lean());
  if (society?.removedAt) fail('not_restorable');
  if (event && society) ctx.require('event.delete', eventFacts({ ...event, removedAt: null }, society));
}

const statusOf = { uphold: 'upheld', restore: 'restored' } as const;
type Outcome = { status: (typeof statusOf)[keyof typeof statusOf]; note: string };

/** Failure of a decision about an appeal that is no longer open. */
async function failClosed(session: DbSession, report: ReportDoc): Promise<never> {
  const current = await Reports.findById(report._id, { appeal: 1 }).session(session).lean();
  return fail(current?.appeal?.status === 'withdrawn' ? 'appeal_withdrawn' : 'already_resolved');
}

/** Decides an appeal and, to restore, brings the content back in the same transaction; `not_restorable` if it cannot come back. */
async function decide(ctx: Ctx, report: ReportDoc, { status, note }: Outcome): Promise<void> {
  const { record, restored } = await transactionOf(ctx, async (session) => {
    const by = ctx.me._id;
    const set = { 'appeal.status': status, 'appeal.note': note, 'appeal.by': by, 'appeal.decidedAt': new Date() };
    const { modifiedCount } = await Reports.updateOne(
      { _id: report._id, appealed: true },
      { $set: set, $unset: { appealed: 1, ...stopClock }, $inc: { version: 1 } },
      { session },
    );
    if (modifiedCount === 0) return failClosed(session, report);
    const restored = status === 'restored' ? await restoreContent(session, report.kind as Kind, report.object, by) : null;
    if (status === 'restored' && !restored) return fail('not_restorable');
    const decided = { verb: 'report.appeal-decided', object: report._id, society: report.society, open: false } as const;
    return { record: await recordActivity(session, { ...decided, actor: by }), restored };
  });
  if (restored) await afterRestored(restored);
  publish(record);
}

export const resolveAppealAction: Action<typeof resolveAppeal> = async ({ report_id, action, note }, ctx) => {
  const { report, facts } = (await findReport(ctx, toId(report_id))) ?? fail('not_found');
  const isParty = [facts.by, facts.about].includes(ctx.me.id);
  ctx.require('appeal.resolve', facts, isParty ? 'own_report' : facts.decidedBy === ctx.me.id ? 'own_decision' : 'forbidden');
  const appeal = report.appeal ?? fail('not_found');
  if (appeal.status === 'withdrawn') fail('appeal_withdrawn');
  const status = statusOf[action];
  if (action === 'restore' && appeal.status === 'open') await requireRestoring(ctx, report);
  if (appeal.status === 'open') await decide(ctx, report, { status, note });
  else if (appeal.status !== status) fail('already_resolved');
  const [wire] = await reportsToWire(await Reports.find({ _id: report._id }).lean());
  return { data: wire ?? fail('not_found') };
};
