import { transactionOf } from '#gateway/plugins/caller';
import type { Creating } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import type { ParsedOf } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import { type createSociety, sensitiveCategories } from '#models/contract/societies';
import { isDuplicate } from '#models/db/locks';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { nameFields, Societies, type SocietyDoc } from '#models/db/societies';
import { fold, grams } from '#models/db/text';

type Told = ParsedOf<typeof createSociety>;

/** A new society of one member. What is sensitive starts with a hidden list of members. */
function newSociety({ visibility, joinApproval, ...told }: Told, creator: Id) {
  const privacy = { visibility, joinApproval, memberListVisible: !sensitiveCategories.includes(told.category), eventsVisible: true };
  return {
    ...told,
    _id: newId(),
    ...nameFields(told.name),
    tags: [...new Set(told.tags)],
    creator,
    privacy,
    active: true,
    createdAt: new Date(),
    members: 1,
    growth: 1,
    rev: 1,
  } satisfies Partial<SocietyDoc>;
}

/** The society, its creator as admin and the record are one transaction; the name's unique index decides who was first. */
async function found(ctx: Ctx, input: Told, keep: Keep<string>): Promise<string> {
  const { _id: user } = ctx.me;
  const society = newSociety(input, user);
  const { _id, createdAt } = society;
  try {
    const record = await transactionOf(ctx, async (session, { name }) => {
      const names = { nameFolded: fold(name), nameGrams: grams(name) };
      await Societies.create([society], { session });
      await Memberships.create([{ _id: newId(), society: _id, user, role: 'admin', joinedAt: createdAt, ...names }], { session });
      await keep(session, String(_id));
      return recordActivity(session, {
        actor: user,
        verb: 'society.created',
        object: _id,
        society: _id,
        open: input.visibility === 'public',
      });
    });
    tell(record);
    return String(_id);
  } catch (error) {
    if (isDuplicate(error)) return fail('name_taken');
    throw error;
  }
}

export const createSocietyAction: Creating<typeof createSociety, string> = {
  async prepare(input, ctx) {
    ctx.require('society.create');
    return { create: async (keep) => ({ data: await found(ctx, input, keep) }), recall: async (id) => ({ data: id }) };
  },
};
