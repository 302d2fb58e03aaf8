import type { Action } from '#gateway/plugins/calls';
import { tableOf } from '#gateway/plugins/documents/table';
import { fail } from '#models/contract/failure';
import type { exportMembers, getInsights } from '#models/contract/society-insights';
import { loadInsights } from '#models/db/insights.loaders';
import { exportedMembers } from '#models/db/memberships.export';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';

/** Makes the action. Days are those of the university's time zone. */
export const getInsightsAction: Action<typeof getInsights> = async ({ society_id, days }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.insights', found.facts);
  return { data: await loadInsights(found.society, days, ctx.settings.timeZone) };
};

const columns = [
  { key: 'name', header: 'Name' },
  { key: 'email', header: 'Email' },
  { key: 'role', header: 'Role' },
  { key: 'joined', header: 'Joined_At' },
];

/** Exports the members as CSV: names cannot become formulas, and a byte-order mark makes spreadsheets read UTF-8. */
export const exportMembersAction: Action<typeof exportMembers> = async ({ society_id }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.export', found.facts);
  const members = await exportedMembers(found.society._id);
  const rows = members.map(({ joinedAt, ...member }) => ({ ...member, joined: joinedAt.toISOString() }));
  return { data: tableOf(columns, rows), filename: 'members.csv' };
};
