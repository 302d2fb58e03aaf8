import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { getReports, reportPost, reportThing } from '#models/contract/reports';
import { decodeCursor } from '#models/db/cursor';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId, toId } from '#models/db/model';
import { findPost } from '#models/db/posts.loaders';
import { type ReportDoc, Reports } from '#models/db/reports';
import { countReports, findReported, type Reported, reportPage } from '#models/db/reports.loaders';
import { findSociety } from '#models/db/societies.loaders';
import { transaction } from '#models/db/transaction';

/** One open report a user and object: reporting again answers with the one that is open. */
async function report(ctx: Ctx, kind: ReportDoc['kind'], object: Id, { society, about }: Reported, reason: string): Promise<string> {
  const _id = newId();
  const one = { kind, object, by: ctx.me._id };
  try {
    const record = await transaction(async (session) => {
      await Reports.create([{ _id, ...one, society, about, reason, status: 'open', open: true, createdAt: new Date() }], { session });
      return recordActivity(session, { actor: ctx.me._id, verb: 'report.created', object: _id, society, open: false });
    });
    tell(record);
    return String(_id);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const open = await Reports.findOne({ ...one, open: true }, { _id: 1 }).lean();
    return String(open?._id ?? _id);
  }
}

export const reportPostAction: Action<typeof reportPost> = async ({ post_id, message }, ctx) => {
  const { post, facts } = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  ctx.require('post.report', facts);
  return { data: { ID: await report(ctx, 'post', post._id, { society: post.society, about: post.author }, message) } };
};

export const reportThingAction: Action<typeof reportThing> = async ({ kind, id, message }, ctx) => {
  const found = await findReported(ctx, kind, toId(id));
  ctx.require('thing.report', { isSeen: found !== null }, found ? 'forbidden' : 'not_found');
  return { data: { ID: await report(ctx, kind, toId(id), found ?? fail('not_found'), message) } };
};

export const getReportsAction: Action<typeof getReports> = async ({ society_id, status, limit, cursor }, ctx) => {
  const from = decodeCursor(cursor);
  const found = society_id ? ((await findSociety(ctx, toId(society_id))) ?? fail('not_found')) : null;
  if (found) ctx.require('society.moderate', found.facts);
  else ctx.require('platform.manage');
  const society = found?.society._id ?? null;
  const [page, counts] = await Promise.all([reportPage(ctx, society, status, from, limit), countReports(ctx, society)]);
  return { ...page, counts };
};
