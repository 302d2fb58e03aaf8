import type { Action } from '#gateway/plugins/calls';
import { fail } from '#models/contract/failure';
import type { getAllMembers } from '#models/contract/member-list';
import type { checkAdmin, checkMembership } from '#models/contract/members';
import { countMembers, memberPage } from '#models/db/memberships.loaders';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';

export const checkMembershipAction: Action<typeof checkMembership> = async ({ society_id }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  return { data: ctx.me.roles.has(found.facts.id) };
};

/** Whether the caller may manage the society: also true for platform admins. */
export const checkAdminAction: Action<typeof checkAdmin> = async ({ society_id }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  return { data: ctx.can('society.manage', found.facts) };
};

export const getAllMembersAction: Action<typeof getAllMembers> = async ({ society_id, cursor, limit, ...filter }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.members', found.facts);
  const [{ members, next }, counts] = await Promise.all([memberPage(ctx, found, filter, cursor, limit), countMembers(found.society)]);
  return { data: members, next, counts: { ...counts, ...(ctx.viewer?.hiddenIn.has(society_id) && { own_hidden: true }) } };
};
