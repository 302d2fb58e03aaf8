import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { hideOnRoster } from '#models/contract/naming';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';

/** Hides the caller on the list of members, or shows them again. A repeat gets the same answer. */
export const hideOnRosterAction: Action<typeof hideOnRoster> = async ({ society_id, hidden }, ctx) => {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('member.hide', facts);
  const own = { society: society._id, user: ctx.me._id };
  const record = await transactionOf(ctx, async (session) => {
    const before = await Memberships.findOne(own, { hidden: 1 }).session(session).lean();
    if (!before) return fail('forbidden');
    if ((before.hidden === true) === hidden) return null;
    const change = hidden ? { $set: { hidden: true } } : { $unset: { hidden: 1 } };
    await Memberships.updateOne({ _id: before._id }, { ...change, $inc: { version: 1 } } as never, { session });
    return recordActivity(session, { actor: ctx.me._id, verb: 'member.naming', object: ctx.me._id, society: society._id, open: false });
  });
  if (record) publish(record);
  return { data: { society_id, Is_Hidden: hidden } };
};
