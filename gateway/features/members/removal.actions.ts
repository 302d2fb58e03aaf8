import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { removePerson } from '#models/commands/remove-person';
import type { getBans, unban } from '#models/contract/bans';
import { fail } from '#models/contract/failure';
import type { removeMember } from '#models/contract/member-list';
import { Bans, banToWire } from '#models/db/bans';
import { toId } from '#models/db/model';
import { paginate } from '#models/db/paginate';
import { findSociety } from '#models/db/societies.loaders';
import { loadPeople, Users } from '#models/db/users';

async function toManage(ctx: Ctx, societyId: string) {
  const found = (await findSociety(ctx, toId(societyId))) ?? fail('not_found');
  ctx.require('member.manage', found.facts);
  return found.society._id;
}

/** Removes, or bans, a person. Succeeds for a person who is not a member. */
export const removeMemberAction: Action<typeof removeMember> = async ({ society_id, user_id, ban }, ctx) => {
  const society = await toManage(ctx, society_id);
  const user = (await Users.findById(user_id, { _id: 1 }).lean())?._id ?? fail('not_found');
  const removal = { society, user, by: ctx.me._id, ban: ban === 'true' };
  const records = await transactionOf(ctx, (session) => removePerson(session, removal));
  for (const record of records) publish(record);
  return { data: null };
};

export const unbanAction: Action<typeof unban> = async ({ society_id, user_id }, ctx) => {
  const society = await toManage(ctx, society_id);
  const user = (await Users.findById(user_id, { _id: 1 }).lean())?._id ?? fail('not_found');
  const record = await transactionOf(ctx, async (session) => {
    const { deletedCount } = await Bans.deleteOne({ society, user }, { session });
    if (deletedCount === 0) return null;
    return recordActivity(session, { actor: ctx.me._id, verb: 'member.unbanned', object: user, society, open: false });
  });
  if (record) publish(record);
  return { data: { society_id, user_id } };
};

export const getBansAction: Action<typeof getBans> = async ({ society_id, cursor, limit }, ctx) => {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.manage', facts);
  const reads = [{ society: society._id }];
  const { items: page, next } = await paginate({ model: Bans, reads, order: [['at', -1, 'date']], cursor, limit });
  const people = await loadPeople(page.flatMap(({ user, by }) => [user, by]));
  return { data: page.map((ban) => banToWire(ban, people)), next };
};
