import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { afterEventRemoved, endEvent } from '#models/commands/end-event';
import { afterCommentRemoved, removeComment } from '#models/commands/remove-comment';
import { afterPostRemoved, removePost } from '#models/commands/remove-post';
import { removeSociety } from '#models/commands/remove-society';
import { afterPersonSuspended, suspendPerson } from '#models/commands/suspend-person';
import { fail } from '#models/contract/failure';
import type { ReportReason, resolveReport } from '#models/contract/reports';
import { stopClock } from '#models/db/answer-clock';
import { Comments } from '#models/db/comments';
import { commentFacts } from '#models/db/comments.loaders';
import { Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { loadPost } from '#models/db/posts.loaders';
import { type ReportDoc, Reports } from '#models/db/reports';
import { findReport, reportsToWire } from '#models/db/reports.loaders';
import { Societies, societyFacts } from '#models/db/societies';
import { staffRightsOf } from '#models/db/staff-rights';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';

const statusOf = { dismiss: 'dismissed', remove: 'removed', note: 'noted' } as const;
type Status = (typeof statusOf)[keyof typeof statusOf];

/** A post or a comment, as far as it says who removed it. */
type Removable = Pick<PostDoc, '_id' | 'author' | 'removedAt' | 'removedBy'>;

/** Work to do after the commit. */
type Afterwards = () => Promise<unknown>;
const nothing: Afterwards = async () => {};

interface Outcome {
  status: Status;
  note: string;
  /** The broken rule; null for a dismissal. */
  rule: ReportReason | null;
  by: Id;
}

/** Marks content that its author had removed as removed by the decision, so that a restored account does not show it again. */
async function takeOver(session: DbSession, model: typeof Posts | typeof Comments, { _id, author }: Removable, by: Id): Promise<void> {
  const ownRemoval = { _id, removedAt: { $ne: null }, removedBy: author };
  await (model as typeof Posts).updateOne(ownRemoval, { $set: { removedBy: by } }, { session });
}

/** Removal by kind of object; an object that is gone already stays so. Each returns the work to do after the commit. */
const removals: Record<ReportDoc['kind'], (session: DbSession, id: Id, outcome: Outcome, ctx: Ctx) => Promise<Afterwards>> = {
  async post(session, id, { by }) {
    const post = await Posts.findById(id).session(session).lean();
    const record = post && (await removePost(session, post, by));
    if (post && !record) await takeOver(session, Posts, post, by);
    return record ? () => afterPostRemoved(record, post) : nothing;
  },
  async comment(session, id, { by }) {
    const comment = await Comments.findById(id).session(session).lean();
    const post = comment && (await Posts.findById(comment.post).session(session).lean());
    const record = post && (await removeComment(session, comment, post, by));
    if (comment && !record) await takeOver(session, Comments, comment, by);
    return record ? () => afterCommentRemoved(record, post) : nothing;
  },
  async event(session, id, { by }) {
    const event = await Events.findById(id).session(session).lean();
    const ending = { verb: 'event.removed', by, set: { removedAt: new Date() }, assume: {} } as const;
    const record = event && (await endEvent(session, event, ending));
    return record ? () => afterEventRemoved(record, event) : nothing;
  },
  async society(session, id, { by }) {
    const { record } = await removeSociety(session, id, by);
    return record ? async () => publish(record) : nothing;
  },
  async user(session, id, { by, note }, ctx) {
    const user = await Users.findById(id).session(session).lean();
    if (!user || (user.deletedAt && !user.grace)) return nothing;
    ctx.require('account.suspend', { user: String(id), ...staffRightsOf(user.grace?.account ?? user) });
    const record = await suspendPerson(session, user, { suspended: true, reason: note, by });
    return record ? () => afterPersonSuspended(record, user) : nothing;
  },
};

/** Requires the right to delete the object itself; not where it is gone already. For a person the removal checks it. */
async function requireRemoval(ctx: Ctx, { kind, object }: ReportDoc): Promise<void> {
  if (kind === 'post') {
    const found = await loadPost(object);
    if (found && !found.post.removedAt) ctx.require('post.delete', found.facts);
  } else if (kind === 'comment') {
    const comment = await Comments.findById(object).lean();
    const found = comment && (await loadPost(comment.post));
    if (found && !comment.removedAt) ctx.require('comment.delete', commentFacts(comment, found.facts));
  } else if (kind === 'event') {
    const event = await Events.findById(object).lean();
    const society = event && (await Societies.findById(event.society).lean());
    if (society && !event.removedAt) ctx.require('event.delete', eventFacts(event, society));
  } else if (kind === 'society') {
    const society = await Societies.findById(object).lean();
    if (society) ctx.require('society.delete', societyFacts(society));
  }
}

/** Decides a report. Of several concurrent decisions one transaction commits. */
async function settle(session: DbSession, { _id, object, society }: ReportDoc, { status, note, rule, by }: Outcome): Promise<RecordDoc[]> {
  const now = new Date();
  const decided = {
    $set: { status, outcome: note, decidedBy: by, decidedAt: now, ...(rule && { decidedRule: rule }) },
    $unset: { open: 1, ...stopClock },
    $inc: { version: 1 },
  } as const;
  const { modifiedCount } = await Reports.updateOne({ _id, open: true }, decided, { session });
  if (modifiedCount === 0) return fail('already_resolved');
  const others = status === 'removed' ? await Reports.find({ object, open: true }, { _id: 1 }).session(session).lean() : [];
  for (const other of others) await Reports.updateOne({ _id: other._id }, decided, { session });
  const activity = { actor: by, verb: 'report.resolved', society, open: false } as const;
  const records = [await recordActivity(session, { ...activity, object: _id, params: { tellsAuthor: 'yes' } })];
  for (const other of others) records.push(await recordActivity(session, { ...activity, object: other._id }));
  return records;
}

async function decide(ctx: Ctx, report: ReportDoc, outcome: Outcome): Promise<void> {
  const { records, afterwards } = await transactionOf(ctx, async (session) => ({
    records: await settle(session, report, outcome),
    afterwards: outcome.status === 'removed' ? await removals[report.kind](session, report.object, outcome, ctx) : nothing,
  }));
  await afterwards();
  for (const record of records) publish(record);
}

export const resolveReportAction: Action<typeof resolveReport> = async ({ report_id, action, note, reason }, ctx) => {
  const { report, facts } = (await findReport(ctx, toId(report_id))) ?? fail('not_found');
  ctx.require('report.resolve', facts, [facts.by, facts.about].includes(ctx.me.id) ? 'own_report' : 'forbidden');
  if (action === 'remove' && report.status === 'open') await requireRemoval(ctx, report);
  const status = statusOf[action];
  const rule = action === 'dismiss' ? null : (reason ?? report.rule ?? 'something_else');
  if (report.status === 'open') await decide(ctx, report, { status, note, rule, by: ctx.me._id });
  else if (report.status !== status) fail('already_resolved');
  const [wire] = await reportsToWire(await Reports.find({ _id: report._id }).lean());
  return { data: wire ?? fail('not_found') };
};
