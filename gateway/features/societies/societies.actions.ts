import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type {
  getAllSocieties,
  getSocietiesByUser,
  getSocietiesByUserPublic,
  getSocietyInfo,
  getStatistics,
} from '#models/contract/societies';
import { toId } from '#models/db/model';
import { findPerson } from '#models/db/people.loaders';
import { findSociety, societiesByIds, societiesForViewer, societyPage } from '#models/db/societies.loaders';
import { profileSocieties } from '#models/db/societies.profile';
import { countPeopleIn, measuredSocieties } from '#models/db/statistics.loaders';

export const getSocietyInfoAction: Action<typeof getSocietyInfo> = async ({ society_id }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  const [society] = await societiesForViewer(ctx, [found.society], true);
  return { data: society ?? fail('not_found') };
};

export const getAllSocietiesAction: Action<typeof getAllSocieties> = async ({ q, category, filter, sort, cursor, limit }, ctx) => {
  ctx.require('society.list');
  const order = sort ?? (filter === 'trending' ? 'trending' : 'members');
  const { societies, next } = await societyPage(ctx, { q, category, order }, cursor, limit);
  return { data: await societiesForViewer(ctx, societies), next };
};

const mostOwn = 500;

/** Lists all of the caller's societies: the select of the composer needs them. */
export const getSocietiesByUserAction: Action<typeof getSocietiesByUser> = async (_input, ctx) => {
  const ids = [...ctx.me.roles.keys()].slice(0, mostOwn).map(toId);
  const data = await societiesForViewer(ctx, await societiesByIds(ids), true);
  const managed = data.filter(({ Role }) => Role === 'admin').length;
  return { data, next: null, counts: { memberships: data.length, managed } };
};

/** Lists the societies on a profile: for viewers who may see the profile, those that they may see. */
export const getSocietiesByUserPublicAction: Action<typeof getSocietiesByUserPublic> = async ({ user_id, cursor, limit }, ctx) => {
  const found = (await findPerson(ctx, toId(user_id))) ?? fail('not_found');
  ctx.require('profile.see', found.facts);
  const { societies, next } = await profileSocieties(ctx, found, cursor, limit);
  return { data: await societiesForViewer(ctx, societies), next };
};

const topOf = 5;
/** Number of top categories on the screen. */
const shownTop = 3;

export const getStatisticsAction: Action<typeof getStatistics> = async (_input, ctx) => {
  ctx.require('society.list');
  const societies = await measuredSocieties(ctx);
  const memberships = societies.reduce((sum, society) => sum + society.members, 0);
  const sizes = new Map<string, number>();
  for (const { category } of societies) sizes.set(category, (sizes.get(category) ?? 0) + 1);
  const categories = [...sizes].map(([category, count]) => ({ category, count }));
  categories.sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1));
  return {
    data: {
      total_societies: societies.length,
      total_members: await countPeopleIn(societies),
      avg_members: societies.length > 0 ? Math.round(memberships / societies.length) : 0,
      categories: categories.length,
      top_categories: categories.slice(0, topOf),
      tied_categories: categories.slice(shownTop).filter(({ count }) => count === categories[shownTop - 1]?.count).length,
      most_active: societies.slice(0, topOf).map((society) => ({
        ID: String(society._id),
        Name: society.name,
        Category: society.category,
        Image: society.image,
        Member_Count: society.members,
      })),
    },
  };
};
