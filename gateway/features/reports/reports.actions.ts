import { transactionOf } from '#gateway/plugins/caller';
import type { Action, CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { getReports, reportPost, reportThing } from '#models/contract/reports';
import { reportClock } from '#models/db/answer-clock';
import { holdReported } from '#models/db/holds';
import { isDuplicate } from '#models/db/locks';
import { newId, toId } from '#models/db/model';
import { findPost } from '#models/db/posts.loaders';
import { type ReportDoc, Reports } from '#models/db/reports';
import { countReports, findReported, reportPage } from '#models/db/reports.loaders';
import { findSociety } from '#models/db/societies.loaders';

type ReportInput = Pick<ReportDoc, 'kind' | 'object' | 'society' | 'about' | 'reason' | 'rule'>;

/** Creates a report; with an open one of the same user and object, returns that. */
async function report(ctx: Ctx, input: ReportInput, keep: Keep<string>): Promise<string> {
  const _id = newId();
  const { kind, object, society } = input;
  const by = ctx.me._id;
  try {
    const record = await transactionOf(ctx, async (session) => {
      if (!(await holdReported(session, kind, object))) return fail('not_found');
      const createdAt = new Date();
      const clock = reportClock(createdAt, ctx.settings);
      await Reports.create([{ _id, ...input, by, status: 'open', open: true, createdAt, ...clock }], { session });
      await keep(session, String(_id));
      return recordActivity(session, { actor: by, verb: 'report.created', object: _id, society, open: false });
    });
    publish(record);
    return String(_id);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const open = await Reports.findOne({ kind, object, by, open: true }, { _id: 1 }).lean();
    return String(open?._id ?? _id);
  }
}

const reporting = (ctx: Ctx, input: ReportInput) => ({
  create: async (keep: Keep<string>) => ({ data: { ID: await report(ctx, input, keep) } }),
  recall: async (id: string) => ({ data: { ID: id } }),
});

export const reportPostAction: CreatingAction<typeof reportPost, string> = {
  async prepare({ post_id, message, reason }, ctx) {
    const { post, facts } = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
    ctx.require('post.report', facts, facts.author === ctx.me.id ? 'own_content' : 'forbidden');
    return reporting(ctx, { kind: 'post', object: post._id, society: post.society, about: post.author, reason: message, rule: reason });
  },
};

export const reportThingAction: CreatingAction<typeof reportThing, string> = {
  async prepare({ kind, id, message, reason }, ctx) {
    const found = await findReported(ctx, kind, toId(id));
    const about = found?.about ? String(found.about) : null;
    ctx.require(
      'thing.report',
      { isSeen: found !== null, about },
      found ? (about === ctx.me.id ? 'own_content' : 'forbidden') : 'not_found',
    );
    return reporting(ctx, { kind, object: toId(id), ...(found ?? fail('not_found')), reason: message, rule: reason });
  },
};

export const getReportsAction: Action<typeof getReports> = async ({ society_id, status, limit, cursor }, ctx) => {
  const found = society_id ? ((await findSociety(ctx, toId(society_id))) ?? fail('not_found')) : null;
  if (!found) ctx.require('report.list');
  else if (!ctx.can('report.list')) ctx.require('society.moderate', found.facts);
  const society = found?.society._id ?? null;
  const [page, counts] = await Promise.all([reportPage(ctx, society, status, cursor, limit), countReports(ctx, society)]);
  return { ...page, counts };
};
