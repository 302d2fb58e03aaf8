import type { Model } from 'mongoose';
import type { Report, ReportFilter } from '#models/contract/reports';
import type { ReportFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import { Comments } from './comments.js';
import { findComment } from './comments.loaders.js';
import type { SortOrder } from './cursor.js';
import { Events } from './events.js';
import { findEvent } from './events.loaders.js';
import { SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';
import { findPerson } from './people.loaders.js';
import { Posts } from './posts.js';
import { findPost } from './posts.loaders.js';
import { type ReportDoc, type ReportPreview, Reports, reportToWire } from './reports.js';
import { Societies, type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { findSociety } from './societies.loaders.js';
import { excerpt } from './text.js';
import { loadPeople, personLoader, Users } from './users.js';

type Kind = ReportDoc['kind'];

/** The society whose moderators decide (null: platform admins only), and the author or the reported person. */
export interface Reported {
  society: Id | null;
  about: Id | null;
}

/** The object of a new report if the viewer may see it; else null. A society's own admins do not decide a report about it. */
export async function findReported(asker: Asker, kind: Kind, id: Id): Promise<Reported | null> {
  switch (kind) {
    case 'post': {
      const found = await findPost(asker, id);
      return found && { society: found.post.society, about: found.post.author };
    }
    case 'comment': {
      const found = await findComment(asker, id);
      return found && { society: found.post.society, about: found.comment.author };
    }
    case 'event': {
      const found = await findEvent(asker, id);
      return found && { society: found.event.society, about: found.event.creator };
    }
    case 'society':
      return (await findSociety(asker, id)) && { society: null, about: null };
    case 'user': {
      const found = await findPerson(asker, id);
      return found && { society: null, about: found.user._id };
    }
  }
}

const reportFacts = (report: ReportDoc, society: SocietyDoc | null): ReportFacts => ({
  by: String(report.by),
  about: report.about ? String(report.about) : null,
  decidedBy: report.decidedBy ? String(report.decidedBy) : null,
  society: society && societyFacts(society),
});

/** A report that the viewer may decide; else null. */
export async function findReport(asker: Asker, id: Id): Promise<{ report: ReportDoc; facts: ReportFacts } | null> {
  const report = await Reports.findById(id).lean();
  const society = report?.society ? await Societies.findById(report.society).lean() : null;
  if (!report) return null;
  const facts = reportFacts(report, society);
  return asker.can('report.see', facts) ? { report, facts } : null;
}

const appealable = { post: Posts, comment: Comments, event: Events } as unknown as Record<
  string,
  Model<{ _id: Id; removedAt: Date | null }>
>;

/**
 * The newest report by which content was removed that can still be restored, or against which its author has appealed; of several
 * reports decided together always the same one.
 */
export async function findRemovalOf(kind: Kind, object: Id): Promise<ReportDoc | null> {
  const report = await Reports.findOne({ object, kind, status: 'removed' }).sort({ decidedAt: -1, _id: 1 }).lean();
  if (!report || report.appeal) return report;
  return (await appealable[kind]?.exists({ _id: object, removedAt: { $ne: null } })) ? report : null;
}

/** Previews of reported objects by kind; omits deleted ones. */
const describe: Record<Kind, (ids: readonly Id[]) => Promise<[id: string, seen: ReportPreview][]>> = {
  post: async (ids) =>
    (await Posts.find({ _id: { $in: ids } }, { content: 1 }).lean()).map(({ _id, content }) => [
      String(_id),
      { excerpt: excerpt(content), link: `/posts/${_id}` },
    ]),
  comment: async (ids) =>
    (await Comments.find({ _id: { $in: ids } }, { content: 1, post: 1 }).lean()).map(({ _id, content, post }) => [
      String(_id),
      { excerpt: excerpt(content), link: `/posts/${post}` },
    ]),
  event: async (ids) =>
    (await Events.find({ _id: { $in: ids } }, { title: 1 }).lean()).map(({ _id, title }) => [
      String(_id),
      { excerpt: title, link: `/events/${_id}` },
    ]),
  society: async (ids) =>
    (await Societies.find({ _id: { $in: ids } }, { name: 1 }).lean()).map(({ _id, name }) => [
      String(_id),
      { excerpt: name, link: `/societies/${_id}` },
    ]),
  user: async (ids) =>
    (await Users.find({ _id: { $in: ids }, deletedAt: null }, { name: 1 }).lean()).map(({ _id, name }) => [
      String(_id),
      { excerpt: name, link: `/users/${_id}` },
    ]),
};

async function previewsOf(reports: readonly ReportDoc[]): Promise<Map<string, ReportPreview>> {
  const kinds = [...new Set(reports.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map((kind) => describe[kind](reports.filter((each) => each.kind === kind).map(({ object }) => object))),
  );
  return new Map(found.flat());
}

/** Reports as their moderators see them, in the order given. `peopleOf`: loads the people named. */
export async function reportsToWire(reports: readonly ReportDoc[], peopleOf = loadPeople): Promise<Report[]> {
  if (reports.length === 0) return [];
  const named = reports.flatMap(({ by, about, decidedBy, takenBy, appeal }) =>
    [by, about, decidedBy, takenBy, appeal?.by].filter((id) => id != null),
  );
  const [people, previews] = await Promise.all([peopleOf(named), previewsOf(reports)]);
  return reports.map((report) => reportToWire(report, people, previews.get(String(report.object))));
}

/** Filter for a society's reports; all reports without one. */
const among = (society: Id | null) => (society ? { society } : {});

/** Filter for reports of one status, or with an open appeal. */
const inState = (status: ReportFilter) => (status === 'appealed' ? ({ appealed: true } as const) : { status });

const newestFirst: SortOrder = [['createdAt', -1, 'date']];

/** One page of reports as this viewer sees them, newest first. */
export async function reportPage(asker: Asker, society: Id | null, status: ReportFilter, cursor: string | undefined, limit: number) {
  const reads = [{ ...among(society), ...inState(status) }];
  const { items: page, next } = await paginate({ model: Reports, reads, order: newestFirst, cursor, limit });
  const societies = await societyLoader.cachedMany(page.flatMap((each) => (each.society ? [each.society] : [])));
  const visible = page.filter((each) => asker.can('report.see', reportFacts(each, societies.get(String(each.society)) ?? null)));
  return { data: await reportsToWire(visible, (people) => personLoader.cachedMany(people)), next };
}

const states = ['open', 'appealed', 'dismissed', 'removed', 'noted'] as const satisfies ReportFilter[];
type ReportCounts = Record<ReportFilter, number>;
const everywhere = '';

const reportCounts = new SharedLoader(async (society): Promise<ReportCounts> => {
  const of = among(society === everywhere ? null : toId(society));
  const [open = 0, appealed = 0, dismissed = 0, removed = 0, noted = 0] = await Promise.all(
    states.map((state) => Reports.countDocuments({ ...of, ...inState(state) })),
  );
  return { open, appealed, dismissed, removed, noted };
});

/**
 * Numbers of a society's reports by status, or of all, shared by those who decide them. Those about the viewer, who may not see
 * them, are taken off.
 */
export async function countReports({ viewer }: Asker, society: Id | null): Promise<ReportCounts> {
  const seesAll = !viewer || hasScope(viewer, 'all');
  const [counts, own] = await Promise.all([
    reportCounts.cached(society ? String(society) : everywhere),
    seesAll ? [] : Reports.find({ about: toId(viewer.id), ...among(society) }, { status: 1, appealed: 1 }).lean(),
  ]);
  const left = (state: ReportFilter): number =>
    Math.max(0, counts[state] - own.filter(({ status, appealed }) => (state === 'appealed' ? appealed : status === state)).length);
  return { open: left('open'), appealed: left('appealed'), dismissed: left('dismissed'), removed: left('removed'), noted: left('noted') };
}
