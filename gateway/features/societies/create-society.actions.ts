import { transactionOf } from '#gateway/plugins/caller';
import type { CreatingAction } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { Keep } from '#gateway/plugins/idempotency';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { beginRolePeriod } from '#models/commands/role-periods';
import type { ParsedOf } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import { sensitiveCategories } from '#models/contract/societies';
import type { createSociety } from '#models/contract/society-creation';
import { isDuplicate } from '#models/db/locks';
import { Memberships } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { nameFields, Societies, type SocietyDoc } from '#models/db/societies';
import { fold, grams } from '#models/db/text';

type SocietyInput = ParsedOf<typeof createSociety>;

/** Builds a society with one member. In sensitive categories the list of members starts hidden. */
function newSociety({ visibility, joinApproval, ...fields }: SocietyInput, creator: Id) {
  const privacy = { visibility, joinApproval, memberListVisible: !sensitiveCategories.includes(fields.category), eventsVisible: true };
  return {
    ...fields,
    _id: newId(),
    ...nameFields(fields.name),
    tags: [...new Set(fields.tags)],
    creator,
    privacy,
    active: true,
    createdAt: new Date(),
    members: 1,
    growth: 1,
    rev: 1,
  } satisfies Partial<SocietyDoc>;
}

/** Creates the society, its first admin and the outbox record in one transaction; the unique index on the name decides who was first. */
async function found(ctx: Ctx, input: SocietyInput, keep: Keep<string>): Promise<string> {
  const { _id: user } = ctx.me;
  const society = newSociety(input, user);
  const { _id, createdAt } = society;
  try {
    const record = await transactionOf(ctx, async (session, { name }) => {
      const names = { nameFolded: fold(name), nameGrams: grams(name) };
      await Societies.create([society], { session });
      await Memberships.create([{ _id: newId(), society: _id, user, role: 'admin', joinedAt: createdAt, ...names }], { session });
      await beginRolePeriod(session, { society: _id, user, role: 'admin', by: user, at: createdAt });
      await keep(session, String(_id));
      return recordActivity(session, {
        actor: user,
        verb: 'society.created',
        object: _id,
        society: _id,
        open: input.visibility === 'public',
      });
    });
    publish(record);
    return String(_id);
  } catch (error) {
    if (isDuplicate(error)) return fail('name_taken');
    throw error;
  }
}

export const createSocietyAction: CreatingAction<typeof createSociety, string> = {
  async prepare(input, ctx) {
    ctx.require('society.create');
    return { create: async (keep) => ({ data: await found(ctx, input, keep) }), recall: async (id) => ({ data: id }) };
  },
};
